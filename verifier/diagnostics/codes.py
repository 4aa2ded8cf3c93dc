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
    "P103": "a text has spaces, not tabs",
    "P104": "`{path}` is larger than {limit} characters",
    "P105": "a line is longer than {limit} characters",
    "P106": "a number has more than {limit} digits",
    "P107": "this is nested more than {limit} deep",
    "P108": "a line has more than {limit} blocks around it",
    "P110": "`{word}` cannot stand here",
    "P111": "`{word}` is not a word of the language",
    "P112": "`{sign}` is written in words",
    "P113": "a colon is missing",
    "P114": "this line is indented too far",
    "P115": "`{word}` needs an indented block below it",
    "P116": "this line is as deep as no line around it",
    "P117": "a range is written with two dots",
    "P118": "`{word}` needs a name",
    "P119": "there is no `{word}` in the language",
    "P120": "`{name}` is a word of the language and cannot be a name",
    "P121": "a number has no fraction",
    "P122": "a sentence stands in quotes",
    "P123": "a line cannot end with a comma",
    "P124": "`{name}` is not written as a name",
    "P125": "what belongs to somebody is written with a dot",
    "P126": "`{sign}` is no sign of the language",
    "P127": "the word `{word}` is missing",
    "P128": "the block of `{word}` ends too early",
    "P129": "`{word}` stands too far left",
    "P130": "`{word}` cannot stand in this block",
    "P131": "the line goes on after its end",
    "P132": "the line ends too early",
    "P133": "the text has no header",
    "P134": "`{name}` has nothing below it",
    "P135": "`{word}` stands inside a rule with a name",
    "P136": "this is said twice",
    "P137": "a bracket has no partner",
    "P138": "a comment begins with `#`",
    "P139": "a line ends by itself",
    "P140": "a block is shown by its depth, not by brackets",
    "P141": "articles are left out",
    "P142": "this comparison is put in other words",
    "P143": "a block opens without a colon",
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
