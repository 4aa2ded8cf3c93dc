import json
from textwrap import dedent

from verifier.diagnostics import Diagnostic, Label, Level, all_as_text, as_json, as_text
from verifier.source import NOWHERE, Source

CAVE = Source(
    "spec/cave/game.rules",
    "\n" * 28
    + dedent("""\
    rule climbing
        when I lay card
            require card.value > card.colour
    """).replace("\n", "\n    "),
)
HOUSE = Source("strict.rules", "game cave\nreplace rule climbing\n")


def label(source: Source, words: str, text: str = "") -> Label:
    start = source.text.index(words)
    return Label(source.span(start, start + len(words)), text)


def test_one_label_with_rule_and_hint():
    shown = as_text(
        Diagnostic(
            "T204",
            (label(CAVE, "card.colour", "this is a colour"),),
            "a number cannot be compared with a colour",
            rule="cave/climbing",
            hint="did you mean `highest value in my route of card.colour`?",
        )
    )
    assert shown == dedent("""\
        error[T204]: a number cannot be compared with a colour
          --> spec/cave/game.rules:31:34
           |
        31 |             require card.value > card.colour
           |                                  ^^^^^^^^^^^ this is a colour
           = rule: cave/climbing
           = hint: did you mean `highest value in my route of card.colour`?""")


def test_two_labels_on_one_line_and_one_far_away():
    shown = as_text(
        Diagnostic(
            "T204",
            (
                label(CAVE, "card.colour", "this is a colour"),
                label(CAVE, "card.value", "this is a number"),
                label(CAVE, "rule climbing", "in this rule"),
            ),
            "a number cannot be compared with a colour",
        )
    )
    assert shown == dedent("""\
        error[T204]: a number cannot be compared with a colour
          --> spec/cave/game.rules:31:34
           |
        29 | rule climbing
           | ------------- in this rule
        ...
        31 |             require card.value > card.colour
           |                     ---------- this is a number
           |                                  ^^^^^^^^^^^ this is a colour""")


def test_labels_in_two_files():
    shown = as_text(
        Diagnostic(
            "O301",
            (label(HOUSE, "climbing", "replaced here"), label(CAVE, "rule climbing", "the rule of the game")),
            "`climbing` is replaced twice",
            level=Level.WARNING,
        )
    )
    assert shown == dedent("""\
        warning[O301]: `climbing` is replaced twice
          --> strict.rules:2:14
           |
         2 | replace rule climbing
           |              ^^^^^^^^ replaced here
           |
          ::: spec/cave/game.rules:29:1
           |
        29 | rule climbing
           | ------------- the rule of the game""")


def test_a_line_number_of_one_digit_has_a_narrow_margin():
    assert as_text(Diagnostic("N201", (label(HOUSE, "cave"),), "no game is called `cave`")) == dedent("""\
        error[N201]: no game is called `cave`
         --> strict.rules:1:6
          |
        1 | game cave
          |      ^^^^""")


def test_a_span_of_several_lines_is_marked_to_the_end_of_its_first():
    shown = as_text(Diagnostic("N201", (Label(HOUSE.span(5, 20), "from here"),), "t"))
    assert shown.endswith("1 | game cave\n  |      ^^^^ from here")


def test_the_end_of_the_text_can_be_marked():
    source = Source("x.rules", "game")
    shown = as_text(Diagnostic("P105", (Label(source.span(4), "a line is missing"),), "t"))
    assert shown.endswith("1 | game\n  |     ^ a line is missing")


def test_a_file_without_text_shows_its_path_alone():
    shown = as_text(Diagnostic("P101", (Label(Source("gone.rules", "").whole),), "cannot read `gone.rules`"))
    assert shown == "error[P101]: cannot read `gone.rules`\n --> gone.rules"


def test_what_nobody_wrote_shows_no_place():
    shown = as_text(Diagnostic("C501", (Label(NOWHERE, "made by the verifier"),), "t", hint="none"))
    assert shown == "error[C501]: t\n  = note: made by the verifier\n  = hint: none"


def test_control_characters_of_foreign_text_are_not_obeyed():
    source = Source("x\x1b.rules", "ga\x1b[2Jme \u202ecave\n")
    shown = as_text(Diagnostic("N201", (Label(source.whole, "\x07"),), "no \x1b[31m", hint="\u202e"))
    assert all(line.isprintable() for line in shown.split("\n"))


def test_accents_and_wide_letters_keep_the_marks_in_place():
    source = Source("x.rules", "été 漢字 ici")
    shown = as_text(Diagnostic("N201", (label(source, "ici"),), "t"))
    assert shown.endswith("1 | été 漢字 ici\n  |          ^^^")


def test_a_very_long_line_is_quoted_around_the_mistake():
    source = Source("x.rules", "a" * 100_000 + "here" + "b" * 100_000)
    quoted, marks = as_text(Diagnostic("N201", (label(source, "here"),), "t")).split("\n")[-2:]
    assert len(quoted) < 200
    assert quoted[marks.index("^") : marks.index("^") + 4] == "here"


def test_several_diagnostics_are_parted_by_an_empty_line():
    one = Diagnostic("P101", (), "one")
    assert all_as_text([one, one]) == "error[P101]: one\n\nerror[P101]: one"


def test_a_program_reads_the_same_as_people():
    found = Diagnostic(
        "T204", (label(HOUSE, "climbing", "here"), Label(NOWHERE, "there")), "t", rule="cave/climbing"
    )
    assert json.loads(json.dumps(as_json(found))) == {
        "level": "error",
        "code": "T204",
        "title": "t",
        "labels": [
            {
                "path": "strict.rules",
                "line": 2,
                "column": 14,
                "end_line": 2,
                "end_column": 22,
                "text": "here",
            },
            {"path": None, "text": "there"},
        ],
        "rule": "cave/climbing",
        "hint": None,
    }
