"""Lemmas as text: the auxiliary invariants of a proof, to be pinned in the rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import product

from verifier.check.induction.candidates.generate import Candidate
from verifier.check.induction.cutpoints import Cut, may_be_passed
from verifier.check.induction.houdini import Known
from verifier.check.induction.print_terms import CandidateText, hyphenated
from verifier.check.induction.proof import Proof
from verifier.check.induction.terms import Term
from verifier.kernel.graph import decision, successors_without_pause
from verifier.kernel.machine import Block, Decide, Mark, Write


class PinnedLemmas:
    """The helpers of a proof that has settled."""

    def __init__(self, proof: Proof) -> None:
        self.proof = proof

    def of(self, parts: Iterable[Term], cuts: Iterable[Cut]) -> tuple[str, ...]:
        """The helpers with which the induction has kept some truths."""
        return self.texts(known for each in product(parts, cuts) for known in self._leanings.get(each, ()))

    def texts(self, leaned: Iterable[Known]) -> tuple[str, ...]:
        """Each helper once, and what it leans on: an invariant, or a comment where the rules have no word for it."""
        waiting, seen, found = list(leaned), set[Known](), dict[tuple[CandidateText, Cut], None]()
        while waiting:
            known = waiting.pop()
            guess = self._guess(*known)
            if known not in seen and guess is not None:
                found[guess.said, known[1]] = None
                waiting += self._leanings.get(known, ())
            seen.add(known)
        texts = {text for said, cut in found if (text := self._text(said, cut))}
        # Two guesses may come to the same claim: the shorter name is enough.
        longest = sorted(texts, key=lambda text: (len(text), text), reverse=True)
        claims = {text.partition("\n")[2] or text: text for text in longest}
        return tuple(sorted(claims.values()))

    @cached_property
    def _leanings(self) -> dict[Known, set[Known]]:
        # Nothing is told of what was not guessed, nor of what that leans on.
        return self.proof.induction.leanings(lambda term, cut: self._guess(term, cut) is not None)

    def _guess(self, term: Term, cut: Cut) -> Candidate | None:
        """The guess that a premise was at its cut; a condition of the way may say the same by chance."""
        induction = self.proof.induction
        if term not in induction.candidates.get(cut, ()) or term in induction.dear:
            return None
        made = [guess for guess in self.proof.guesses.get(term, ()) if cut in guess.cuts]
        # What stands for another by symmetry is told in the words of the one that was guessed.
        return next((guess for guess in made if guess.term is term), made[0] if made else None)

    def _text(self, said: CandidateText, cut: Cut) -> str | None:
        alike = self._alike(said)
        everywhere = all(each in self._terms and self._lives(self._terms[each], cut) for each in alike)
        terms = [term for each in (alike if everywhere else (said,)) for term in self._terms[each]]
        moment, claim = self._moment(terms, cut), said.claim(everywhere)
        if self._is_claimed(terms, moment):
            return None
        if moment is None or claim is None or not self._lives(terms, cut):
            return f"# at {cut.label}: {said.told()}"
        words, text = claim
        at = f"    at {moment}\n" if moment else ""
        return f"invariant {hyphenated(f'{moment} {words}')}\n{at}    {text}"

    @cached_property
    def _terms(self) -> dict[CandidateText, list[Term]]:
        """Everything that was guessed in the same words."""
        found: dict[CandidateText, dict[Term, None]] = {}
        for guesses in self.proof.guesses.values():
            for guess in guesses:
                found.setdefault(guess.said, {})[guess.term] = None
        return {said: list(terms) for said, terms in found.items()}

    def _alike(self, said: CandidateText) -> list[CandidateText]:
        """The same about every place of the name."""
        place = said.place
        return [said] if place is None else [replace(said, place=replace(place, index=i)) for i in place.all]

    def _lives(self, terms: Iterable[Term], cut: Cut) -> bool:
        return all(self.proof.induction.lives(term, cut) for term in terms)

    def _is_claimed(self, terms: Sequence[Term], moment: str | None) -> bool:
        claimed = {
            part
            for truths in self.proof.truths
            if truths.claim.moment is None or truths.claim.moment == moment
            for part in truths.parts
        }
        return claimed.issuperset(terms)

    # --- where it holds

    def _moment(self, terms: Sequence[Term], cut: Cut) -> str | None:
        """What the rules call the places where it holds: nothing if it always does, `None` if they have no word.

        Of a cut that has no name, the decisions that play comes to next.
        """
        if all(self._lives(terms, each) for each in self.proof.asked_at(None)):
            return ""
        block = self.proof.machine.blocks[cut.label]
        moment = self._mark(block) if cut.kind == "entry" else None
        return moment or next((name for name in self._next(block) if self._decided(terms, name)), None)

    def _mark(self, block: Block) -> str | None:
        """The moment with which a block begins, if the rules speak of one."""
        frames = (name for name, cell in self.proof.machine.cells.items() if cell.life == "spilled")
        kept = frozenset(frames)
        steps = (step for step in block.steps if not (isinstance(step, Write) and step.cell in kept))
        first = next(steps, None)
        return first.moment if isinstance(first, Mark) else None

    def _next(self, block: Block) -> list[str]:
        """The decisions that play may come to from a block without another on the way."""
        machine, found, waiting = self.proof.machine, dict[str, None](), [block.label]
        while waiting:
            label = waiting.pop(0)
            if label not in found:
                found[label] = None
                waiting += successors_without_pause(machine.blocks[label].out, machine.cells)
        blocks = [machine.blocks[label] for label in found]
        return list(dict.fromkeys(decision(each) for each in blocks if isinstance(each.out, Decide)))

    def _decided(self, terms: Sequence[Term], name: str) -> bool:
        """Does it hold at every decision of that name?"""
        blocks = self.proof.machine.blocks
        pauses = [each for each in self.proof.pauses if decision(blocks[each.label]) == name]
        # Who passes by without a choice was there too, and nobody has shown what holds then.
        return all(not may_be_passed(blocks[each.label]) and self._lives(terms, each) for each in pauses)
