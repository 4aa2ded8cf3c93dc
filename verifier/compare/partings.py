"""A difference that the search has found, made ready to be shown: replayed on both sides, told, explained."""

from __future__ import annotations

from verifier.backends.machine import Engine, State
from verifier.compare.differences import MoveDiffers, Parting, PlaceDiffers, ResultDiffers
from verifier.compare.product import Product
from verifier.compare.search import Found, begun
from verifier.plays import Recorder, WrittenPlay, replayed, told
from verifier.plays.moving import Moving
from verifier.plays.scoring import Worth, scored

Steps = tuple[int, tuple[Worth, ...], tuple[Worth, ...]]
END_OF_ROUND = "end of round"


class UnfaithfulError(Exception):
    """A play of the search that the engines do not play again: a mistake of ours."""


def parting(product: Product, found: Found, rulesets: tuple[str, str]) -> Parting:
    """The two plays, each replayed by its own engine, and what is different behind them."""
    plays = _recorded(product, found, rulesets)
    for engine, play in zip((product.first, product.second), plays, strict=True):
        again = replayed(engine, play)
        if not again.legal:
            raise UnfaithfulError(f"{play.ruleset}: move {len(again.moves) + 1}")
    scores: tuple[Steps, ...] = ()
    if isinstance(found.what, PlaceDiffers | ResultDiffers) and found.moves:
        scores = _score_steps(product, plays)
    rules = _rules(found, scores)
    return Parting(found.what, plays, tuple(told(product.first, plays[0])), scores, rules)


def _recorded(product: Product, found: Found, rulesets: tuple[str, str]) -> tuple[WrittenPlay, WrittenPlay]:
    joint = begun(product, found.deal)
    fates = (fate.copy() for fate in joint.fates)
    writers = []
    for engine, ruleset, fate, given in zip(
        (product.first, product.second), rulesets, fates, found.deal.given, strict=True
    ):
        fate.times.clear()
        fate.rolls.clear()
        writers.append(Recorder(Moving(engine), ruleset, fate, given))
    first, second = writers
    for move in found.moves:
        there = product.notice.there.move(first.state, second.state, move)
        assert there is not None
        first.step(move)
        second.step(there)
    return first.written(), second.written()


def _score_steps(product: Product, plays: tuple[WrittenPlay, WrittenPlay]) -> tuple[Steps, ...]:
    """Of each player whose score differs at the last end of a round, the steps of it on both sides."""
    ours, others = _at_the_end(product.first, plays[0]), _at_the_end(product.second, plays[1])
    pairs = zip(ours, others, strict=False)
    return tuple((seat, mine, theirs) for seat, (mine, theirs) in enumerate(pairs) if mine != theirs)


def _at_the_end(engine: Engine, play: WrittenPlay) -> list[tuple[Worth, ...]]:
    """How every player's score stood when the last round ended."""
    watched = Engine(engine.machine, checked=True)
    found: list[list[tuple[Worth, ...]]] = []

    def watch(state: State, moment: str | None) -> None:
        if moment == END_OF_ROUND:
            seats = range(engine.machine.players)
            found.append([tuple(scored(engine, state, seat, whole=True)) for seat in seats])

    watched.watch = watch
    replayed(watched, play)
    return found[-1] if found else []


def _rules(found: Found, scores: tuple[Steps, ...]) -> tuple[str, ...]:
    """The rules that make the difference, as far as the difference itself says."""
    rules: dict[str, None] = {}
    if isinstance(found.what, MoveDiffers):
        rules.update(dict.fromkeys(refusal.rule for refusal in found.what.refusals))
    for _, mine, theirs in scores:
        for rule in _differing(mine, theirs):
            rules.setdefault(rule)
    return tuple(rules)


def _differing(mine: tuple[Worth, ...], theirs: tuple[Worth, ...]) -> list[str]:
    """The rules whose step is another one, the innermost first."""
    found: list[str] = []
    there = {(worth.definition, worth.of): worth for worth in theirs}
    for worth in mine:
        other = there.get((worth.definition, worth.of))
        if other is None or other == worth:
            continue
        ours = {step.rule: step for step in worth.steps}
        others = {step.rule: step for step in other.steps}
        for rule in dict.fromkeys((*ours, *others)):
            one, two = ours.get(rule), others.get(rule)
            if one is not None and two is not None:
                found += _differing(one.inside, two.inside)
            gains = [step.after - step.before if step is not None else 0 for step in (one, two)]
            if gains[0] != gains[1] and not (one and two and (one.inside or two.inside)):
                found.append(rule)
    return found
