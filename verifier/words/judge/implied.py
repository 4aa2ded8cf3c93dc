"""What follows from what a text confirms: a rulebook that says the one need not say the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from verifier.words.seam import Claim, what_is_done

# Ways to say that something goes before all others.
AT_THE_START = frozenset({"forbidden", "at-the-start", "unless-there"})
# Two ways to say the same, the one asked for first.
THE_SAME = frozenset(
    {
        ("boundary", "boundary-steps"),
        ("none-when-empty", "no-points-when-empty"),
        ("gone-for-good", "drops-out"),
    }
)


def implied_claims(claims: Sequence[Claim], confirmed: frozenset[str]) -> Iterator[tuple[Claim, str]]:
    """Every claim that follows from a confirmed one, with the id of that one.

    Whoever lays a card face up into a zone says how cards lie there; whoever says that a bonus is not multiplied says
    what comes first; whoever adds the values of the cards adds them all.
    """
    known = {claim.id: claim for claim in claims}
    sure = [known[id] for id in sorted(confirmed) if id in known]
    for claim in claims:
        counted = _counted_up(claim, claims, confirmed) or _in_order(claim, claims, confirmed)
        if counted is not None:
            yield claim, counted
            continue
        for because in sure:
            if claim.id != because.id and _follows(claim, because):
                yield claim, because.id
                break


def _follows(claim: Claim, because: Claim) -> bool:
    if claim.slot == "face" and because.slot == "face":
        return claim.allowed == because.allowed and _zone(claim) == _zone(because) != ""
    if claim.kind == "order" and because.kind == "order":
        return claim.rule == because.rule != ""
    if claim.kind == "end" and because.kind == "order":
        # The last phase ends the turn: whoever tells them in order says so.
        return claim.id.startswith("turn/") and because.id.startswith("turn/")
    if what_is_done(claim) == what_is_done(because) != "":
        # One sentence tells how cards lie in a row, whichever action brings them there.
        return claim.slot == because.slot and claim.allowed == because.allowed
    if because.id.endswith("/never-negative") and claim.op == "at-least":
        return claim.allowed == {0}
    if _is_the_same(claim, because) or _leaves_so_many(claim, because):
        return True
    if claim.id == because.id.removesuffix("-made") and claim.allowed == because.allowed:
        # Whoever makes four piles says that there are four.
        return True
    same_rule = claim.rule == because.rule != ""
    if same_rule and {_what(claim), _what(because)} <= AT_THE_START:
        return True
    if same_rule and _what(claim) == "must" and _what(because) == "comparison":
        return True
    return same_rule and claim.id.endswith("/all") and because.id.endswith("/added")


def _is_the_same(claim: Claim, because: Claim) -> bool:
    """The step behind a border for both steps beside it; nothing scored where nothing lies for nothing paid there."""
    return claim.rule == because.rule and (_what(claim), _what(because)) in THE_SAME


def _leaves_so_many(claim: Claim, because: Claim) -> bool:
    """Whoever counts all of a class says how many are left, for what the players begin with is told elsewhere."""
    return (_what(claim), _what(because)) == ("still-there", "count") and _class(claim) == _class(because)


def _class(claim: Claim) -> str:
    return claim.id.rpartition("/")[0]


def _counted_up(claim: Claim, claims: Sequence[Claim], confirmed: frozenset[str]) -> str | None:
    """So many of each colour, and so many colours: whoever says both says how many there are in all."""
    name, _, what = claim.id.rpartition("/")
    if claim.slot != "number" or what not in ("count", "piles"):
        return None
    kinds = [id.removesuffix("/members") for id in sorted(confirmed) if id.endswith("/members")]
    if what == "piles":
        # A pile for each colour, and so many colours.
        laid = [id for id in sorted(confirmed) if id.endswith(f"-to-{name}/colour")]
        sizes = [each for each in claims if each.id.endswith("/members") and each.id in confirmed]
        if laid and any(each.allowed == claim.allowed for each in sizes):
            return laid[0]
    beside = "of-each" if what == "count" else "same"
    return next((id for kind in kinds if (id := f"{name}/{beside}-{kind}") in confirmed), None)


def _in_order(claim: Claim, claims: Sequence[Claim], confirmed: frozenset[str]) -> str | None:
    """Whoever tells the phases one after the other tells how many there are."""
    if claim.id != "turn/phases":
        return None
    orders = [each.id for each in claims if each.kind == "order" and each.id.startswith("turn/")]
    told = len(orders) == max(each for each in claim.allowed if isinstance(each, int)) - 1
    return orders[0] if told and set(orders) <= confirmed else None


def _zone(claim: Claim) -> str:
    """The zone whose face a claim tells: `row/face`, `lay/card-to-row/face`, `hand/dealt-face`."""
    owner, _, what = claim.id.rpartition("/")
    if what not in ("face", "dealt-face", "laid-face", "left-face", "shuffled-face", "pile-face"):
        return ""
    return owner.rpartition("-to-")[2] or owner


def _what(claim: Claim) -> str:
    return claim.id.rpartition("/")[2]
