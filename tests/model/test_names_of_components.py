"""Names of components tell apart what is printed on them."""

import pytest

from verifier.program import program_of

FRAME = """\
game sparks
players 2
kind colour: red, blue
{lines}
zone deck: pile, hidden
setup
    move every card to deck
turn
    play: one of draw
action draw
    move top card in deck to box
end
    rule no-cards
        when deck is empty
winner first
"""


def machine(folder, *lines):
    path = folder / "sparks.rules"
    path.write_text(FRAME.format(lines="\n".join(lines)), encoding="utf-8")
    return program_of(str(path), 2).machine


def names(folder, *lines):
    return [thing.name for thing in machine(folder, *lines).things]


@pytest.mark.parametrize(
    ("lines", "wanted"),
    [
        (
            ["card spark: each colour, value 1, copies 2", "card spark: each colour, value 5"],
            ["red-1", "red-1-2", "blue-1", "blue-1-2", "red-5", "blue-5"],
        ),
        (
            ["card spark: value 1, copies 2", "card spark: value 2..3"],
            ["spark-1", "spark-1-2", "spark-2", "spark-3"],
        ),
        # What differs in more than one number is counted, as ever.
        (["card hut: dots 2, wooden", "card hut: dots 3", "card hut: dots 3"], ["hut", "hut-2", "hut-3"]),
        (["card hut: dots 2, copies 2"], ["hut", "hut-2"]),
    ],
    ids=["by-colour", "with-a-range", "more-differs", "one-line"],
)
def test_a_number_that_tells_lines_apart_is_part_of_the_name(tmp_path, lines, wanted):
    assert names(tmp_path, *lines) == wanted


def test_every_card_is_named_by_its_value(tmp_path):
    lines = (
        "card spark: each colour, value 1, copies 3",
        "card spark: each colour, value 2..4, copies 2",
        "card spark: each colour, value 5",
    )
    made = machine(tmp_path, *lines)
    value = made.tables["its value"]
    assert len(made.things) == 20
    assert all(int(thing.name.split("-")[1]) == value.values[n] for n, thing in enumerate(made.things))
