"""What can be wrong with a catalogue: every code with its title. The letter `L` is for locale."""

from verifier.diagnostics import Diagnostic, Label

WORD_CODES: dict[str, str] = {
    "L701": "`{path}` is not a catalogue",
    "L702": "there is no language `{lang}`",
    "L703": "the glossary `{path}` cannot be read",
    "L704": "the term `{name}` has no `{form}`",
    "L705": "there is no game `{name}` with a catalogue",
    "L710": "`{key}` has no words yet",
    "L711": "`{key}` is not in the rules",
    "L712": "`{key}` stands here twice",
    "L713": "`{key}` has changed since its words were confirmed",
    "L714": "the words of `{key}` wait to be confirmed",
    "L715": "the glossary has no word for `{name}`",
    "L716": "the glossary has `{name}`, which nobody uses",
    "L720": "this cannot be read",
    "L721": "there is nothing called `{name}`",
    "L722": "`{name}` has nothing to do with this rule",
    "L723": "the sentence leaves out `{name}`",
    "L724": "the rule has no {value} in it",
    "L725": "the sentence leaves out the {value}",
    "L730": "a number is written out",
    "L731": "`{word}` is not a number of this rule",
    "L732": "the number word `{word}` would not follow the rule",
    "L740": "the rule says {rule}, the sentence says {said}",
    "L741": "strict or not: the rule says {rule}, the sentence says {said}",
    "L742": "the sentence does not say {rule}",
    "L743": "the sentence compares, the rule does not",
    "L744": "`{name}` is not the number that the rule compares with",
    "L745": "`{name}` is counted in `{term}` here and in `{usual}` elsewhere",
    "L750": "`{word}` leaves a choice where the rule leaves none",
    "L751": "`{word}` leaves no choice where the rule leaves one",
    "L752": "the sentence does not say that this is a condition",
    "L753": "the sentence does not say that this is a choice",
    "L754": "`{word}` denies something, the rule denies nothing",
    "L755": "the rule denies something, the sentence does not",
    "L760": "`{name}` comes {rule}, the sentence says {said}",
    "L761": "`{word}` does not say what comes {said}",
    "L762": "`{name}` has no place in this order",
    "L763": "`{name}` is no mark",
    "L764": "`{words}` means {said}, not {mark}",
    "L770": "`{word}` is not the word for `{name}`",
    "L771": "the rule speaks of `{name}`, the sentence does not",
    "L772": "the sentence speaks of `{name}`, the rule does not",
    "L780": "a space is missing before `{sign}`",
    "L781": "these quotes are not those of the language",
    "L782": "a sentence ends with a full stop",
    "L783": "a label is no sentence",
    "L784": "two spaces in a row",
}


def problem(
    code: str, /, *labels: Label, hint: str | None = None, about: str | None = None, **names: object
) -> Diagnostic:
    """The diagnostic with this code, its title filled in with the names; `about` is the key of the entry."""
    return Diagnostic(code, labels, WORD_CODES[code].format_map(names), about, hint)
