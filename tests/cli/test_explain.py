"""`rulewright explain RULE --lang`: the sentence, the rule, who proved what, scenarios on both sides of it."""

import json
from pathlib import Path

import jsonschema
import pytest
from click.testing import CliRunner

from verifier.cli import main
from verifier.verdict.properties import HEALTH

SCHEMA = Path(__file__).parents[2] / "docs" / "schemas" / "explain.schema.json"
FACE = {
    "en": "back: base set; pair of scales: 1; cost: 1 brick, 1 lumber",
    "fr": "dos : jeu de base ; balance : 1 ; coût : 1 argile, 1 bois",
    "de": "Rückseite: Grundspiel; Waage: 1; Kosten: 1 Lehm, 1 Holz",
}
SAID = {
    "en": "An expedition card must have a higher value than",
    "fr": "Une carte expédition doit avoir une valeur plus élevée que",
    "de": "Eine Expeditionskarte muss einen höheren Wert haben als",
}


def explained(*args, env=None):
    found = CliRunner().invoke(main, ["explain", *args, "--json"], env=env)
    assert found.exit_code == 0
    answer = json.loads(found.stdout)
    jsonschema.validate(answer, json.loads(SCHEMA.read_text()))
    return answer["found"]


@pytest.mark.parametrize("lang", SAID)
def test_a_rule_is_told_in_a_language_with_examples_on_both_sides(lang):
    (found,) = explained("lost-cities/ascending", "--lang", lang)
    assert found["sentence"].startswith(SAID[lang])
    assert "is more than highest value" in found["text"]
    assert all("then refused by ascending" in scenario for scenario in found["failing"])
    assert all("I lay" in scenario and "refused" not in scenario for scenario in found["passing"])
    assert found["failing"]
    assert found["passing"]


@pytest.mark.slow
@pytest.mark.parametrize("lang", FACE)
def test_a_card_is_told_with_what_is_printed_on_it(lang):
    found = next(
        each for each in explained("catan-duel/toll-bridge", "--lang", lang) if "back base" in each["text"]
    )
    plain = found["face"].replace("\N{NO-BREAK SPACE}", " ").replace("\N{NARROW NO-BREAK SPACE}", " ")
    assert plain == FACE[lang]


def test_the_language_may_come_from_the_surroundings():
    (found,) = explained("lost-cities/ascending", env={"RULEWRIGHT_LANG": "de"})
    assert found["lang"] == "de"


@pytest.mark.slow
def test_a_replaced_rule_has_the_words_of_the_overlay():
    said = {each["unit"]: each["sentence"] for each in explained("bonus-for-eight", "--lang", "en")}
    assert "8\N{NO-BREAK SPACE}expedition cards" in said["variant strict-eight"]
    assert "8\N{NO-BREAK SPACE}cards" in said["game lost-cities"]


def test_verdicts_come_from_a_report(tmp_path):
    report = tmp_path / "report.json"
    proved = {
        "ruleset": "lost-cities",
        "players": 2,
        "property": "routes-rise",
        "verdict": "proved",
        "method": "induction",
        "detail": "720 goals",
    }
    other = proved | {"property": "wagers-lead"}
    report.write_text(json.dumps({"results": [proved, other]}))
    (found,) = explained("lost-cities/routes-rise", "--lang", "fr", "--report", str(report))
    assert found["verdicts"] == [proved]


@pytest.mark.parametrize("text", ["[]", "{", '{"results": 3}'])
def test_a_file_that_is_no_report_is_refused(text, tmp_path):
    report = tmp_path / "report.json"
    report.write_text(text)
    found = CliRunner().invoke(main, ["explain", "lost-cities/routes-rise", "--report", str(report)])
    assert found.exit_code == 2
    assert "is not a report" in found.output


@pytest.mark.parametrize("name", [*HEALTH, "scenarios"])
def test_a_built_in_property_is_explained(name):
    told = CliRunner().invoke(main, ["explain", name]).output
    assert told.startswith(f"# {name}: ")
    assert "**What to do**" in told
    assert "## " not in told


def test_an_id_may_have_the_version_of_its_text():
    (found,) = explained("lost-cities/ascending")
    version = found["version"]
    assert len(version) == 8
    (same,) = explained(f"lost-cities/ascending@{version}")
    assert same == found
    (other,) = explained("lost-cities/ascending@00000000")
    assert (other["version"], other["changed"]) == (version, "00000000")
    told = CliRunner().invoke(main, ["explain", "lost-cities/ascending@00000000"]).output
    assert "the text has changed since version 00000000" in told


def test_readers_of_other_languages_are_shown_how_a_mistake_is_mended(run):
    found = run("--lang", "de", "explain", "T303").output
    assert "+amount coins per player: 0..9" in found
    assert "falsch (-) und richtig (+)" in found
