"""Campaigns, mutants and outcomes as JSON documents: the same answer gives the same bytes, apart from times."""

from __future__ import annotations

from collections import Counter
from statistics import median
from typing import TYPE_CHECKING, Any

from verifier.check.schedule import SubjectFindings, VerifyOutcome
from verifier.check.simulate.campaign import ENDS, BrokenClaim, Campaign, CampaignJob, SubjectTally
from verifier.languages import ENGLISH, language
from verifier.report.text import picked
from verifier.verdict.finding import VERDICTS, Finding

if TYPE_CHECKING:
    from verifier.mutate.run import MutationResult

# --- a campaign as a JSON document: the same plays give the same bytes, apart from times


def campaign_document(wish: CampaignJob, found: Campaign) -> dict[str, Any]:
    """The document of `rulewright campaign`."""
    return {
        "partial": found.partial,
        "plays": wish.plays,
        "seed": wish.seed,
        "results": [_tally(tally) for tally in found.tallies],
    }


def _tally(tally: SubjectTally) -> dict[str, Any]:
    batch = tally.batch
    found: dict[str, Any] = {
        "ruleset": tally.subject.ruleset,
        "players": tally.subject.players,
        "plays": len(batch.lengths),
        "steps": batch.steps,
        "seconds": round(batch.seconds, 3),
        "ends": {end: batch.ends.get(end, 0) for end in ENDS},
        "length": {
            "median": median(batch.lengths) if batch.lengths else 0,
            "longest": max(batch.lengths, default=0),
        },
        "invariants": tally.invariants,
        "witnesses": tally.witnesses,
        "met": sorted(batch.met),
        "broken": [_broken(each) for each in tally.broken],
        "late": sorted(batch.late),
        "stumbles": [{"seed": each.seed, "words": each.words} for each in batch.stumbles],
    }
    if tally.loop is not None:
        found["loop"] = tally.loop.as_json()
    if tally.accepted is not None:
        found["accepted"] = tally.accepted
    return found


def _broken(each: BrokenClaim) -> dict[str, Any]:
    found: dict[str, Any] = {"property": each.name, **picked(each, "plays seed"), "detail": each.words}
    if each.accepted is not None:
        found["accepted"] = each.accepted
    if each.trace is not None:
        found["trace"] = each.trace.as_json()
    return found


# --- a judgement over mutants as a JSON document


def mutate_document(found: MutationResult) -> dict[str, Any]:
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
                **picked(mutant, "id sort words place rule subject about"),
                **picked(verdicts[mutant.number], "fate scenario broken"),
                "players": verdicts[mutant.number].players or found.program.subject.players,
                **({"why": verdicts[mutant.number].why} if verdicts[mutant.number].why else {}),
            }
            for mutant in found.mutants
            if mutant.number in verdicts
        ],
        "invariants": [
            {
                **picked(each, "name place kills reached"),
                "asked-about-all": each.heard,
                "vacuous": each.vacuous,
            }
            for each in found.invariants
        ],
        "rules": [picked(each, "name place killed survived unmade") for each in found.by_rule()],
    }


# --- an outcome as a JSON document: the same outcome gives the same bytes, apart from times


def verify_document(outcome: VerifyOutcome) -> dict[str, Any]:
    """The document of `rulewright verify`."""
    found: dict[str, Any] = {
        "partial": outcome.partial,
        "summary": verdict_counts(outcome),
        "results": [
            finding_as_json(sheet, finding) for sheet in outcome.sheets for finding in sheet.findings
        ],
    }
    if outcome.changed:
        found["changed"] = list(outcome.changed)
    if outcome.recalled:
        found["searches"] = {"all": outcome.tasks, "recalled": outcome.recalled}
    if outcome.costs:
        found["costs"] = [
            {
                "ruleset": each.subject.ruleset,
                "players": each.subject.players,
                "method": each.method,
                "seconds": round(each.seconds, 2),
            }
            for each in outcome.costs
        ]
    return found


def verdict_counts(outcome: VerifyOutcome) -> dict[str, int]:
    """How often each verdict was given; acknowledged refutations are counted apart."""
    counts = Counter(finding.verdict for finding in outcome.findings)
    known = sum(finding.acknowledged is not None for finding in outcome.findings)
    checked = sum(finding.checked is True for finding in outcome.findings)
    return {**{verdict: counts[verdict] for verdict in VERDICTS}, "acknowledged": known, "checked": checked}


def finding_as_json(sheet: SubjectFindings, finding: Finding) -> dict[str, Any]:
    """One row."""
    subject = {"ruleset": sheet.subject.ruleset, "players": sheet.subject.players}
    found = subject | bare_finding_as_json(finding, 3)
    if finding.trace is not None:
        found["trace"] = finding.trace.as_json(with_story=finding.kind != "witness")
    return found


def bare_finding_as_json(finding: Finding, digits: int) -> dict[str, Any]:
    """A finding without its trace, its seconds to so many digits; what it does not have is left out."""
    found: dict[str, Any] = picked(finding, "property kind verdict method detail")
    found["detail"] = language(ENGLISH).counted(finding.detail)
    found["seconds"] = round(finding.seconds, digits)
    optional = picked(finding, "checked acknowledged place listed helpers ended")
    return found | {name: value for name, value in optional.items() if value not in (None, [])}
