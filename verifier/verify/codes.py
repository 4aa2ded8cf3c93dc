"""What can be wrong with a wish to verify: every code with its title. The letter `V` is for verdicts."""

from verifier.diagnostics import Diagnostic

VERIFY_CODES: dict[str, str] = {
    "V401": "no rule set here has a property `{name}`",
    "V402": "a budget of {seconds} seconds allows nothing",
    "V403": "cannot write a report to `{path}`",
    "V405": "`{count}` processes cannot share the work",
    "V406": "nothing that could be mistaken is called `{name}`",
}


def problem(code: str, /, hint: str | None = None, **names: object) -> Diagnostic:
    """The diagnostic with this code, its title filled in with the names."""
    return Diagnostic(code, (), VERIFY_CODES[code].format_map(names), hint=hint)
