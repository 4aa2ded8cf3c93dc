"""What can be wrong with what a comparison is given: every code with its title. `D` is for diff."""

from verifier.diagnostics import Diagnostic, Label

COMPARE_CODES: dict[str, str] = {
    "D601": "expected a pair of names",
    "D602": "`{name}` is mapped twice",
    "D603": "`{name}` is not a name in that rule set",
    "D610": "`{name}` has no overlays to compare",
    "D611": "`{name}` is not an overlay of `{game}`",
}


def problem(code: str, /, *labels: Label, hint: str | None = None, **names: object) -> Diagnostic:
    """The diagnostic with this code, its title filled in with the names."""
    return Diagnostic(code, labels, COMPARE_CODES[code].format_map(names), hint=hint)
