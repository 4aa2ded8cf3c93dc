"""What can be wrong with a catalogue: every code with its title. The letter `L` is for locale."""

from verifier.diagnostics import Diagnostic, Label

WORD_CODES: dict[str, str] = {
    "L701": "`{path}` is not a catalogue",
    "L702": "there is no language `{lang}`",
    "L703": "the glossary `{path}` cannot be read",
    "L704": "the term `{name}` has no `{form}`",
    "L705": "there is no game `{name}` with a catalogue",
    "L710": "`{key}` has no text yet",
    "L711": "`{key}` is not in the rules",
    "L712": "`{key}` appears twice",
    "L713": "`{key}` has changed since its text was confirmed",
    "L714": "the text of `{key}` is not confirmed",
    "L715": "the glossary has no word for `{name}`",
    "L716": "the glossary has `{name}`, which is not used",
    "L720": "this cannot be parsed",
    "L721": "unknown name `{name}`",
    "L722": "this rule does not use `{name}`",
    "L723": "the sentence does not mention `{name}`",
    "L724": "the rule does not contain {value}",
    "L725": "the sentence does not mention {value}",
    "L730": "a number is typed instead of a slot",
    "L731": "`{word}` is not a number of this rule",
    "L732": "the number word `{word}` would not change with the rule",
    "L740": "the rule says {rule}, the sentence says {said}",
    "L741": "strict or not: the rule says {rule}, the sentence says {said}",
    "L742": "the sentence does not say {rule}",
    "L743": "the sentence compares, the rule does not",
    "L744": "`{name}` is not the number that the rule compares with",
    "L745": "`{name}` is counted in `{term}` here and in `{usual}` elsewhere",
    "L750": "`{word}` makes this optional, the rule makes it mandatory",
    "L751": "`{word}` makes this mandatory, the rule makes it optional",
    "L752": "the sentence does not say that this is a condition",
    "L753": "the sentence does not say that this is optional",
    "L754": "`{word}` is a negation, the rule has none",
    "L755": "the rule has a negation, the sentence has none",
    "L760": "`{name}` comes {rule}, the sentence says {said}",
    "L761": "`{word}` does not say what comes {said}",
    "L762": "`{name}` is not part of this order",
    "L763": "`{name}` is not an annotation",
    "L764": "`{words}` means {said}, not {mark}",
    "L770": "`{word}` is not the word for `{name}`",
    "L771": "the rule mentions `{name}`, the sentence does not",
    "L772": "the sentence mentions `{name}`, the rule does not",
    "L780": "a space is missing before `{sign}`",
    "L781": "wrong quotation marks for this language",
    "L782": "a sentence must end with a full stop",
    "L783": "a label is not a sentence",
    "L784": "two spaces in a row",
}


def problem(
    code: str, /, *labels: Label, hint: str | None = None, about: str | None = None, **names: object
) -> Diagnostic:
    """The diagnostic with this code, its title filled in with the names; `about` is the key of the entry."""
    return Diagnostic(code, labels, WORD_CODES[code].format_map(names), about, hint)
