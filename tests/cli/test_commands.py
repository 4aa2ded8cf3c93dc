"""What each command answers, for people and for programs."""

import json
import re
from pathlib import Path

import pytest

from verifier.cli.frame import COMMANDS
from verifier.cli.show import tell
from verifier.cli.simulate import answer_of, told
from verifier.engine import Engine
from verifier.program import program_of
from verifier.surface.files import game_names
from verifier.trace.simulate import Simulated

GOLDEN = Path(__file__).parent / "golden"


@pytest.fixture
def engine(folder):
    return Engine(program_of("shore.rules").machine)


def test_every_command_of_the_table_has_help(run):
    for name, (_, line) in COMMANDS.items():
        found = run(name, "--help")
        assert found.exit_code == 0
        assert found.output.startswith("Usage:")
        assert line.endswith(".")
    assert all(name in run("--help").output for name in COMMANDS)


def test_the_version_is_told(run):
    assert run("--version").output.startswith("rulewright, version ")


# --- games


@pytest.mark.slow
def test_games_lists_every_game_with_its_overlays(answer, run):
    code, document = answer("games")
    assert code == 0
    assert [game["id"] for game in document["games"]] == game_names()
    for game in document["games"]:
        assert game["players"]
        assert game["id"] in run("games").output


# --- check and fmt


def test_check_says_that_there_are_no_mistakes(run, answer):
    found = run("check", "shore.rules")
    assert (found.exit_code, found.output) == (0, "shore.rules: no mistakes\n")
    assert answer("check", "shore.rules") == (
        0,
        {"schema": "rulewright/check/1", "rulesets": ["shore.rules"], "diagnostics": []},
    )


def test_check_reports_every_mistake_in_the_order_of_the_text(run, answer, folder):
    path = folder / "shore.rules"
    path.write_text(path.read_text().replace("card.size", "card.weight").replace("roll wind", "roll wnd"))
    found = run("check", "shore.rules")
    assert found.exit_code == 2
    assert re.findall(r"error\[(\w+)\]", found.output) == ["N240", "N223"]
    code, document = answer("check", "shore.rules")
    assert code == 2
    assert [each["code"] for each in document["diagnostics"]] == ["N240", "N223"]
    assert document["diagnostics"][0]["labels"][0]["path"] == "shore.rules"


def test_check_reads_a_part_with_what_it_belongs_to(run, folder):
    (folder / "more.rules").write_text("part more of lost-cities\nnumber bonus: 3\n")
    found = run("check", "more.rules")
    assert found.exit_code == 2
    assert "N201" in found.output


@pytest.mark.slow
def test_fmt_gives_a_file_its_layout_once(run, answer, folder):
    path = folder / "shore.rules"
    run("fmt", "shore.rules")
    right = path.read_text()
    path.write_text(right.replace("number hand-size: 2", "number   hand-size:2\r"))
    assert run("fmt", "--check", "shore.rules").exit_code == 1
    assert answer("fmt", "--check", "shore.rules")[1]["files"] == [{"path": "shore.rules", "changed": True}]
    assert path.read_text() != right
    assert run("fmt", "shore.rules").output == "changed: shore.rules\n"
    assert path.read_text() == right
    assert run("fmt", ".").output == "1 file, formatted\n"
    assert sorted(entry.name for entry in folder.iterdir()) == ["shore.rules"]


# --- simulate


def test_simulate_gives_the_same_plays_for_the_same_seed(answer):
    first = answer("simulate", "shore.rules", "--plays", 30, "--seed", 5, "--players", 3)
    again = answer("simulate", "shore.rules", "--plays", 30, "--seed", 5, "--players", 3)
    other = answer("simulate", "shore.rules", "--plays", 30, "--seed", 6, "--players", 3)
    for _, document in (first, again, other):
        document.pop("seconds")
    assert first == again
    assert first != other
    results = first[1]["results"]
    assert results["ended"] == 30
    assert sum(seat["won"] for seat in results["seats"]) + results["shared"] == 30
    assert sum(count for _, _, count in results["length"]["histogram"]) == 30


