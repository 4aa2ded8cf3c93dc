"""Positions as input: what a play leads to can be written to a file and asked about like the play itself."""

import json

import jsonschema
import pytest

from tests.cli.conftest import SCHEMAS

# More than anybody can pay.
DEAR = '{"action": "pay", "with": {"price": 99}}'


@pytest.fixture
def position(run, saved, folder):
    """The position after the saved play, in a file beside it."""
    play, write = saved
    del play["moves"][len(play["moves"]) // 2 :]
    write()
    assert run("replay", "shore.rules", "play.json", "--position", "position.json").exit_code == 0
    return folder / "position.json"


def test_a_position_is_asked_like_the_play_that_leads_there(answer, position):
    for command, wanted in (("legal", "legal_moves"), ("score", "players")):
        code, of_play = answer(command, "shore.rules", "play.json")
        assert (code, of_play[wanted]) == (0, answer(command, "shore.rules", "position.json")[1][wanted])
        assert of_play[wanted]


def test_a_position_is_not_written_over(run, position):
    written = position.read_text()
    assert run("replay", "shore.rules", "play.json", "--position", "position.json").exit_code == 2
    assert position.read_text() == written


def test_why_names_every_rule_against_a_move(answer, run, position):
    legal = answer("legal", "shore.rules", "position.json")[1]["legal_moves"][0]
    assert answer("why", "shore.rules", "position.json", json.dumps(legal)) == (
        0,
        {
            "schema": "rulewright/why/1",
            "ruleset": "shore.rules",
            "players": 2,
            "move": legal,
            "legal": True,
            "refusals": [],
        },
    )
    code, found = answer("why", "shore.rules", "play.json", DEAR)
    assert (code, found["legal"]) == (1, False)
    assert found["refusals"]
    assert run("why", "shore.rules", "play.json", json.dumps(legal)).stdout.startswith("legal: ")
    assert "= refused by" in run("why", "shore.rules", "play.json", DEAR).stdout


def test_a_move_is_made_by_whoever_is_to_move(run, position):
    told = run("why", "shore.rules", "play.json", DEAR).stdout
    assert told.startswith(("illegal: Anna ", "illegal: Ben "))


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ({"action": "lya", "with": {}}, "R422"),
        ({"action": "pay", "with": {"prise": 1}}, "R406"),
        ({"action": "bless", "with": {"side": "nowhere"}}, "R423"),
        ({"action": "lay", "with": {"card": "nothing-9"}}, "R413"),
    ],
)
def test_a_word_that_the_rules_do_not_have_is_no_refusal(answer, position, move, code):
    exit_code, found = answer("why", "shore.rules", "play.json", json.dumps(move))
    assert (exit_code, [each["code"] for each in found["diagnostics"]]) == (2, [code])


@pytest.mark.parametrize("move", ["", "lay", "[]", '{"with": {}}', "[" * 5_000])
def test_why_is_asked_about_a_move(run, position, move):
    assert run("why", "shore.rules", "play.json", move).exit_code == 2


@pytest.mark.parametrize(
    "change",
    [
        lambda state: state.update(ruleset="another"),
        lambda state: state.update(players=7),
        lambda state: state.update(at="nowhere"),
        lambda state: state["zones"].popitem(),
        lambda state: state.update(zones=3),
        lambda state: state.update(more=1),
    ],
)
def test_what_is_no_position_is_rejected(run, position, change):
    state = json.loads(position.read_text())
    change(state)
    position.write_text(json.dumps(state))
    for command in ("legal", "score"):
        assert run(command, "shore.rules", "position.json").exit_code == 2


def test_vectors_of_ones_own_play(run, saved):
    play, write = saved
    write()
    found = run("vectors", "shore.rules", "--of", "play.json", "--views", "--no-empty")
    assert found.exit_code == 0
    document = json.loads(found.stdout)
    jsonschema.validate(document, json.loads((SCHEMAS / "vectors.schema.json").read_text()))
    vector = document["vectors"][0]
    assert vector["legal"]
    assert len(vector["positions"]) == len(play["moves"])
    views = [view for position in vector["positions"] for view in position["sees"]]
    assert all(zone["count"] for view in views for zone in view["zones"].values())
    assert not any(
        value is None or value is False or value == {} for view in views for value in view["cells"].values()
    )
    assert any(view["cells"].get("active") == 0 for view in views)


def test_vectors_of_an_illegal_play_end_before_the_move(run, saved):
    play, write = saved
    play["moves"][1] = play["moves"][0]
    write()
    found = run("vectors", "shore.rules", "--of", "play.json")
    assert found.exit_code == 1
    vector = json.loads(found.stdout)["vectors"][0]
    assert (vector["legal"], vector["illegal"]["move"], len(vector["positions"])) == (False, 1, 1)
