"""A session answers whatever it is asked, plays as the interface does, and takes back what it did."""

import json
import random
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rulewright
from tests.trace.conftest import SHORE
from verifier.cli.serve import next_line
from verifier.serve import Session, protocol
from verifier.serve import session as session_module

ROOT = Path(__file__).parents[2]
SCHEMA = json.loads((ROOT / "docs" / "schemas" / "serve.schema.json").read_text())
ANSWER = jsonschema.Draft202012Validator(SCHEMA)
REQUEST = jsonschema.Draft202012Validator(SCHEMA["$defs"]["request"] | {"$defs": SCHEMA["$defs"]})
GAME = str(SHORE)


def asked(session, **request):
    """The answer, after both lines were held against the schema."""
    found = json.loads(session.line(json.dumps(request).encode()))
    REQUEST.validate(request)
    ANSWER.validate(found)
    assert "error" not in found, found
    return found["answer"]


def refused(session, **request):
    found = json.loads(session.line(json.dumps(request).encode()))
    ANSWER.validate(found)
    return found["error"]


def random_moves(session, play, seed, most=200):
    chance = random.Random(seed)
    made = []
    for _ in range(most):
        legal = asked(session, do="legal", play=play)["legal_moves"]
        if not legal:
            break
        made.append(chance.choice(legal))
        asked(session, do="apply", play=play, move=made[-1])
    return made


def test_a_play_goes_as_it_does_in_python():
    session = Session()
    play = asked(session, do="new", ruleset=GAME, seed=5)["play"]
    moves = random_moves(session, play, 1)
    same = rulewright.load(GAME).new(seed=5)
    for move in moves:
        assert move in same.legal()
        same.apply(move)
    assert asked(session, do="state", play=play)["state"] == same.state()
    assert asked(session, do="written", play=play)["written"] == same.trace()
    assert asked(session, do="view", play=play, player=1, empty=True) == json.loads(json.dumps(same.view(1)))
    found = asked(session, do="score", play=play)["players"]
    assert [each["score"] for each in found] == [same.score(seat).value for seat in range(2)]
    assert asked(session, do="result", play=play)["over"] == same.over


def test_what_was_written_is_replayed_and_what_was_read_goes_on():
    session = Session()
    play = asked(session, do="new", ruleset=GAME, seed=2)["play"]
    random_moves(session, play, 2, most=30)
    written = asked(session, do="written", play=play)["written"]
    found = asked(session, do="replay", written=written, keep=True)
    assert found["legal"]
    assert found["moves"] == len(written["moves"])
    state = asked(session, do="state", play=play)["state"]
    assert asked(session, do="state", play=found["play"])["state"] == state
    other = asked(session, do="from-state", state=state, seed=1)["play"]
    assert asked(session, do="legal", play=other) == asked(session, do="legal", play=play)
    assert refused(session, do="written", play=other)["code"] == "not-possible"


def test_chance_can_come_from_outside_bit_by_bit():
    session = Session()
    play = asked(session, do="new", ruleset=GAME, seed=2)["play"]
    random_moves(session, play, 3)
    written = asked(session, do="written", play=play)["written"]
    setup = {"ruleset": GAME, "players": written["players"], "given": written["given"]}
    assert len(written["rolls"]) > 2
    setup["shuffles"], first = written["shuffles"][:1], written["rolls"][:2]
    fed = asked(session, do="new", **setup, rolls=first)["play"]
    rest = written["shuffles"][1:], written["rolls"][2:]
    lacking = refused(session, do="apply", play=fed, moves=written["moves"])
    assert lacking["code"] in ("R417", "R420")
    stood = asked(session, do="legal", play=fed)
    asked(session, do="apply", play=fed, moves=[], shuffles=rest[0], rolls=rest[1])
    assert asked(session, do="legal", play=fed) == stood
    asked(session, do="apply", play=fed, moves=written["moves"][lacking["made"] :])
    whole = [asked(session, do="state", play=each)["state"] for each in (fed, play)]
    assert whole[0] == whole[1]
    asked(session, do="undo", play=fed, count=len(written["moves"]))
    asked(session, do="apply", play=fed, moves=written["moves"])
    assert asked(session, do="state", play=fed)["state"] == whole[0]
    assert refused(session, do="apply", play=play, moves=[], rolls=[])["code"] == "not-possible"


