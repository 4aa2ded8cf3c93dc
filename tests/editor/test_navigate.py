from tests.editor.rooms import GAME, HOUSE, place, session_of
from verifier.editor.navigate import definitions, references


def found(spans):
    return sorted(f"{span.path.rpartition('/')[2]}:{span.line}" for span in spans)


def test_a_rule_is_found_in_the_game_and_in_the_overlay_that_replaces_it(game):
    session, path = session_of(game)
    with session.reading():
        known = definitions(session, path, place(GAME, "not-too-high"))
    assert [(each.sort, each.replaces) for each in known] == [("rule", False), ("rule", True)]


def test_references_cross_overlays_scenarios_and_catalogues(game):
    session, path = session_of(game)
    with session.reading():
        assert found(references(session, path, place(GAME, "number limit") + 8)) == [
            *("en.po:12", "game.rules:25", "game.rules:33", "game.rules:43"),
            *("low-cards.rules:2", "low-cards.rules:5"),
        ]
        assert found(references(session, path, place(GAME, "refused by rising") + 12)) == [
            *("game.rules:34", "game.rules:54"),
        ]


def test_a_local_name_is_bound_where_it_is_chosen(game):
    session, path = session_of(game)
    with session.reading():
        (known,) = definitions(session, path, place(GAME, "c.value"))
        assert known.span.start == place(GAME, "number c in") + 7
        # The same letter in another block is another name.
        assert definitions(session, path, place(GAME, "n.value"))[0].sort == "local name"


def test_a_text_that_is_not_saved_is_read_instead_of_its_file(game):
    session, path = session_of(game)
    changed = GAME.replace("limit", "ceiling")
    session.opened(path, changed)
    with session.reading():
        assert "game.rules:25" in found(references(session, path, place(changed, "number ceiling") + 8))
    assert "ceiling" not in path.read_text(encoding="utf-8")


def test_from_a_catalogue_to_the_rule(game):
    session, _ = session_of(game)
    words = (game / "locale" / "en.po").resolve()
    text = words.read_text(encoding="utf-8")
    session.opened(words, text)
    with session.reading():
        known = definitions(session, words, place(text, "rule:not-too-high") + 6)
    assert [each.sort for each in known] == ["rule", "rule"]


def test_names_are_known_while_a_line_is_broken(game):
    session, path = session_of(game)
    broken = GAME.replace("turn\n    lay: one of lay-card", "turn\n    lay: onne of lay-card")
    session.opened(path, broken)
    with session.reading():
        assert definitions(session, path, place(broken, "rising"))
    assert HOUSE
