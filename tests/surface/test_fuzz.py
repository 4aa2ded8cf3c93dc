"""Two thousand texts that nobody would write: each gets diagnostics or nodes, never a traceback."""

import random
from collections.abc import Callable

import pytest

from tests.surface.test_words import ENGLISH
from verifier.diagnostics import Report, all_as_text, as_json
from verifier.source import Source
from verifier.surface.format import formatted
from verifier.surface.layout import LONGEST_TEXT, load
from verifier.surface.parser import keywords, read

PIECES = [piece + "\n" for piece in ENGLISH.split("\n\n")]
WORDS = sorted(keywords("en").every)
SIGNS = list("\n :.,()\"#+-*/=<>'[]{}|&!%$0aZé_~’“–\u2028\u200b\u0301\t\0")
# Each way of spoiling a text is tried on that many of them.
EACH = 250


def change(text: str, dice: random.Random) -> str:
    """A few letters more, fewer or other."""
    for _ in range(dice.randint(1, 4)):
        place, gone = dice.randint(0, len(text)), dice.randint(0, 3)
        text = text[:place] + "".join(dice.choices(SIGNS, k=dice.randint(0, 2))) + text[place + gone :]
    return text


def cut(text: str, dice: random.Random) -> str:
    start, end = sorted(dice.choices(range(len(text) + 1), k=2))
    return text[start:end]


def swap_words(text: str, dice: random.Random) -> str:
    words = text.split(" ")
    for _ in range(dice.randint(1, 4)):
        words[dice.randrange(len(words))] = dice.choice(WORDS)
    return " ".join(words)


def shift_lines(text: str, dice: random.Random) -> str:
    lines = text.split("\n")
    for _ in range(dice.randint(1, 3)):
        number = dice.randrange(len(lines))
        lines[number] = " " * dice.randint(0, 9) + lines[number].lstrip()
    if dice.random() < 0.3:
        dice.shuffle(lines)
    return "\n".join(lines)


def only_keywords(text: str, dice: random.Random) -> str:
    line = [*WORDS, ":", ",", "..", "x", "3", "(", ")", "\n", "\n    ", "\n        "]
    return "game g\n" + " ".join(dice.choices(line, k=dice.randint(1, 40)))


def nest(text: str, dice: random.Random) -> str:
    inner = dice.choice(["x", "", "1", "a is b"])
    opening, closing = dice.choice(
        [
            ("(", ")"),
            ("not ", ""),
            ("- ", ""),
            ("every a: ", ""),
            ("1 + ", ""),
            ("count a where ", ""),
            ("x.", ""),
        ]
    )
    depth = dice.choice([1, 40, 49, 61, 300, 5000])
    block = "".join(" " * level + "each x\n" for level in range(dice.choice([1, 19, 200])))
    return f"game g\ndefine x: {opening * depth}{inner}{closing * depth}\naction a\n{block}"


def letters(text: str, dice: random.Random) -> str:
    return "".join(chr(dice.choice([dice.randint(0, 127), dice.randint(0, 0x10FFFF)])) for _ in range(80))


def repeat(text: str, dice: random.Random) -> str:
    """Much of the same; most of it far too much."""
    part = dice.choice(
        ["a ", "(", "zzz\n", '"', "game g\n", "\n", " ", "    x\n", "is not ", "9", "# c\n", ": "]
    )
    return f"game g\nplayers 2\n{part * dice.choice([10, 500, 500, 2_000, LONGEST_TEXT])}"


WAYS: list[Callable[[str, random.Random], str]] = [
    change, cut, swap_words, shift_lines, only_keywords, nest, letters,
]  # fmt: skip


def survives(source: Source) -> None:
    report = Report()
    units = read(source, report)
    assert bool(units) != report.has_errors
    assert all_as_text(report.diagnostics).count("error[") == len(report.diagnostics)
    for found in report.diagnostics:
        as_json(found)
        for label in found.labels:
            assert 0 <= label.span.start <= label.span.end <= len(label.span.source.text)
    if units:
        assert formatted(source, report) is not None


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_a_spoilt_text_never_breaks_the_reader(way):
    dice = random.Random(way.__name__)
    for _ in range(EACH):
        text = "game g\n" + "\n".join(dice.sample(PIECES, k=2))
        survives(Source("spoilt.rules", way(text, dice)))


@pytest.mark.slow
def test_much_of_the_same_never_breaks_the_reader():
    dice = random.Random(0)
    for _ in range(EACH // 5):
        survives(Source("long.rules", repeat("", dice)))


def test_bytes_of_any_kind_never_break_the_loader(tmp_path):
    dice = random.Random(0)
    path = tmp_path / "any.rules"
    for number in range(EACH):
        text = bytearray(dice.choice(PIECES).encode())
        for _ in range(dice.randint(1, 5)):
            text[dice.randrange(len(text))] = dice.randrange(256)
        path.write_bytes(dice.randbytes(200) if number % 5 == 0 else text)
        report = Report()
        source = load(path, report)
        assert (source is None) == report.has_errors
        all_as_text(report.diagnostics)
        if source is not None:
            survives(source)
