"""Every diagnostic code with its title, in one table, and the one way to make a diagnostic from it.

The letter is the room that reports: `P` reading, `N` names, `T` types, `O` overlays, `C` checks, `L` locale,
`V` verdicts. A code is never reused. Each has a golden pair in `tests/golden/` and a page in
`docs/diagnostics/`.
"""

from verifier.diagnostics.diagnostic import Diagnostic, Label, Level

# A word in braces is filled in by name: `diagnostic("P101", label, path=path)`.
CODES: dict[str, str] = {
    "P101": "cannot read `{path}`",
    "P102": "`{path}` is not a text",
    "P103": "a line is indented with spaces, not with a tab",
    "P104": "`{path}` is larger than {limit} characters",
    "P110": "this line cannot be read",
}


def diagnostic(
    code: str,
    /,
    *labels: Label,
    rule: str | None = None,
    hint: str | None = None,
    level: Level = Level.ERROR,
    **names: object,
) -> Diagnostic:
    """The diagnostic with this code, its title filled in with the names."""
    return Diagnostic(code, labels, CODES[code].format_map(names), rule, hint, level)
