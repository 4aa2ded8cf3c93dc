"""Malformed examples, each with the code it deserves, the words it points at and the hint it gets."""

import pytest

from verifier.diagnostics import CODES, Report, all_as_text
from verifier.source import Source
from verifier.surface.parser import read

TOP = "game g\nplayers 2\n{}\n"
STEP = "game g\naction lay\n    choose card in my hand\n    {}\n"
CLAIM = "game g\naction lay\n    rule r\n        {}\n"

# Where the line stands, the line, the code, what is pointed at, a part of the hint.
EXAMPLES = [
    (TOP, "actoin lay", "P111", "actoin", "did you mean `action`?"),
    (TOP, "player 3", "P111", "player", "did you mean `players`?"),
    (TOP, "Number x: 3", "P111", "Number", "did you mean `number`?"),
    (TOP, "measure x fall each turn: 3", "P111", "fall", "did you mean `falls`?"),
    (STEP, "mvoe card to deck", "P111", "mvoe", "did you mean `move`?"),
    (STEP, "move card ot deck", "P111", "ot", "did you mean `to`?"),
    (CLAIM, "requrie card is red", "P111", "requrie", "did you mean `require`?"),
    (CLAIM, "require card.value >= 3", "P112", ">=", "`is at least`"),
    (CLAIM, "require card.value =< 3", "P112", "=<", "`is at most`"),
    (CLAIM, "require card.value > 3", "P112", ">", "`is more than`"),
    (CLAIM, "require card.value < 3", "P112", "<", "`is less than`"),
    (CLAIM, "require card.value = 3", "P112", "=", "`is`"),
    (CLAIM, "require card.value == 3", "P112", "==", "`is`"),
    (CLAIM, "require card.value != 3", "P112", "!=", "`is not`"),
    (CLAIM, "require a && b", "P112", "&&", "`and`"),
    (TOP, "number hand-size = 8", "P112", "=", "`:`"),
    (STEP, "let x = 3", "P112", "=", "`be`"),
    (STEP, "set x = 3", "P112", "=", "`to`"),
    (TOP, "number hand-size 8", "P113", "8", "`number hand-size: 8`"),
    (TOP, "zone deck pile, hidden", "P113", "pile", "`zone deck: pile, hidden`"),
    (TOP, "turn\n    play one of lay, drop", "P113", "one", "`play: one of lay, drop`"),
    (CLAIM, "require a is b\n            move card to deck", "P114", "move", "below the first word"),
    ("  {}\nplayers 2\n", "game g", "P114", "game", "left margin"),
    (TOP, "action lay", "P115", "action", "by four spaces"),
    (STEP, "each player\n    move card to deck", "P115", "each", "by four spaces"),
    (CLAIM, "when a is b\n      require c is d", "P116", "require", "0 or 4 or 8"),
    (TOP, "kind step: 2.10", "P117", "2.10", "`2..10`"),
    (TOP, "kind step: 2-10", "P117", "2-10", "`2..10`"),
    (TOP, "players 2 to 4", "P117", "2 to 4", "`2..4`"),
    (TOP, "card a: value 2...10", "P117", "2...10", "`2..10`"),
    (CLAIM, "rule\n            require a is b", "P118", "rule", "`rule some-name`"),
    (TOP, "action\n    shuffle deck", "P118", "action", "`action some-name`"),
    (TOP, "zone: pile, hidden", "P118", "zone", "`zone some-name`"),
    (TOP, "turn\n    one of lay, drop", "P118", "one", "`some-name: one of lay, drop`"),
    (STEP, "if card is red\n        shuffle deck", "P119", "if", "a `rule` with a name"),
    (STEP, "otherwise shuffle deck", "P119", "otherwise", "otherwise rule"),
    (STEP, "else\n        shuffle deck", "P119", "else", "otherwise rule"),
    (STEP, "add 1 to score if over", "P119", "if", "a `rule` with a name"),
    (STEP, "while deck is empty", "P119", "while", "repeat"),
    (TOP, "number count: 3", "P120", "count", "different word"),
    (TOP, "kind colour: red, of, blue", "P120", "of", "different word"),
    (CLAIM, "require and card is red", "P120", "and", None),
    (TOP, "number x: 8.5", "P121", "8.5", "whole"),
    (TOP, "title My game", "P122", "My game", '`title "My game"`'),
    (TOP, 'title "My game', "P122", '"My game', "same line"),
    (TOP, "title “My game”", "P122", "“", "on both sides"),
    (TOP, "may-loop x: nobody must draw", "P122", "nobody must draw", '`may-loop x: "nobody must draw"`'),
    (TOP, "kind colour: red, blue,", "P123", ",", "remove the comma"),
    (TOP, "number HandSize: 8", "P124", "HandSize", "`hand-size`"),
    (TOP, "number hand_size: 8", "P124", "hand_size", "`hand-size`"),
    (STEP, "move card to player's hand", "P125", "player's hand", "`player.hand`"),
    (TOP, "number x: 3 $ 4", "P126", "$", None),
    (TOP, "number x: 3 × 4", "P126", "×", "`*`"),
    (STEP, "choose card in hand[3]", "P126", "[", "`of`"),
    (TOP, "winner highest total, lowest hand", "P127", "lowest", "`winner highest total, then lowest hand`"),
    (STEP, "do gain me, 3", "P127", "me", "`do gain with me, 3`"),
    (STEP, "set my coins 3", "P127", "3", "`set my coins to 3`"),
    (TOP, "invariant i\n    at start turn\n    a is b", "P127", "turn", "`at start of turn`"),
    (CLAIM, "when a is b", "P128", "rule", "`require`"),
    (TOP, "move card to deck", "P129", "move", "in an `action`"),
    (TOP, "rule r\n    require a", "P129", "rule", "in an `action`"),
    (CLAIM, "when a is b\n    require c is d", "P129", "require", "like the line above"),
    (CLAIM, "require a is b\n        move card to deck", "P130", "move", "indentation"),
    (TOP, "scenario s\n    expect 3", "P130", "expect", "indentation"),
    (TOP, "zone deck: pile, hidden extra", "P131", "extra", "continue with `,`"),
    (TOP, "zone deck: pile", "P132", "pile", None),
    (STEP, "move card", "P132", "card", None),
    (TOP, "end\n    when deck is empty", "P135", "when", "`rule some-name` above"),
    (STEP, "require a is b", "P135", "require", "`rule some-name` above"),
    (TOP, "define d for player p\n    add 3", "P135", "add", "`rule some-name` above"),
    (TOP, "zone deck: pile, hidden, seen", "P136", "seen", "one of the two"),
    (TOP, "note n, kept, until turn ends", "P136", "until turn ends", "one of the two"),
    (TOP, "note n: player, given, until round ends", "P136", "until round ends", "one of the two"),
    (TOP, "number x: (3 + 4", "P137", "(", "`)`"),
    (TOP, "number x: 3 + 4)", "P137", ")", "remove it"),
    (TOP, "number x: 3 // three", "P138", "//", "`#`"),
    (TOP, "-- a comment", "P138", "--", "`#`"),
    (TOP, "number x: 3;", "P139", ";", "remove it"),
    (STEP, "move card to deck.", "P139", ".", "remove it"),
    (TOP, "action lay {\n    shuffle deck", "P140", "{", "four spaces"),
    (STEP, "move the card to the deck", "P141", "the", "`move card to deck`"),
    (CLAIM, "require card.value is greater than 3", "P142", "is greater than", "`is more than`"),
    (CLAIM, "require card.value is equal to 3", "P142", "is equal to", "`is`"),
    (CLAIM, "require card.value is not less than 3", "P142", "is not less than", "`is at least`"),
    (CLAIM, "require card.value is more then 3", "P142", "is more then", "`is more than`"),
    (TOP, "scenario s\n    then my score equals 3", "P142", "equals", "`is`"),
    (TOP, "action lay:\n    shuffle deck", "P143", ":", "`action lay`"),
    (TOP, "invariant i: a is b", "P143", ":", "`a is b` indented"),
    (STEP, "choose card from my hand", "P144", "from", "`in`"),
    ("{}\nplayers 2\n", "house-rule x for g", "P144", "for", "`of`"),
    (STEP, "subtract 2 from heap", "P146", "subtract 2 from heap", "`take 2 from heap`"),
    (STEP, "increase my coins by bid", "P146", "increase my coins by bid", "`add bid to my coins`"),
    (STEP, "move number n from my hand to heap", "P146", "move number n from my hand to", "`move n to heap`"),
    (STEP, "let q be left of left of p", "P146", "left of left of p", "`let q be left of (left of p)`"),
    (
        STEP,
        "move 1 from heap to left of left of p.hand",
        "P146",
        "left of left of p.hand",
        "`move 1 from heap to (left of (left of p)).hand`",
    ),
    (STEP, "swap a with b of left of me", "P146", "b of left of me", "`swap a with b of (left of me)`"),
    (STEP, "then add 1 to my coins", "P146", "then ", "`add 1 to my coins`"),
    (STEP, "let x be bid plus 2", "P146", "plus", "`let x be bid + 2`"),
    (STEP, "let x be sum of value of heap", "P146", "sum of value of heap", "`let x be sum value of heap`"),
    (STEP, "each other player p\n        shuffle deck", "P146", "each other player p", "where p is not me"),
    (STEP, "move top of deck to heap", "P120", "of", "`move top card in deck to heap`"),
    (STEP, "choose any card in my hand", "P120", "any", "`choose card in my hand`"),
    (CLAIM, "require my hand contains card", "P146", "my hand contains card", "`require card is in my hand`"),
    (CLAIM, "require a is b or is c", "P146", "a is b or is c", "`require a is b or a is c`"),
    (CLAIM, "require no card c in heap: c is red", "P146", "no card c in heap: ", "heap where c is red`"),
    (
        TOP,
        "zone hand per player: set, seen",
        "P146",
        "zone hand per player: set",
        "`zone hand: set per player",
    ),
    (TOP, "starter the player p where p is b", "P146", "the player p where p is b", "and `starter opener`"),
    (
        STEP,
        "set x to the player p where p is b",
        "P146",
        "set x to the player p where p is b",
        "`set x to (the player",
    ),
    (
        CLAIM,
        "require count player p where p is b is 1",
        "P146",
        "require count player p where p is b is 1",
        "(count player",
    ),
    (CLAIM, "require a is b and no card in heap", "P146", "no card in heap", "a is b and (no card in heap)"),
    (CLAIM, "require no card in heap and a is b", "P146", "no card in heap", "(no card in heap) and a is b"),
    (CLAIM, "require not any card in heap", "P146", "any card in heap", "`require not (any card in heap)`"),
    (
        CLAIM,
        "require a is the player p where p is b",
        "P146",
        "the player p where p is b",
        "a is (the player",
    ),
    (CLAIM, "require x is at least sum over c d: 1", "P146", "sum over c d: 1", "at least (sum over c d: 1)"),
    (
        STEP,
        "add count card c in heap where c is red to x",
        "P146",
        "count card c in heap where c is red",
        "`add (count card c in heap where c is red) to x`",
    ),
    (TOP, "house rule x of g", "P146", "house rule ", "`house-rule x of g`"),
    (TOP, "replace draw-deck\n    shuffle deck", "P147", "draw-deck", "`replace action draw-deck`"),
    (TOP, "remove draw-deck", "P147", "draw-deck", "`remove action draw-deck`"),
    (TOP, "players 2..1000000", "P145", "players 2..1000000", "`players 2..4`"),
    (TOP, "zzz", "P110", "zzz", "`zone`"),
    (STEP, "move card to 3", "P110", "3", None),
]


@pytest.mark.parametrize(
    ("place", "line", "code", "words", "hint"), EXAMPLES, ids=lambda value: repr(value)[:40]
)
def test_a_mistake_gets_the_sentence_it_deserves(place, line, code, words, hint):
    report = Report()
    assert read(Source("text.rules", place.format(line)), report) == ()
    found = report.diagnostics[0]
    assert (found.code, found.labels[0].span.text) == (code, words), all_as_text(report.diagnostics)
    assert (hint or "") in (found.hint or "")


def test_every_mistake_of_the_text_has_an_example():
    of_files = {"P101", "P102", "P103", "P104", "P105", "P106", "P107", "P108", "P109", "P133", "P134"}
    assert {code for code in CODES if code.startswith("P")} - of_files == {
        code for _, _, code, _, _ in EXAMPLES
    }
