"""A certificate is found beside the rules; an overlay without one takes that of what it stands on."""

import pytest

from verifier.certify.compile import compiled
from verifier.certify.files import certificate_path, read_certificate
from verifier.certify.text import UnreadableError, certificate_text
from verifier.program import program_of
from verifier.source import Source


@pytest.mark.parametrize(
    ("ruleset", "name"),
    [
        ("lost-cities", "lost-cities.cert"),
        ("lost-cities+tiny", "lost-cities.cert"),
        ("lost-cities-duel", "lost-cities.cert"),
        ("lost-cities-duel+exploits", "exploits.cert"),
        ("lost-cities-duel+exploits+exploits-tiny", "exploits.cert"),
    ],
)
def test_a_certificate_is_named_like_the_text_it_speaks_of(ruleset, name):
    path = certificate_path(program_of(ruleset, scenarios=False))
    assert path is not None
    assert path.name == name
    assert read_certificate(path).at


def test_a_game_may_have_none():
    assert certificate_path(program_of("catan-duel", scenarios=False)) is None


@pytest.mark.parametrize(
    "line",
    ["lies attic", "lies route of weight", "lies dragon: deck", "split attic", "holds attic among nothing"],
)
def test_a_line_that_names_nothing_of_the_game_is_reported_with_its_place(line):
    text = certificate_text(Source("wrong.cert", f"certificate lost-cities\nat play offer\n    {line}\n"))
    with pytest.raises(UnreadableError, match=r"wrong\.cert:3"):
        compiled(text, program_of("lost-cities+tiny", scenarios=False))
