"""A judgement over mutants as a JSON document."""

from __future__ import annotations

from typing import Any

from verifier.mutants.run import Judgement


def mutate_document(found: Judgement) -> dict[str, Any]:
    """The document of `rulewright mutate`."""
    verdicts = {verdict.number: verdict for verdict in found.verdicts}
    score = found.score
    return {
        "ruleset": found.program.subject.ruleset,
        "players": found.program.subject.players,
        "partial": found.partial,
        "mutants": found.total,
        "tried": len(found.verdicts),
        "killed": len(found.of("killed")),
        "survived": len(found.of("survived")),
        "unmade": len(found.of("unmade")),
        "score": None if score is None else round(score, 4),
        "results": [
            {
                "id": mutant.id,
                "sort": mutant.sort,
                "words": mutant.words,
                "place": mutant.place,
                "rule": mutant.rule,
                "subject": mutant.subject,
                "about": mutant.about,
                "fate": verdicts[mutant.number].fate,
                "scenario": verdicts[mutant.number].scenario,
                "broken": list(verdicts[mutant.number].broken),
                "players": verdicts[mutant.number].players or found.program.subject.players,
                **({"why": verdicts[mutant.number].why} if verdicts[mutant.number].why else {}),
            }
            for mutant in found.mutants
            if mutant.number in verdicts
        ],
        "invariants": [
            {
                "name": each.name,
                "place": each.place,
                "kills": list(each.kills),
                "reached": each.reached,
                "asked-about-all": each.heard,
                "vacuous": each.vacuous,
            }
            for each in found.invariants
        ],
        "rules": [
            {
                "name": each.name,
                "place": each.place,
                "killed": each.killed,
                "survived": each.survived,
                "unmade": each.unmade,
            }
            for each in found.by_rule()
        ],
    }
