"""Bad input: a diagnostic with its place, exit code 2, nothing written. The list is that of the design."""

import json

import pytest

LINE = "game tiny\nplayers 2\n"
BAD_TEXTS = {
    "binary": b"\x89PNG\r\n\x1a\n\x00\x00\xff\xfe",
    "tab": b"game tiny\nsetup\n\tshuffle deck\n",
    "stray-mark": "game tiny\nplayers\ufeff 2\n".encode(),
    "reserved": f"{LINE}number of: 3\n".encode(),
    "billion": f"{LINE}kind value: 1..1000000000\n".encode(),
    "nested": f"{LINE}number n: {'(' * 10_000}1{')' * 10_000}\n".encode(),
    "itself": f"{LINE}define a: b\ndefine b: a\n".encode(),
    "own-number": f"{LINE}number n: n + 1\n".encode(),
    "no-base": b"house-rule mine of nobody-knows-this\nset n to 3\n",
    "empty": b"",
    "huge": b"# " + b"x" * 2_000_000,
    "long-line": b'game tiny\ntitle "' + b"x" * 5_000 + b'"\n',
    "deep": b"".join(b" " * (4 * depth) + b"rule a\n" for depth in range(100)),
}


@pytest.mark.parametrize("name", BAD_TEXTS)
@pytest.mark.parametrize("command", ["check", "simulate", "fmt"])
def test_rules_that_cannot_be_read(run, folder, name, command):
    path = folder / "bad.rules"
    path.write_bytes(BAD_TEXTS[name])
    if command == "fmt" and name in ("billion", "itself", "own-number", "no-base"):
        pytest.skip("the layout of a text does not ask what it means")
    before = sorted(folder.iterdir())
    found = run(command, "bad.rules")
    assert found.exit_code == 2
    assert "error[" in found.output
    assert sorted(folder.iterdir()) == before
    assert path.read_bytes() == BAD_TEXTS[name]


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        ("check", "nowhere.rules"),
        ("check", "no-such-game"),
        ("simulate", "no-such-game"),
        ("simulate", "shore.rules+no-such-overlay"),
        ("simulate", "shore.rules", "--players", 7),
        ("simulate", "+"),
        ("simulate", ""),
        ("fmt", "nowhere.rules"),
        ("replay", "shore.rules", "nowhere.json"),
        ("replay", "shore.rules", "."),
        ("explain", "no-such-name-at-all"),
        ("explain", "x", "--game", "no-such-game"),
    ],
)
def test_names_that_lead_nowhere(run, words):
    found = run(*words)
    assert found.exit_code == 2
    assert found.output.startswith("error[")


@pytest.mark.parametrize(
    "words",
    [
        ("no-such-command",),
        ("simulate",),
        ("simulate", "shore.rules", "--plays", "none"),
        ("simulate", "shore.rules", "--plays", "0"),
        ("simulate", "shore.rules", "--policy", "clever"),
        ("replay", "shore.rules"),
        ("games", "--loudly"),
        ("play", "shore.rules", "--seat", "5"),
    ],
)
def test_misuse_is_told_with_exit_code_2(run, words):
    found = run(*words)
    assert found.exit_code == 2
    assert "Usage:" in found.output


# --- plays


def change_shuffle_twice(play):
    shells = [card for card in play["shuffles"][0] if "stone" not in card]
    play["shuffles"][0][play["shuffles"][0].index(shells[0])] = shells[1]


CHANGES = {
    "a shuffle repeats a card": (change_shuffle_twice, "R414"),
    "a shuffle lacks a card": (lambda play: play["shuffles"][0].pop(), "R416"),
    "a shuffle is missing": (lambda play: play["shuffles"].clear(), "R417"),
    "a card is unknown": (lambda play: play["shuffles"][0].__setitem__(0, "wester-9"), "R413"),
    "a die is unknown": (lambda play: play["rolls"][0].update(die="rain"), "R418"),
    "a face is unknown": (lambda play: play["rolls"][0].update(face="hail"), "R419"),
    "a seat is unknown": (lambda play: play["given"].update(youngest=4), "R412"),
    "nothing is given": (lambda play: play.pop("given"), "R411"),
    "an action is unknown": (lambda play: play["moves"][0].update(action="sing"), "R422"),
    "the play goes on": (lambda play: play["moves"].append(play["moves"][0]), "R424"),
    "another rule set": (lambda play: play.update(ruleset="other"), "R407"),
    "too many players": (lambda play: play.update(players=9), "O320"),
    "moves are no list": (lambda play: play.update(moves="all"), "R404"),
    "a word too many": (lambda play: play.update(comment="hm"), "R406"),
}


@pytest.mark.parametrize("command", ["replay", "legal", "score"])
@pytest.mark.parametrize("name", CHANGES)
def test_plays_that_cannot_be_read(run, saved, command, name):
    play, write = saved
    change, code = CHANGES[name]
    change(play)
    found = run(command, "shore.rules", write())
    assert found.exit_code == 2
    assert found.output.startswith(f"error[{code}]: ")


@pytest.mark.parametrize(
    "content",
    [b"", b"\xff\xfe{}", b"{" * 200_000, b'{"moves": ' + b"[" * 200_000, b"[1" + b",1" * 9_000_000, b"{}"],
    ids=["empty", "binary", "braces", "brackets", "huge", "no keys"],
)
def test_files_that_hold_no_play(run, folder, content):
    (folder / "play.json").write_bytes(content)
    found = run("replay", "shore.rules", "play.json")
    assert found.exit_code == 2
    assert found.output.startswith("error[")
    assert len(found.output) < 2_000


def test_a_document_says_what_is_wrong_with_the_input(answer, saved):
    play, write = saved
    play["shuffles"] = []
    code, document = answer("replay", "shore.rules", write())
    assert code == 2
    assert [each["code"] for each in document["diagnostics"]] == ["R417"]


def test_letters_that_no_terminal_shows_are_borne(run, folder):
    (folder / "play.json").write_text(json.dumps({"ruleset": "\ud800\x1b[31m", "players": 2, "moves": []}))
    found = run("replay", "shore.rules", "play.json")
    assert found.exit_code == 2
    assert "\x1b" not in found.output
    found = run("replay", "shore.rules", "play.json", "--json")
    assert json.loads(found.stdout)["diagnostics"][0]["code"] == "R407"
