"""One's own game: made, found by its path, read with all that lies beside it, and never overwritten."""

import json
import re
import shutil

import pytest

from verifier.cli import settings
from verifier.cli.docs import _say_what_is_left
from verifier.pages.site import site_of
from verifier.surface.files import game_name, overlays_of


@pytest.fixture
def own(run):
    found = run("new", "my-game")
    assert found.exit_code == 0, found.output
    return "./my-game"


def test_a_new_game_is_without_mistakes_in_rules_layout_and_words(own, run):
    assert run("check", own).stdout == "3 rule sets: no mistakes\n"
    assert run("fmt", "--check", "my-game").exit_code == 0
    found = run("catalogue", "check", own)
    assert "0 missing, 0 problems" in found.stdout, found.stdout


def test_a_folder_is_a_game_wherever_one_stands(own, run, folder, monkeypatch):
    assert run("check", f"{own}+long-hands").exit_code == 0
    assert run("check", "my-game/house/long-hands.rules").exit_code == 0
    monkeypatch.chdir(folder / "my-game")
    assert run("check", ".+long-hands").stdout == ".+long-hands: no mistakes\n"
    assert game_name(".") == "my-game"
    assert [each.name for each in overlays_of(".")] == ["long-hands", "small"]


def test_another_game_below_and_what_tools_have_made_are_not_part_of_it(own, run, folder):
    shutil.copytree(folder / "my-game", folder / "my-game" / "old")
    shutil.copytree(folder / "my-game" / "house", folder / "my-game" / ".cache")
    assert run("check", own).stdout == "3 rule sets: no mistakes\n"


def test_a_folder_called_like_a_game_of_ours_is_meant_by_its_path_alone(run, folder):
    run("new", "mine")
    text = (folder / "mine" / "game.rules").read_text().replace("game mine", "game schotten-totten")
    (folder / "schotten-totten").mkdir()
    (folder / "schotten-totten" / "game.rules").write_text(text)
    assert "Clara" in run("simulate", "./schotten-totten", "--plays", "1", "--players", "3").stdout
    assert run("simulate", "schotten-totten", "--plays", "1", "--players", "3").exit_code == 2


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("My Game!", "for example `my-game`"),
        ("lost-cities", "a game that comes with Rulewright has this name"),
        ("42", "small letters"),
    ],
)
def test_a_bad_name_is_refused_before_anything_is_written(name, hint, run, folder):
    found = run("new", name)
    assert found.exit_code == 2
    assert "error[R431]" in found.stderr
    assert hint in found.stderr
    assert not (folder / name).exists()


def test_a_folder_that_is_there_is_left_alone(run, folder):
    (folder / "my-game").mkdir()
    found = run("new", "my-game")
    assert found.exit_code == 2
    assert "error[R430]" in found.stderr
    assert list((folder / "my-game").iterdir()) == []


def test_a_house_rule_is_written_beside_the_others_and_only_once(own, run, folder):
    assert run("new", own, "--house-rule", "short").exit_code == 0
    path = folder / "my-game" / "house" / "short.rules"
    assert path.read_text().splitlines()[-1] == "set hand-size to 3"
    assert run("check", f"{own}+short").exit_code == 0
    assert run("new", own, "--house-rule", "short").exit_code == 2


def test_a_house_rule_of_a_game_of_ours_is_written_where_one_stands(run, folder):
    found = run("new", "schotten-totten", "--house-rule", "mine")
    assert found.exit_code == 0, found.output
    assert run("check", "schotten-totten+mine.rules").exit_code == 0


def test_a_translation_begins_with_empty_sentences_and_english_words(own, run, folder):
    assert run("new", own, "--translation", "fr").exit_code == 0
    locale = folder / "my-game" / "locale"
    assert '# one = "draw pile"' in (locale / "terms.fr.toml").read_text()
    assert 'msgctxt "rule:ascending"' in (locale / "fr.po").read_text()
    assert run("new", own, "--translation", "klingon").exit_code == 2


def test_settings_are_found_upwards_and_an_option_comes_first(own, run, folder, monkeypatch):
    (folder / "rulewright.toml").write_text("players = 3\n")
    (folder / "my-game" / "rulewright.toml").unlink()
    monkeypatch.chdir(folder / "my-game")
    assert "Clara" in run("simulate", ".", "--plays", "2").stdout
    assert "Clara" not in run("simulate", ".", "--plays", "2", "--players", "2").stdout


@pytest.mark.parametrize(
    "text", ["colour = 1\n", "players = 'two'\n", "budget = true\n", "lang = \n", "lang = 'xx'\n"]
)
def test_settings_that_cannot_be_used_are_told(text, run, folder):
    (folder / settings.FILE).write_text(text)
    found = run("games")
    assert found.exit_code == 2
    assert "error[R432]: the settings in `rulewright.toml` cannot be used" in found.stderr


@pytest.mark.slow
def test_a_new_game_verifies_and_has_pages(own, run):
    found = run("verify", own, "--players", "2", "--budget", "5", "--jobs", "1")
    assert found.exit_code == 0, found.stdout
    texts = site_of({"index.md": "# Home\n"}, [own]).texts
    assert (
        "The card must be higher than the last card of your row." in texts["pages/games/en/my-game/index.md"]
    )


def test_the_commands_in_its_readme_are_written_out(own, folder):
    text = (folder / "my-game" / "README.md").read_text(encoding="utf-8")
    assert "new . --house-rule quick`" in text
    assert "explain ascending`" in text


def test_pages_of_ones_own_game_come_with_a_word_on_sentences_that_the_rules_have_left(own, folder, capsys):
    _say_what_is_left((own, "lost-cities"))
    assert capsys.readouterr().err == ""
    path = folder / "my-game" / "game.rules"
    path.write_text(path.read_text().replace("card.value is more than top", "card.value is at least top"))
    _say_what_is_left((own, "lost-cities"))
    found = capsys.readouterr().err
    assert found.startswith("./my-game (en): a sentence is missing or no longer says what the rules say;")


def test_a_translation_begins_with_the_english_sentences_and_few_complaints(run, own):
    run("new", own, "--translation", "fr")
    missing = run("catalogue", "missing", own, "--text-lang", "fr").stdout
    assert "\nzone:deck\n    zone deck: pile, hidden\n    en: The draw pile lies face down.\n" in missing
    found = run("catalogue", "check", own, "--text-lang", "fr")
    assert found.exit_code == 1
    assert found.stdout.count("error[L710]") == 3
    assert re.search(r"\n\d+ more are missing; `rulewright catalogue missing` lists all\n", found.stdout)
    whole = json.loads(run("catalogue", "check", own, "--text-lang", "fr", "--json").stdout)
    assert len(whole["diagnostics"]) == whole["catalogues"][0]["problems"] > 20
