"""The helpers that proofs lean on as an overlay: laid over the rules, they are invariants like any other."""

from __future__ import annotations

from verifier.check.schedule import VerifyOutcome
from verifier.diagnostics import Report
from verifier.program import Subject, composition

HEAD = """\
# Auxiliary invariants of the proofs ({players} players), found automatically. Use this file as an overlay, or keep
# what is useful in a part of the game.
"""
UNSAID = "# These hold at places that the language cannot name:\n"


def pins(outcome: VerifyOutcome) -> str:
    """Every helper of one subject, once, under the header of a house rule; in comments what the rules cannot say."""
    (sheet,) = outcome.sheets
    helpers = sorted({helper for finding in sheet.findings for helper in finding.helpers})
    said = [helper for helper in helpers if not helper.startswith("#")]
    unsaid = [helper for helper in helpers if helper.startswith("#")]
    text = HEAD.format(players=sheet.subject.players)
    if said:
        below = _below(sheet.subject)
        name = "more-" * sum(each.endswith("helpers") for each in below) + "helpers"
        text += "".join(f"{each}\n" for each in (f"house-rule {name} of {', '.join(below)}", *said))
    return text + (UNSAID + "".join(f"{each}\n" for each in unsaid) if unsaid else "")


def _below(subject: Subject) -> list[str]:
    """What an overlay of the rule set stands on: its overlays, or the game if it has none."""
    laid = composition(subject.ruleset, Report())
    headers = [unit.header for unit in laid.units] if laid is not None else []
    overlays = [each.name.text for each in headers if each.sort in ("variant", "house-rule", "edition")]
    games = [each.name.text for each in headers if each.sort == "game"]
    return list(dict.fromkeys(overlays or games))
