"""How it begins and ends: who starts, who is next, how many rounds, what ends the game, who wins, what breaks a tie."""

from __future__ import annotations

from collections.abc import Iterator

from verifier.kernel import expression as ex
from verifier.kernel.domain import Players
from verifier.model import steps as st
from verifier.model.game import EndRule
from verifier.surface import nodes
from verifier.words.claims.conditions import bound, conjuncts, counted, emptiness, spoken_of
from verifier.words.claims.patches import constant_patch, number_patch, place_patch
from verifier.words.claims.subject import Group, Subject, group, parts
from verifier.words.seam import PERSONAL, Claim, Value

BEST: dict[str, frozenset[Value]] = {
    "highest": frozenset({"most", "highest", "longest"}),
    "lowest": frozenset({"least", "lowest", "shortest"}),
}
ENDS = group("finish", "win", "goal")
ORDINALS = group("game", "round")


def result_claims(subject: Subject) -> Iterator[Claim]:
    """Every claim about the frame of the game."""
    yield from _starters(subject)
    yield from _direction(subject)
    yield from _rounds(subject)
    for end in subject.game.ends:
        yield from _end(subject, end)
    yield from _winner(subject)


# --- who starts


def _of_the_start(given: str) -> Iterator[str]:
    """`The higher roll begins` is one phrase; the words for people say other things too."""
    if given not in PERSONAL:
        yield f"superlative:{given}"


def _starters(subject: Subject) -> Iterator[Claim]:
    for item in subject.items(nodes.Starter):
        rule = subject.entry("later-starter" if item.later else "starter")
        if item.later and subject.game.rounds == 1:
            continue
        for number, rank in enumerate(item.ranks):
            yield from _starter(subject, item, rule, number, rank)


def _starter(
    subject: Subject, item: nodes.Starter, rule: str, number: int, rank: nodes.Rank
) -> Iterator[Claim]:
    later = "later-starter" if item.later else "starter"
    name = f"{later}/{'who' if not number else f'on-a-tie-{number}'}"
    tie = (group("tie"),) if number else ()
    excluded = group("win") | (frozenset() if number else group("tie"))
    if rank.best is not None and rank.name is not None:
        words = _rank_words(subject, rank.name.text)
        yield Claim(
            name, rule, "starter", "superlative", BEST[rank.best], context=(group("start"), words, *tie),
            excluded=excluded, patch=place_patch(subject, "superlative", rule, rank.best),
        )  # fmt: skip
        return
    given = _given(subject, rank)
    beside = _beside(rank)
    if beside is not None:
        yield Claim(
            name,
            rule,
            "starter",
            "role",
            frozenset({beside}),
            context=(group("start"), *tie),
            excluded=excluded,
        )
    elif given is not None:
        yield Claim(
            name, rule, "starter", "superlative", frozenset({given}),
            context=(group("start", *_of_the_start(given)), *tie),
            excluded=excluded | (frozenset() if item.later else group("score", "point", "next-round")),
        )  # fmt: skip


def _given(subject: Subject, rank: nodes.Rank) -> str | None:
    """A note that comes with the players: its name is what they say of themselves."""
    if rank.place is None:
        return rank.name.text if rank.name is not None else None
    name = rank.place.path.parts[-1].text
    cell = subject.game.cells.get(name)
    if cell is not None and cell.given:
        return name
    return name if name in subject.game.definitions else None


def _beside(rank: nodes.Rank) -> str | None:
    """`left of active`."""
    if rank.place is None or not rank.place.index:
        return None
    side = rank.place.path.parts[-1].text
    return {"left": "left-neighbour", "right": "right-neighbour"}.get(side)


def _rank_words(subject: Subject, name: str) -> Group:
    if name in subject.game.definitions:
        return subject.definition_words(name)
    return subject.cell_words(name) if name in subject.game.cells else group("score")


def _direction(subject: Subject) -> Iterator[Claim]:
    """Turns go round to the left, unless something else is said in a procedure."""
    allowed: set[Value] = {"clockwise"}
    if subject.counts[0] == 2:
        allowed.add("alternate")
    yield Claim(
        "turn/direction", "", "direction", "direction", frozenset(allowed),
        near=(group("turn", "player", "start", "next-round", "put"),), expected=subject.counts[-1] > 2,
    )  # fmt: skip


# --- rounds and the end


