"""What can be wrong with a wish to verify: every code with its title. The letter `V` is for verdicts."""

from verifier.diagnostics import Diagnostic

VERIFY_CODES: dict[str, str] = {
    "V401": "no rule set here has a property `{name}`",
    "V402": "a budget of {seconds} seconds is too small",
    "V403": "cannot write a report to `{path}`",
    "V405": "`{count}` is not a valid number of processes",
    "V406": "there is nothing to mutate with the name `{name}`",
}


def problem(code: str, /, hint: str | None = None, **names: object) -> Diagnostic:
    """The diagnostic with this code, its title filled in with the names."""
    return Diagnostic(code, (), VERIFY_CODES[code].format_map(names), hint=hint)