def test_moves_are_taken_back_one_by_one_and_many_at_a_time(monkeypatch):
    monkeypatch.setattr("verifier.trace.record.SPACING", 4)
    session = Session()
    play = asked(session, do="new", ruleset=GAME, seed=4)["play"]
    states = [asked(session, do="state", play=play)]
    moves = []
    for seed in range(100):
        made = random_moves(session, play, seed, most=1)
        if not made:
            break
        moves += made
        states.append(asked(session, do="state", play=play))
    assert len(moves) > 11
    for count in (1, 1, 5, 4):
        asked(session, do="undo", play=play, count=count)
        states = states[: len(states) - count]
        assert asked(session, do="state", play=play) == states[-1]
    asked(session, do="apply", play=play, moves=moves[len(states) - 1 :])
    assert refused(session, do="undo", play=play, count=len(moves) + 1)["undoable"] == len(moves)


def test_moves_before_a_refused_one_stay_made():
    session = Session()
    play = asked(session, do="new", ruleset=GAME, seed=4)["play"]
    move = asked(session, do="legal", play=play)["legal_moves"][0]
    found = refused(session, do="apply", play=play, moves=[move, {"action": "pay", "with": {"price": 99}}])
    assert (found["code"], found["made"]) == ("refused", 1)
    assert refused(session, do="apply", play=play, move={"action": "sing"})["code"] == "R422"
    assert refused(session, do="why", play=play, move={"action": "sing"})["code"] == "R422"
    assert asked(session, do="undo", play=play)["moves"] == 0


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 12) | st.text(max_size=6) | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)
FIELDS = sorted({field.name for fields in protocol.REQUESTS.values() for field in fields})
# What fits half-way gets further in than noise does.
PLAUSIBLE = st.sampled_from([1, 0, -1, 10**9, GAME, "", [], {}, {"action": "lay", "with": {"card": []}}])
REQUESTS = st.fixed_dictionaries(
    {"do": st.sampled_from([name for name in protocol.REQUESTS if name != "bye"])},
    optional=dict.fromkeys(FIELDS, PLAUSIBLE | JSON),
)


@pytest.mark.slow
@given(st.lists(REQUESTS | JSON, max_size=6))
@settings(max_examples=40)
def test_whatever_is_asked_is_answered_and_is_no_mistake_of_ours(requests):
    session = Session()
    asked(session, do="new", ruleset=GAME, seed=1)
    for request in requests:
        found = json.loads(session.line(json.dumps(request).encode()))
        ANSWER.validate(found)
        assert found.get("error", {}).get("code") != "internal", (request, found)
    assert asked(session, do="legal", play=1)["player"] is not None


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b"[" * 100_000,
        b"NaN",
        b'{"do": "hello", "id": 1e999}',
        b"9" * 5_000,
        b'"\\ud800"',
    ],
)
def test_a_line_that_is_no_request_is_an_error(line):
    session = Session()
    found = json.loads(session.line(line))
    assert found["error"]["code"] in ("not-json", "not-a-request")
    assert session.open


def test_another_protocol_is_refused():
    assert refused(Session(), do="hello", protocol=2)["protocol"] == protocol.PROTOCOL


def test_there_is_an_end_to_open_plays(monkeypatch):
    monkeypatch.setattr(session_module, "MOST_PLAYS", 2)
    session = Session()
    for _ in range(2):
        asked(session, do="new", ruleset=GAME, seed=1)
    assert refused(session, do="new", ruleset=GAME, seed=1)["code"] == "too-many-plays"
    assert asked(session, do="close", play=1)["open"] == 1
    assert asked(session, do="new", ruleset=GAME, seed=1)["play"] == 3


def test_a_mistake_of_ours_does_not_end_the_session(monkeypatch):
    session = Session()
    play = asked(session, do="new", ruleset=GAME, seed=1)["play"]
    monkeypatch.setattr(rulewright.Play, "legal", lambda self: 1 // 0)
    assert refused(session, do="legal", play=play)["code"] == "internal"
    assert asked(session, do="hello")["protocol"] == 1


def test_a_line_that_is_too_long_is_an_error_and_the_next_is_read(monkeypatch, tmp_path):
    monkeypatch.setattr("verifier.cli.serve.LONGEST_LINE", 20)
    monkeypatch.setattr(session_module, "LONGEST_LINE", 20)
    path = tmp_path / "requests"
    path.write_bytes(b"x" * 95 + b'\n{"do": "hello"}\n')
    with path.open("rb") as requests:
        session = Session()
        assert json.loads(session.line(next_line(requests)))["error"]["code"] == "too-long"
        assert "answer" in json.loads(session.line(next_line(requests)))
        assert next_line(requests) == b""


@pytest.mark.slow
def test_the_command_answers_line_by_line_until_bye():
    command = [sys.executable, "-m", "verifier", "serve"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT) as process:
        for line in (b'{"id": "a", "do": "hello"}\n', b"\n", b"nonsense\n", b'{"do": "bye"}\n'):
            process.stdin.write(line)
            process.stdin.flush()
            if line.strip():
                assert b'"id":' in process.stdout.readline()
        assert process.wait(timeout=60) == 0