def _rounds(subject: Subject) -> Iterator[Claim]:
    rounds, rule = subject.game.rounds, subject.entry("rounds")
    item = next(iter(subject.items(nodes.Rounds)), None)
    if rounds is None:
        # Rounds follow each other until something holds: nothing is counted.
        yield from _set_up_again(subject)
        return
    patch = number_patch(subject, item, rounds)
    if item is None:
        return
    yield Claim(
        "rounds/count", rule, "quantity", "number", frozenset({rounds}), head=ORDINALS, patch=patch,
        expected=rounds > 1, binding=False,
    )  # fmt: skip
    # `Between two rounds` counts nothing: somebody must play, win or count by so many.
    yield Claim(
        "rounds/count-told", rule, "quantity", "number", frozenset({rounds}), head=ORDINALS, patch=patch,
        near=(group("contain", "put", "win", "finish", "score", "point", "start", "order:after", "modal:may"),),
        expected=False,
    )  # fmt: skip
    if rounds == 1:
        return
    yield Claim(
        "rounds/ordinal", rule, "quantity", "ordinal", frozenset[Value](range(1, rounds + 1)), head=ORDINALS,
        expected=False,
    )  # fmt: skip
    yield Claim(
        "rounds/last", rule, "end", "ordinal", frozenset({rounds}), head=ORDINALS, context=(group("finish", "win"),),
        excluded=group("start"), expected=False,
    )  # fmt: skip
    kept = sorted(subject.score_names & subject.game.cells.keys())
    if kept:
        yield Claim(
            "rounds/added-up", subject.entry(f"amount:{kept[0]}"), "arithmetic", "modal",
            frozenset({"assert", "must", "may"}), head=group("add", "keep"), near=(group("score", "point"),),
            context=(ORDINALS | group("next-round"),), expected=True,
        )  # fmt: skip
    yield from _set_up_again(subject)


def _set_up_again(subject: Subject) -> Iterator[Claim]:
    """Every round is made ready anew."""
    shuffles = [each for each in parts(subject.set_up) if isinstance(each, st.Shuffle)]
    if shuffles:
        yield Claim(
            "rounds/set-up-again", subject.entry("setup"), "setup", "modal", frozenset({"assert", "must"}),
            head=group("shuffle", "deal"), context=(group("next-round") | ORDINALS,), expected=True,
        )  # fmt: skip


def _end(subject: Subject, end: EndRule) -> Iterator[Claim]:
    rule, entry = subject.entry(f"rule:{end.rule}"), f"rule:{end.rule}"
    for number, condition in enumerate(conjuncts(end.when)):
        tail = f"-{number + 1}" if number else ""
        zones = frozenset[str]().union(*(subject.zone_words(each) for each in subject.families(condition)))
        found = bound(condition)
        # A turn ends otherwise, but where the game ends with one, both are told in a breath.
        turn = group("turn") if end.moment is None else frozenset[str]()
        if emptiness(condition) is True and zones:
            yield Claim(
                f"{end.rule}/zone{tail}", rule, "end", "zone", zones, context=(group("finish"),
                group("emptiness:empty", "emptiness:last", "superlative:last")), excluded=turn | group("win"),
            )  # fmt: skip
            yield Claim(
                f"{end.rule}/empty{tail}", rule, "end", "emptiness", frozenset({"empty", "last"}),
                near=(zones | group("pile"),),
                context=(group("finish"),), excluded=turn,
            )  # fmt: skip
        elif found is not None and not isinstance(found.left, ex.Read):
            head = counted(subject, found.left)
            is_score = "point" in head
            inner = frozenset(each for each in spoken_of(subject, found.left) if each.startswith("zone:"))
            yield Claim(
                f"{end.rule}/threshold{tail}", rule, "end", "number", frozenset({found.value}), op=found.op,
                head=head | _dwellers(subject, found.left) if head else None,
                context=(ENDS if is_score else ENDS | inner,), excluded=group("start", "set-up", "tie"),
                patch=constant_patch(subject, entry, found.value),
            )  # fmt: skip
        elif isinstance(found and found.left, ex.Read) and found is not None:
            yield Claim(
                f"{end.rule}/last-of-all{tail}", rule, "end", "emptiness", frozenset({"last"}),
                context=(group("finish"),), expected=False,
            )  # fmt: skip
    yield _moment(end, rule)
    yield from _inner_bounds(subject, end, rule)


