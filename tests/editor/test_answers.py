"""Hover, completion, outline, folding, colours, inlays and lenses."""

from tests.editor.rooms import GAME, HOUSE, place, session_of
from verifier.editor.colours import TYPES, coloured
from verifier.editor.complete import completions
from verifier.editor.hover import hover
from verifier.editor.inlays import inlays
from verifier.editor.lenses import RUN, VERIFY, lenses, scenario_result
from verifier.editor.outline import folds, outline


def suggested(session, path, text, words):
    session.opened(path, text)
    with session.reading():
        return [each.text for each in completions(session, path, place(text, words) + len(words))]


def test_hover_has_the_sentence_and_the_rule(game):
    session, path = session_of(game)
    with session.reading():
        _, known = hover(session, path, place(GAME, "not-too-high"))
    assert known[0].sentence == "A card has a value of at most 3."
    assert known[0].text == "rule not-too-high\n    require c.value is at most limit"
    assert known[1].where.startswith("tiny/house/low-cards.rules")


def test_hover_of_a_word_of_the_language_is_nothing(game):
    session, path = session_of(game)
    with session.reading():
        assert hover(session, path, place(GAME, "choose")) is None


def test_completion_by_the_grammar(game):
    session, path = session_of(game)
    text = GAME.replace("    move c to my row of c.suit\n", "    \n")
    found = suggested(session, path, text, "c.suit else 0\n    ")
    assert {"move", "choose", "rule"} <= set(found)
    assert "zone" not in found
    assert {"zone", "action", "scenario"} <= set(suggested(session, path, GAME + "\n", "row of red is 1\n\n"))


def test_completion_after_a_dot_by_type(game):
    session, path = session_of(game)
    text = GAME.replace("require c.value is at most limit", "require c.")
    found = suggested(session, path, text, "require c.")
    assert {"value", "suit"} <= set(found)
    assert "coins" not in found


def test_the_members_of_a_kind_come_first(game):
    session, path = session_of(game)
    text = GAME.replace("when deck is not empty", "when c.suit is ")
    assert suggested(session, path, text, "when c.suit is ")[:2] == ["red", "blue"]


def test_completion_in_scenarios_and_overlays(game):
    session, path = session_of(game)
    text = GAME.replace("refused by rising", "refused by ")
    assert {"rising", "not-too-high"} <= set(suggested(session, path, text, "refused by "))
    house = (game / "house" / "low-cards.rules").resolve()
    found = suggested(
        session, house, HOUSE.replace("replace rule not-too-high", "replace rule no"), "replace rule no"
    )
    assert {"rising", "not-too-high"} <= set(found)


def test_the_outline_is_a_tree(game):
    session, path = session_of(game)
    with session.reading():
        (unit,) = outline(session, path)
    assert unit.name.sort == "game"
    action = next(each for each in unit.inside if each.name.sort == "action")
    assert [each.name.text for each in action.inside] == ["not-too-high", "rising", "fresh-card"]


def test_blocks_and_comments_fold(game):
    session, path = session_of(game)
    session.opened(path, "# one\n# two\n# three\n" + GAME)
    with session.reading():
        found = list(folds(session.source(path)))
    assert (0, 2, True) in found
    first = GAME.split("\n").index("action lay-card") + 3
    assert any(begun == first for begun, _, _ in found)


def test_names_are_coloured_by_what_they_are(game):
    session, path = session_of(game)
    with session.reading():
        found = {(each.span.text, each.type) for each in coloured(session, path)}
    expected = {
        *(("limit", "variable"), ("deck", "type"), ("rising", "function"), ("lay-card", "method")),
        *(("c", "parameter"), ("choose", "keyword"), ("laying", "struct"), ("limit-kept", "interface")),
    }
    assert expected <= found
    assert {each for _, each in found} <= set(TYPES)


def test_an_overlay_shows_what_stood_there(game):
    session, path = session_of(game)
    house = (game / "house" / "low-cards.rules").resolve()
    with session.reading():
        words = [each.words for each in inlays(session, house)]
        below = {(each.at.text, each.words) for each in inlays(session, path)}
    assert words == ["was 3", "from tiny/game.rules:32", "was count number in my row of red is 1"]
    assert ("limit", "changed by low-cards") in below
    assert ("not-too-high", "changed by low-cards") in below
    assert ("laying", "changed by low-cards") in below


def test_scenarios_are_run_as_they_stand_in_the_editor(game):
    session, path = session_of(game)
    with session.reading():
        found = lenses(session, path)
    assert [(each.command, each.name) for each in found] == [
        *((VERIFY, "limit-kept"), (RUN, "laying"), (RUN, "too-low")),
    ]
    assert scenario_result(session.texts, path, "laying", "en") == (
        True,
        "`laying` gives the expected result",
    )
    session.opened(path, GAME.replace("row of red is 1", "row of red is 2"))
    good, words = scenario_result(session.texts, path, "laying", "en")
    assert not good
    assert "found 1" in words
    session.opened(path, GAME.replace("row of red is 1", "row of red is"))
    assert "cannot be run" in scenario_result(session.texts, path, "laying", "en")[1]
