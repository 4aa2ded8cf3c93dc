"""What can be wrong with a written play: every code with its title. The letter `R` is for replays."""

from verifier.diagnostics import Diagnostic, Label

PLAY_CODES: dict[str, str] = {
    "R401": "this is not JSON",
    "R402": "this is nested too deep for a play",
    "R403": "`{key}` is written twice",
    "R404": "{place} should be {wanted}",
    "R405": "{place} has no `{key}`",
    "R406": "{place} cannot have a `{key}`",
    "R407": "the play is of `{named}`, not of `{asked}`",
    "R408": "a play has at most {limit} {what}",
    "R410": "`{name}` does not come with a play of this game",
    "R411": "`{name}` is not said",
    "R412": "`{name}` cannot be {value}",
    "R413": "no component is called `{name}`",
    "R414": "the shuffle of `{zone}` has `{name}` too often",
    "R415": "`{name}` is not in `{zone}` when it is shuffled",
    "R416": "the shuffle of `{zone}` lacks {names}",
    "R417": "a shuffle of `{zone}` is missing",
    "R418": "there is no die `{name}`",
    "R419": "the die `{name}` has no face {face}",
    "R420": "a roll of `{name}` is missing",
    "R421": "`{name}` is rolled here, not `{written}`",
    "R422": "there is no action `{name}`",
    "R423": "`{action}` cannot have `{name}` {value}",
    "R424": "the play goes on after its end",
    "R425": "too many {what}: {count}",
    "R430": "cannot write `{path}`",
}


def problem(code: str, /, label: Label, hint: str | None = None, **names: object) -> Diagnostic:
    """The diagnostic with this code, its title filled in with the names."""
    return Diagnostic(code, (label,), PLAY_CODES[code].format_map(names), hint=hint)
