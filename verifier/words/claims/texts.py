"""What stands on components: that it must be carried out, where the component goes, what is not doubled by it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from verifier.kernel import expression as ex
from verifier.kernel.domain import Things
from verifier.kernel.machine import Clause
from verifier.model import steps as st
from verifier.words.claims.blocks import SAID, Block, blocks
from verifier.words.claims.conditions import counted, spoken_of
from verifier.words.claims.subject import Group, Subject, group, parts
from verifier.words.claims.zones import FACES
from verifier.words.seam import Claim

CARRIED_OUT = group("accomplish", "effect")


def text_claims(subject: Subject) -> Iterator[Claim]:
    """Every claim about texts of components."""
    for block in blocks(subject):
        for name, step in _texts_in(block.entry, block.steps):
            yield from _carried_out(subject, block, name, step)
    for (design, text), procedure in subject.game.texts.items():
        yield from _stays(subject, design, text, procedure.steps)
        yield from _not_doubled(subject, design, text, procedure.steps)


def _texts_in(entry: str, steps: tuple[st.Step, ...]) -> Iterator[tuple[str, st.DoText]]:
    """Where texts are carried out, with the entry of the rule in which it is said."""
    for step in steps:
        match step:
            case st.DoText():
                yield entry, step
            case st.Rule(rule=rule, steps=inner):
                yield from _texts_in(f"rule:{rule}", inner)
            case st.Each(steps=inner) | st.Repeat(steps=inner) | st.GoRound(steps=inner) | st.As(steps=inner):
                yield from _texts_in(entry, inner)
            case _:
                pass


def _carried_out(subject: Subject, block: Block, entry: str, step: st.DoText) -> Iterator[Claim]:
    """What stands on a component must be carried out, unless all is over."""
    domain = step.thing.domain if isinstance(step.thing, ex.Local) else None
    things = subject.class_words(domain.name) if isinstance(domain, Things) else group("card")
    yield Claim(
        f"{block.name}/carried-out-{step.text}", subject.entry(entry), "modality", "modal", SAID,
        head=CARRIED_OUT | group("take", "put"), near=(CARRIED_OUT,), context=(things,), excluded=group("finish"),
        # To play a card is to do what it says.
        expected=not block.entry.startswith("action:"),
    )  # fmt: skip
    if any(isinstance(each, ex.Call) and each.definition == "over" for each in parts(block.steps)):
        yield Claim(
            f"{block.name}/not-once-over", subject.entry(entry), "condition", "modal",
            frozenset({"negated", "must-not"}), head=CARRIED_OUT, context=(group("finish"),), expected=False,
        )  # fmt: skip


def _stays(subject: Subject, design: str, text: str, steps: tuple[st.Step, ...]) -> Iterator[Claim]:
    """A component that lies open moves away when its text says so, and leaves its place empty; else it stays."""
    zones = _lies_in(subject, design)
    if not zones:
        return
    rule, things = _rule(subject, design), subject.class_words(design) | group(subject.sort_of(design))
    moved = any(isinstance(each, st.Move) and _is_this(each.thing) for each in parts(steps))
    places = frozenset[str]().union(*(subject.zone_words(zone) for zone in zones)) | group("space")
    if moved:
        yield Claim(
            f"{design}.{text}/leaves-its-place-empty", rule, "condition", "emptiness", frozenset({"empty"}),
            near=(places,), context=(things,),
        )  # fmt: skip
        yield Claim(
            f"{design}.{text}/first-takes-it", rule, "role", "superlative", frozenset({"first"}),
            near=(group("take", "earn", "player", "figure", "keep"),), context=(subject.class_words(design),),
            expected=False,
        )  # fmt: skip
        yield Claim(
            f"{design}.{text}/first-of-all", rule, "role", "ordinal", frozenset({1}),
            head=group("player", "figure", "tile", ""), context=(subject.class_words(design),), expected=False,
        )  # fmt: skip
        return
    face = FACES.get(subject.game.families[zones[0]].view, "up")
    yield Claim(
        f"{design}.{text}/stays", rule, "modality", "modal", SAID, head=group("keep"), context=(things,)
    )
    yield Claim(
        f"{design}.{text}/stays-face", rule, "visibility", "face", frozenset({face}), near=(group("keep"),),
        context=(things,), expected=False,
    )  # fmt: skip


def _lies_in(subject: Subject, design: str) -> list[str]:
    """The shared spaces from which texts of this sort are carried out."""
    found: dict[str, None] = {}
    ids = set(subject.game.classes[design].ids)
    for steps in subject.all_blocks():
        ends = {each.name: each.value for each in parts(steps) if isinstance(each, st.Let)}
        for each in parts(steps):
            thing = each.thing if isinstance(each, st.DoText) else None
            end = ends.get(thing.name) if isinstance(thing, ex.Local) else None
            zone = (
                subject.family(end.zone) if isinstance(end, ex.End) and ids <= set(end.things.ids) else None
            )
            if zone is not None and subject.game.families[zone].shape == "space":
                found.setdefault(zone)
    return list(found)


def _is_this(thing: Any) -> bool:
    return isinstance(thing, ex.Local) and thing.name == "this"


def _rule(subject: Subject, design: str) -> str:
    return subject.entry(f"{subject.sort_of(design)}:{design}")


def _not_doubled(subject: Subject, design: str, text: str, steps: tuple[st.Step, ...]) -> Iterator[Claim]:
    """Points that a text gives at once are not multiplied by what multiplies points elsewhere."""
    gives = any(isinstance(each, st.Write) and each.cell in subject.score_names for each in parts(steps))
    if not gives:
        return
    for clause in _factors(subject):
        about = counted(subject, clause.value) | spoken_of(subject, clause.when)
        yield Claim(
            f"{design}.{text}/not-by-{clause.rule}", subject.entry(f"rule:{clause.rule}"), "modality", "modal",
            frozenset({"negated", "must-not"}), head=group("multiply"),
            context=(_around(subject, design), about) if about else (_around(subject, design),),
        )  # fmt: skip


def _around(subject: Subject, design: str) -> Group:
    return subject.class_words(design) | group("previous")


def _factors(subject: Subject) -> Iterator[Clause]:
    for name in sorted(subject.score_names & subject.game.definitions.keys()):
        yield from (each for each in subject.game.definitions[name].clauses if each.op == "multiply")