def test_simulate_is_told_to_people(engine, golden, capsys):
    found = [Simulated("over", 10 + n % 7, (n % 13, n % 5 - 2), (n % 2,), None) for n in range(100)]
    found += [Simulated("over", 12, (3, 3), (0, 1), None), Simulated("dead end", 4, (0, 0), (0, 1), None)]
    tell(told(answer_of(engine, "shore", 1, "random", 2.5, found), found))
    golden(GOLDEN / "simulate.txt", capsys.readouterr().out)


def test_the_real_simulation_goes_the_same_way(run):
    found = run("simulate", "shore.rules", "--plays", 50)
    assert found.stderr == ""
    assert re.match(r"shore.rules: 50 plays, \d+ moves in \d+\.\d\d s( \([\d,]+ a second\))?\n", found.stdout)


def test_plays_that_do_not_end_are_reported(run, answer):
    code, document = answer("simulate", "shore.rules", "--plays", 4, "--most", 3)
    assert code == 3
    assert document["results"]["broken_off"] == [1, 2, 3, 4]
    found = run("simulate", "shore.rules", "--plays", 4, "--most", 3)
    assert "plays that were cut off: 4, the first with --seed 1" in found.output


def test_a_dead_end_is_a_problem_of_the_rules(answer):
    code, document = answer("simulate", "shore.rules", "--plays", 200)
    seed = document["results"]["dead_ends"][0]
    assert code == 1
    code, document = answer("simulate", "shore.rules", "--plays", 1, "--seed", seed)
    assert code == 1
    assert document["results"]["dead_ends"] == [seed]


@pytest.mark.parametrize("policy", ["random", "greedy", "mixed"])
def test_every_policy_writes_plays_that_replay_accepts(run, folder, policy):
    words = ("simulate", "shore.rules", "--plays", 3, "--policy", policy, "--save-to", "plays")
    assert run(*words).exit_code in (0, 1)
    files = sorted((folder / "plays").iterdir())
    assert len(files) == 3
    for file in files:
        assert run("replay", "shore.rules", file).exit_code == 0
    assert run(*words).exit_code == 2
    assert run(*words, "--force").exit_code in (0, 1)


def test_a_player_can_be_named_for_each_seat(answer, run):
    code, document = answer("simulate", "shore.rules", "--plays", 30, "--player", "greedy,random")
    assert code in (0, 1)
    ended, by_player = document["results"]["ended"], document["results"]["by_player"]
    assert by_player["greedy"]["seats"] == by_player["random"]["seats"] == ended
    assert by_player["greedy"]["won"] == document["results"]["seats"][0]["won"]
    assert by_player["greedy"]["won"] > by_player["random"]["won"]
    found = run("simulate", "shore.rules", "--plays", 5, "--player", "greedy,random")
    assert "greedy players:" in found.stdout


@pytest.mark.parametrize(
    ("named", "complaint"),
    [("greedy,clever", "there is no player `clever`"), ("greedy,random,random", "there are 2 seats")],
)
def test_players_that_cannot_sit_down_are_misuse(run, named, complaint):
    found = run("simulate", "shore.rules", "--player", named)
    assert found.exit_code == 2
    assert complaint in found.output


def test_cards_says_what_appears_and_writes_plays_that_show_it(answer, run, folder):
    code, document = answer("cards", "shore.rules", "--plays", 6, "--save-to", "shown")
    assert code == 0
    assert {(line["card"], line["how"]) for line in document["appeared"]} == {
        ("shell", "laid"),
        ("stone", "laid"),
    }
    files = sorted((folder / "shown").iterdir())
    assert len(files) == len(document["shortest"])
    for file in files:
        assert run("replay", "shore.rules", file).exit_code == 0


def test_cards_that_are_never_seen_leave_the_question_open(answer, run):
    code, document = answer("cards", "shore.rules", "--plays", 1, "--most", 1)
    assert code == 3
    assert document["never"]
    assert "never seen: " in run("cards", "shore.rules", "--plays", 1, "--most", 1).stdout
    code, document = answer("cards", "shore.rules", "--plays", 1, "--beyond", "shore.rules")
    assert (code, document["appeared"], document["never"]) == (0, [], [])


