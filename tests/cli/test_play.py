"""A game at the terminal, with what is typed coming from a pipe."""

import json
import re
from pathlib import Path

import pytest

from verifier.pages.table_words import TableWords
from verifier.program import program_of

pytestmark = pytest.mark.slow

GOLDEN = Path(__file__).parent / "golden"
# The same seed gives the same play only against somebody who does not look at the clock.
AGAINST = "--opponent", "greedy"


def typed(*lines):
    return "".join(f"{line}\n" for line in lines)


def test_a_game_is_pleasant_to_read(run, golden):
    lines = typed("help", "lay north 9", "sing", "pay 5", "pay 1", "undo", "99", "quit")
    found = run("play", "shore.rules", *AGAINST, "--seed", 4, typed=lines)
    assert found.exit_code == 0
    golden(GOLDEN / "play.txt", found.output)


def test_a_game_can_be_played_to_its_end_and_saved(run, folder):
    found = run("play", "shore.rules", *AGAINST, "--seed", 2, "--save", "mine.json", typed="1\n" * 200)
    assert found.exit_code == 0
    assert "The game is over: Anna " in found.output
    assert run("replay", "shore.rules", "mine.json").exit_code == 0


def test_a_game_is_repeated_by_its_seed(run):
    words = ("play", "shore.rules", "--seed", 9, "--players", 3, "--opponent", "random", "--seat", 1)
    assert run(*words, typed="1\n" * 50).output == run(*words, typed="1\n" * 50).output


def test_a_game_that_is_left_is_saved_as_far_as_it_came(run, folder):
    run("play", "shore.rules", *AGAINST, "--seed", 2, "--save", "mine.json", typed=typed("1", "undo", "1"))
    assert run("replay", "shore.rules", "mine.json").exit_code == 0
    mine = [move for move in json.loads((folder / "mine.json").read_text())["moves"] if move["player"] == 0]
    assert len(mine) == 1


def test_saving_never_writes_over_a_file_unless_forced(run, folder):
    (folder / "mine.json").write_text("precious")
    found = run("play", "shore.rules", *AGAINST, "--save", "mine.json", typed="1\n")
    assert found.exit_code == 2
    assert "--force" in found.output
    assert (folder / "mine.json").read_text() == "precious"
    found = run("play", "shore.rules", *AGAINST, "--save", "nowhere/mine.json", typed="1\n")
    assert found.exit_code == 2
    assert run("play", "shore.rules", *AGAINST, "--save", "mine.json", "--force", typed="1\n").exit_code == 0
    assert json.loads((folder / "mine.json").read_text())["moves"]


def test_strange_typing_is_answered(run):
    lines = ["\x1b[31m", "1e9", "-1", "0", "²", "lay " * 500, "undo", "\ufeff", "[bold]", "player 9"]
    found = run("play", "shore.rules", *AGAINST, "--seed", 1, typed=typed(*lines, "quit"))
    assert found.exit_code == 0
    assert "You leave the game." in found.output


@pytest.mark.parametrize(
    ("lang", "lines", "answers"),
    [
        ("fr", ["2", "1", "poser jaune 4", "pourquoi prendre dans la pioche", "aide", "annuler", "quitter"],
         ["Une carte expédition doit avoir", "Pas maintenant", "joue ce coup", "Vous quittez la partie"]),
        ("de", ["2", "1", "warum anlegen gelb 4", "hilfe", "zurück", "ende"],
         ["Eine Expeditionskarte muss", "macht diesen Zug", "Du verlässt das Spiel"]),
    ],
)  # fmt: skip
def test_what_is_typed_in_a_language_is_understood_in_it(run, lang, lines, answers):
    found = run("--lang", lang, "play", "lost-cities", *AGAINST, "--seed", 3, typed=typed(*lines))
    assert all(each in found.output for each in answers)
    assert not re.search("understand|comprends|verstehe", found.output)


@pytest.mark.parametrize(
    ("lang", "line", "answer"),
    [
        ("en", "lay purple 3", "I do not know the word `purple`."),
        ("en", "lay yelow 3", "I do not know the word `yelow`. Did you mean `yellow`?"),
        ("fr", "poser violet 3", "Je ne connais pas le mot `violet`."),
        ("de", "anlegen gelp 3", "Das Wort `gelp` kenne ich nicht. Meinst du `gelb`?"),
    ],
)
def test_the_word_that_means_nothing_is_named(run, lang, line, answer):
    found = run("--lang", lang, "play", "lost-cities", *AGAINST, "--seed", 3, typed=typed(line, "quit"))
    assert answer in found.output


