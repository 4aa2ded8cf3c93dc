"""What is printed on components: told of the component, and asked only of a text that names it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from verifier.surface import nodes
from verifier.words.claims.subject import Group, Subject
from verifier.words.seam import Claim, Value, what_is_done

# What is told of steps that bear the name of their component.
OF_A_STEP = frozenset({"happens", "times"})


def of_components(subject: Subject, claims: Iterable[Claim]) -> Iterator[Claim]:
    """Claims of the rules that stand on a component speak of it; a rulebook that leaves it to the component to tell
    them lacks nothing."""
    for claim in claims:
        design = _bearer(subject, claim)
        yield claim if design is None else _told_of(subject, claim, design)


def _bearer(subject: Subject, claim: Claim) -> str | None:
    """The component on which stands what a claim tells."""
    name, _, what = claim.id.partition("/")
    design, _, text = name.partition(".")
    if (design, text) in subject.game.texts or (name in subject.designs and what in OF_A_STEP):
        return design
    entry = subject.entries.get(claim.rule)
    node = entry.place if entry is not None and entry.sort == "rule" else None
    stands = isinstance(node, nodes.Component) and node.name.text in subject.designs
    return node.name.text if stands and isinstance(node, nodes.Component) else None


def _told_of(subject: Subject, claim: Claim, design: str) -> Claim:
    own, groups = subject.class_words(design), (*claim.near, *claim.context)
    if any(each <= own for each in groups):
        return replace(claim, asked_of=own)
    if any(each & _above(subject, design) for each in groups):
        # What is told below the heading of its sort needs no name.
        return claim
    return replace(claim, context=(*claim.context, own), asked_of=own)


def _above(subject: Subject, design: str) -> Group:
    ids = set(subject.game.classes[design].ids)
    wider = (name for name, things in subject.game.classes.items() if ids <= set(things.ids))
    return frozenset[str]().union(*(subject.class_words(name) for name in wider))


def can_be_told(claims: Iterable[Claim]) -> Iterator[Claim]:
    """What a claim is told by has words, or it has none that a text could use: nobody is asked for it."""
    for claim in claims:
        lacking = any(not each for each in (*claim.near, *claim.context))
        yield replace(claim, expected=False, binding=False) if lacking else claim


def counted_without_the_rest(claims: Iterable[Claim]) -> Iterator[Claim]:
    """Where some lie in front of the players from the start, a text counts these and what is left, not all of them."""
    everything = tuple(claims)
    left = {
        claim.id.removesuffix("/still-there") for claim in everything if claim.id.endswith("/still-there")
    }
    for claim in everything:
        name, _, what = claim.id.rpartition("/")
        yield replace(claim, expected=False) if what == "count" and name in left else claim


def asked_once(claims: Iterable[Claim]) -> Iterator[Claim]:
    """What several actions do alike is asked once: whoever says it of one need not say it of the others."""
    asked: set[tuple[str, str, frozenset[Value]]] = set()
    for claim in claims:
        done = claim.slot, what_is_done(claim), claim.allowed
        if claim.expected and done[1]:
            if done in asked:
                yield replace(claim, expected=False)
                continue
            asked.add(done)
        yield claim