# --- replay, legal, score


def test_replay_tells_how_a_play_ends(run, answer, saved, golden):
    _, write = saved
    golden(GOLDEN / "replay.txt", run("replay", "shore.rules", write(), "--tell").output)
    code, document = answer("replay", "shore.rules", write())
    assert code == 0
    assert document["legal"]
    assert document["over"]
    assert document["result"]["winners"]


def test_replay_names_the_rules_against_an_illegal_move(run, answer, saved, golden):
    play, write = saved
    pay = next(at for at, move in enumerate(play["moves"]) if move["action"] == "pay")
    play["moves"][pay]["with"]["price"] = 5
    found = run("replay", "shore.rules", write())
    assert found.exit_code == 1
    golden(GOLDEN / "replay-illegal.txt", found.output.replace(str(write()), "play.json"))
    code, document = answer("replay", "shore.rules", write())
    assert code == 1
    assert document["illegal"]["move"] == pay
    assert document["illegal"]["rules"] == ["coins-enough"]


def test_legal_lists_what_may_be_done_next(run, answer, saved):
    play, write = saved
    del play["moves"][1:]
    code, document = answer("legal", "shore.rules", write())
    assert code == 0
    assert document["player"] == play["moves"][0]["player"]
    assert {"player": document["player"], "action": "stop"} in document["legal_moves"]
    for move in document["legal_moves"]:
        play["moves"][1:] = [move]
        assert run("replay", "shore.rules", write()).exit_code == 0


def test_score_shows_every_step(run, answer, saved, golden):
    _, write = saved
    golden(GOLDEN / "score.txt", run("score", "shore.rules", write()).output)
    code, document = answer("score", "shore.rules", write())
    assert code == 0
    for player in document["players"]:
        assert player["steps"][0]["value"] == player["score"]


def test_no_score_is_worked_out_after_an_illegal_move(run, answer, saved):
    play, write = saved
    play["moves"] = [{"action": "stop"}]
    found = run("score", "shore.rules", write())
    assert found.exit_code == 1
    assert "refused by stop" in found.output
    code, document = answer("score", "shore.rules", write())
    assert code == 1
    assert document["illegal"]["rules"] == ["stop"]
    assert document["players"] == []


# --- explain


def test_explain_a_code(run, answer):
    assert run("explain", "p103").output.strip()
    assert answer("explain", "R414")[1]["title"] == "the shuffle of `zone` has `name` too often"


@pytest.mark.parametrize("name", ["shells-rise", "stone", "north-2"])
def test_explain_a_name(run, answer, golden, name):
    golden(GOLDEN / f"explain-{name}.txt", run("explain", name, "--game", "shore.rules").output)
    code, document = answer("explain", name, "--game", "shore.rules")
    assert code == 0
    assert document["found"]


def test_explain_finds_a_rule_by_its_full_id(run):
    found = run("explain", "lost-cities/ascending")
    assert found.exit_code == 0
    assert "scenarios: no-going-back" in found.output
    assert "source: " in found.output


def test_explain_suggests_the_nearest_name(run):
    assert "did you mean `shells-rise`?" in run("explain", "shels-rise", "--game", "shore.rules").output


# --- what every command keeps


def test_a_mistake_of_ours_is_told_shortly(run, monkeypatch):
    def fail(*_):
        raise KeyError("secret")

    monkeypatch.setattr("verifier.cli.games.game_names", fail)
    found = run("games")
    assert found.exit_code == 2
    assert "please report it" in found.output
    assert "secret" not in found.output


def test_an_interrupted_command_leaves_quietly(run, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("verifier.cli.games.game_names", interrupted)
    found = run("games")
    assert found.exit_code == 130
    assert found.output.strip() == "interrupted"


def test_nothing_but_the_document_goes_to_standard_output(run):
    found = run("simulate", "shore.rules", "--plays", 2, "--json")
    json.loads(found.stdout)
    assert found.stderr == ""
    assert "\x1b" not in run("games").output