def test_what_begins_several_moves_is_asked_back(run):
    found = run("play", "lost-cities", *AGAINST, "--seed", 3, typed=typed("lay", "why 99", "quit"))
    assert "That begins several moves. Which one?\nlay  1 " in found.output
    assert found.output.count("There are 16 moves") == 1


def test_what_is_asked_in_the_middle_of_a_card_or_a_procedure_is_said():
    words = TableWords(program_of("catan-duel", 2))
    assert words.question("check-hand choice 2").startswith("For each card too many")
    assert words.question("brigitta.play choice").startswith("Brigitta: ")
    assert words.question("nowhere choice") is None


def test_a_player_is_not_shown_the_hands_of_others(run):
    found = run("play", "shore.rules", *AGAINST, "--seed", 3, typed="quit\n")
    shown = found.output.split("Ben   score")[1].split("Anna (you)")[0]
    assert "2 hidden" in shown
    assert "north" not in shown


def test_a_play_at_which_the_rules_break_down_is_saved(run, folder):
    path = folder / "shore.rules"
    path.write_text(
        path.read_text().replace("require price is at most my coins", "require price is at most 5")
    )
    found = run("play", "shore.rules", *AGAINST, "--seed", 4, "--save", "mine.json", typed="pay 5\n")
    assert found.exit_code == 1
    assert "the rules cannot be executed: bounds, `coins`" in found.output
    found = run("replay", "shore.rules", "mine.json", "--json")
    assert found.exit_code == 1
    assert json.loads(found.stdout)["fault"]["property"] == "bounds"


def test_a_hint_names_moves_and_what_they_promise(run, monkeypatch):
    monkeypatch.setenv("RULEWRIGHT_ENGINE", "python")
    found = run("play", "shore.rules", "--think", 0.01, "--seed", 4, typed=typed("hint", "1", "quit"))
    assert found.exit_code == 0
    told = found.output.split("Best first:")[1].splitlines()[1:3]
    assert all(": " in line and ("about" in line or "%" in line) for line in told)


def test_nobody_is_asked_where_only_one_move_is_legal(run):
    found = run("play", "lost-cities", *AGAINST, "--seed", 3, typed=typed("lay yellow 8", "quit"))
    assert "Anna draws from the deck" in found.output
    assert found.output.count("Anna> ") == 2


def test_undo_goes_back_to_the_last_choice_over_moves_without_one(run):
    found = run("play", "lost-cities", *AGAINST, "--seed", 3, typed=typed("lay yellow 8", "undo", "undo"))
    assert "Undone." in found.output
    assert "There is nothing to undo." in found.output
    first, *_, last = re.findall(r"hand +(yellow.*)\n", found.output)
    assert first == last


def test_a_card_tells_what_is_printed_on_it_and_what_it_does(run):
    lines = typed("karte", "karte brig", "karte nichts", "ende")
    found = run("--lang", "de", "play", "catan-duel", *AGAINST, "--seed", 3, typed=typed("1") + lines)
    assert "Gemeindehaus: Rückseite: Grundspiel; Kosten: 1 Lehm, 1 Getreide" in found.output
    assert "Deine Suche kostet höchstens 1." in found.output
    assert "Brigitta: Zeitpunkt: bevorstehender Wurf" in found.output
    assert "Eine solche Karte gibt es nicht." in found.output


def test_what_has_been_paid_is_no_news(run):
    lines = typed("1", "5", "1", "fertig", "ende")
    found = run("--lang", "de", "play", "catan-duel", *AGAINST, "--seed", 3, typed=lines)
    assert "zu zahlen Lehm 1" in found.output
    assert "zu zahlen Lehm 0" not in found.output


def test_what_bears_a_number_is_called_by_it_and_not_by_its_copy(run):
    found = run("play", "catan-duel", *AGAINST, "--seed", 9, typed=typed("1", "1", "1", "1", "quit"))
    assert "forest [3] (" in found.output
    assert "  2 gold field [4]" in found.output
    assert "forest 2" not in found.output
    # Nor do two numbers follow each other where a move is numbered.
    assert re.search(r"\nchoose  1 stack \d   2 stack \d", found.output)
