"""The text of a certificate: cutpoints at the margin, what is said of them below."""

import pytest

from verifier.certify.text import UnreadableError, certificate_text
from verifier.source import Source

TEXT = """\
# Why it holds.
certificate drawing

at play offer, the end
    lies deck, hand   # nowhere else
    deck is not empty

at play offer
    hence every player p: p.total is at least 0
    unseen
    falls count card in deck
"""


def test_a_certificate_says_things_of_cutpoints():
    text = certificate_text(Source("drawing.cert", TEXT))
    assert text.name == "drawing"
    assert [(each.sort, each.text) for each in text.said] == [
        ("lies", "deck, hand"),
        ("line", "deck is not empty"),
        ("hence", "every player p: p.total is at least 0"),
        ("unseen", ""),
        ("falls", "count card in deck"),
    ]
    assert text.at == {"play offer": (0, 1, 2, 3, 4), "the end": (0, 1)}
    assert [each.span.line for each in text.said] == [5, 6, 9, 10, 11]


@pytest.mark.parametrize("line", ["deck is empty", "    deck is empty"])
def test_a_line_belongs_to_a_cutpoint(line):
    with pytest.raises(UnreadableError, match=r"lines\.cert:2"):
        certificate_text(Source("lines.cert", f"certificate drawing\n{line}\n"))