def _dwellers(subject: Subject, node: ex.Expr) -> Group:
    """What lies in the zones that are counted: a text counts figures where the rules count their paths."""
    families = subject.families(node)
    spaces = [name for name in families if subject.game.families[name].shape == "space"]
    return group("figure", "card", "tile") if spaces else frozenset()


def _moment(end: EndRule, rule: str) -> Claim:
    """At once, or when a turn is over."""
    if end.moment is None:
        return Claim(
            f"{end.rule}/at-once", rule, "end", "order", frozenset({"at-once"}), context=(group("finish"),)
        )
    return Claim(
        f"{end.rule}/after-the-turn", rule, "end", "order", frozenset({"after-turn", "at-once"}), context=(ENDS,),
    )  # fmt: skip


def _inner_bounds(subject: Subject, end: EndRule, rule: str) -> Iterator[Claim]:
    """Numbers in the definitions that an end asks for: behind which space somebody must be."""
    for each in parts(end.when):
        if not isinstance(each, ex.Call):
            continue
        own = subject.game.definitions[each.definition]
        for inner in parts(own.start):
            found = bound(inner) if isinstance(inner, ex.Compare) else None
            if found is None or found.value < 2:
                continue
            words = counted(subject, found.left) | spoken_of(subject, own.start)
            entry = f"define:{each.definition}"
            patch = constant_patch(subject, entry, found.value)
            above = found.value + 1 if found.op == "more-than" else found.value - 1
            yield Claim(
                f"{each.definition}/boundary", rule, "threshold", "range",
                frozenset({(min(found.value, above), max(found.value, above))}), context=(words | group("finish"),),
                patch=None,
            )  # fmt: skip
            yield Claim(
                f"{each.definition}/boundary-steps", rule, "threshold", "ordinal", frozenset({found.value, above}),
                head=words | group("space", "step"), context=(group("finish") | words,), patch=patch, expected=False,
            )  # fmt: skip


# --- who wins


def _winner(subject: Subject) -> Iterator[Claim]:
    rule = subject.entry("winner")
    item = next(iter(subject.items(nodes.Winner)), None)
    if item is None:
        return
    for number, rank in enumerate(item.ranks):
        yield from _rank(subject, rule, number, rank)
    if item.ranks and _shares(item):
        yield Claim(
            "winner/shared", rule, "tiebreak", "quantifier", frozenset({"several", "all", "each"}),
            near=(group("win"),), context=(group("tie"),), expected=False,
        )  # fmt: skip
        yield Claim(
            "winner/nobody-is-better", rule, "tiebreak", "superlative", frozenset({"shared"}),
            context=(group("win"), group("tie")), excluded=group("start"), expected=False,
        )  # fmt: skip
        yield Claim(
            "winner/they-share", rule, "tiebreak", "modal", frozenset({"assert", "must", "may"}),
            head=group("share"), context=(group("win"), group("tie")), expected=False, binding=False,
        )  # fmt: skip


def _rank(subject: Subject, rule: str, number: int, rank: nodes.Rank) -> Iterator[Claim]:
    name = "winner/who" if not number else f"winner/on-a-tie-{number}"
    tie = (group("tie"),) if number else ()
    if rank.best is not None and rank.name is not None:
        words = _rank_words(subject, rank.name.text)
        yield Claim(
            name, rule, "superlative" if not number else "tiebreak", "superlative", BEST[rank.best],
            near=(words | group("win", "earn"),), context=(group("win", "finish", "goal"), *tie),
            excluded=group("start", "bonus", "accomplish") | (frozenset() if number else group("tie")),
            patch=place_patch(subject, "superlative", rule, rank.best),
        )  # fmt: skip
    elif (given := _given(subject, rank)) is not None and given in _people(subject):
        yield Claim(
            name, rule, "tiebreak", "superlative", frozenset({given}), context=(group("win"), *tie),
            excluded=group("start"),
        )  # fmt: skip


def _people(subject: Subject) -> set[str]:
    """Notes and definitions that are a player."""
    cells = {
        name for name, cell in subject.game.cells.items() if isinstance(cell.domain, Players) and cell.given
    }
    named = {name for name, own in subject.game.definitions.items() if isinstance(own.domain, Players)}
    return cells | named


def _shares(item: nodes.Winner) -> bool:
    last = item.ranks[-1].place
    return last is not None and last.path.parts[-1].text == "shared"
