"""What is wrong with a text, as data: one record, one table of codes, two ways to show it."""

from verifier.diagnostics.codes import CODES, diagnostic, heading
from verifier.diagnostics.count import count_of
from verifier.diagnostics.diagnostic import Diagnostic, Label, Level, Rejected, Report
from verifier.diagnostics.render import all_as_text, as_json, as_text
from verifier.diagnostics.suggest import did_you_mean, known_names_for, nearest

__all__ = [
    "CODES",
    "Diagnostic",
    "Label",
    "Level",
    "Rejected",
    "Report",
    "all_as_text",
    "as_json",
    "as_text",
    "count_of",
    "diagnostic",
    "did_you_mean",
    "heading",
    "known_names_for",
    "nearest",
]
