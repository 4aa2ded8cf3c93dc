"""A rule set as one text, and a copy of it in which every name that its authors chose is another one."""

from verifier.compare.line_diff import declared_names, in_words, words_of
from verifier.diagnostics import Report
from verifier.program import composition
from verifier.surface import nodes
from verifier.surface.format import printed
from verifier.surface.parser import keywords

# Names that mean something to the language itself.
LANGUAGE = frozenset(words_of("box player card tile figure round score me active first second copies"))
# Examples are no rules.
LEFT_OUT = (nodes.Scenario, nodes.Expect, nodes.Title)


def renamed(ruleset: str) -> tuple[str, dict[str, str]]:
    """What the rule set says, as one game in one text with other names, and which name became which."""
    items = [each for each in composition(ruleset, Report()).items if not isinstance(each, LEFT_OUT)]
    fixed = LANGUAGE.union(*map(words_of, keywords("en").every))
    names = sorted(declared_names(tuple(items)) - fixed)
    other = {name: f"other{number}" for number, name in enumerate(names)}
    text = "\n\n".join(printed(item) for item in items)
    return f"game copied\n{in_words(text, other)}\n", other
