"""What was found, in the forms that other programs read: the same facts in each of them."""

import json
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from tests.check.games import GOOD, outcome_of, spoiled
from verifier.check.schedule import SubjectFindings, VerifyOutcome
from verifier.program import Subject
from verifier.report.ci_formats import junit, sarif
from verifier.report.diff import _beside
from verifier.report.html import verify_page
from verifier.report.json import verify_document
from verifier.trace.scoring import Step, Worth
from verifier.verdict.finding import Finding


@pytest.fixture(scope="module")
def outcome(tmp_path_factory):
    text = spoiled("play: one of lay, drop", "play: one of lay")
    return outcome_of(tmp_path_factory.mktemp("reports"), text)


@pytest.fixture(scope="module")
def loop(tmp_path_factory):
    text = spoiled("    move top pebble in bag to my hand", "    move top pebble in heap to my hand")
    text += "\nmay-loop drop: \"nobody has to lay & <everybody> may 'drop'\"\n"
    return outcome_of(tmp_path_factory.mktemp("reports"), text, ("it-ends",))


def test_the_document_counts_what_it_lists(outcome):
    document = verify_document(outcome)
    for verdict, count in document["summary"].items():
        if verdict != "acknowledged":
            assert sum(each["verdict"] == verdict for each in document["results"]) == count


def test_a_refutation_in_the_document_has_its_play(outcome):
    (found,) = [each for each in verify_document(outcome)["results"] if each["property"] == "no-dead-end"]
    assert found["verdict"] == "refuted"
    assert len(found["trace"]["told"]) == len(found["trace"]["play"]["moves"])


def test_junit_says_failure_error_and_skipped(outcome, loop):
    suites = ElementTree.fromstring(junit(outcome))
    document = verify_document(outcome)
    assert int(suites.get("tests")) == len(document["results"])
    assert int(suites.get("failures")) == document["summary"]["refuted"]
    assert int(suites.get("errors")) == document["summary"]["unknown"]
    failed = [
        program.get("name") for program in suites.iter("testcase") if program.find("failure") is not None
    ]
    assert "no-dead-end" in failed
    known = ElementTree.fromstring(junit(loop))
    assert known.get("skipped") == "1"
    assert known.get("failures") == "0"


def test_sarif_points_at_the_claim(outcome):
    document = sarif(outcome)
    assert document["version"] == "2.1.0"
    (run,) = document["runs"]
    names = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    for result in run["results"]:
        assert names[result["ruleIndex"]] == result["ruleId"]
    (miracle,) = [each for each in run["results"] if each["ruleId"] == "a-miracle"]
    region = miracle["locations"][0]["physicalLocation"]["region"]
    assert region["startLine"] == GOOD.splitlines().index("witness a-miracle") + 1
    assert miracle["level"] == "warning"


def test_sarif_suppresses_what_is_acknowledged(loop):
    (result,) = sarif(loop)["runs"][0]["results"]
    assert result["suppressions"][0]["kind"] == "inSource"
    assert result["codeFlows"]


def data_of(text: str) -> dict:
    start = text.index('type="application/json">') + len('type="application/json">')
    return json.loads(text[start : text.index("</script>", start)])


def test_the_page_needs_nothing_from_outside(outcome):
    text = verify_page(outcome)
    for word in ("http://", "https://", "src=", "href=", "@import", "url("):
        assert word not in text
    assert "/*data*/" not in text


def test_the_page_holds_the_play_as_pictures(outcome):
    (sheet,) = data_of(verify_page(outcome))["sheets"]
    (found,) = [each for each in sheet["findings"] if each["property"] == "no-dead-end"]
    assert len(found["trace"]["frames"]) == len(found["trace"]["told"]) + 1
    everything = [thing for zone in found["trace"]["frames"][0]["zones"].values() for thing in zone]
    assert sorted(everything) == sorted(
        f"{colour}-{value}" for colour in ("red", "blue") for value in range(1, 6)
    )
    assert sheet["seats"] == ["Anna", "Ben"]
    page, _, play = found["trace"]["link"].partition("#play=")
    assert page.endswith(".html")
    assert len(play) > 50


def test_words_of_the_rules_cannot_end_the_script(loop):
    text = verify_page(loop)
    assert "<everybody>" not in text
    (sheet,) = data_of(text)["sheets"]
    assert "<everybody>" in sheet["findings"][0]["acknowledged"]


def test_a_partial_outcome_says_so_everywhere():
    finding = Finding("bounds", "health", "unknown", "interrupted", "not done: proof")
    partial = VerifyOutcome([SubjectFindings(Subject("pebbles", 2), (finding,))], partial=True)
    assert verify_document(partial)["partial"] is True
    assert "interrupted" in junit(partial)
    assert sarif(partial)["runs"][0]["invocations"] == [{"executionSuccessful": False}]
    assert data_of(verify_page(partial))["partial"] is True


def test_what_is_out_of_resources_is_unknown_in_every_form():
    finding = Finding("bounds", "health", "unknown", "Z3", "not finished after 100 solver queries")
    outcome = VerifyOutcome([SubjectFindings(Subject("pebbles", 2), (finding,))])
    assert outcome.unknown
    assert not outcome.refuted
    assert verify_document(outcome)["results"][0]["verdict"] == "unknown"
    assert ElementTree.fromstring(junit(outcome)).get("errors") == "1"
    assert sarif(outcome)["runs"][0]["results"][0]["level"] == "warning"
    assert data_of(verify_page(outcome))["sheets"][0]["findings"][0]["verdict"] == "unknown"


def test_letters_that_xml_cannot_hold_are_left_out():
    finding = Finding("bounds", "health", "refuted", "plays", "a\x00b\x1bc")
    text = junit(VerifyOutcome([SubjectFindings(Subject("pebbles", 2), (finding,))]))
    assert "abc" in text
    ElementTree.fromstring(text)


def test_scores_stand_beside_each_other_in_the_order_of_the_sheet_without_what_is_the_same():
    def points(name, cost, value):
        return Worth(
            "points", name, value, (Step("sum", 0, value + cost, ()), Step("cost", value + cost, value, ()))
        )

    def late(name, cost, value):
        return Worth(
            "points", name, value, (Step("sum", 0, value + cost, ()), Step("late", value + cost, value, ()))
        )

    def score(*routes):
        return (Worth("score", "Anna", sum(each.value for each in routes), (Step("all", 0, 1, routes),)),)

    mine = score(points("red", 2, 5), points("blue", 2, 3), points("green", 2, 1))
    theirs = score(late("red", 3, 4), late("blue", 2, 3), points("green", 3, 0))
    rows = [" ".join(line.split()) for line in _beside(mine, theirs)]
    assert rows == [
        "A B",
        "score of Anna 9 7",
        "points of red 5 4",
        "cost -2 -",
        "late - -3",
        "points of green 1 0",
        "cost -2 -3",
    ]


def test_scores_beside_each_other_fit_eighty_columns_where_an_audit_tells_them():
    """There they stand thirteen columns in."""
    worth = Worth(
        "points",
        "a route with a long name and a colour",
        -138,
        (Step("a-rule-with-a-name" * 4, 0, -138, ()),),
    )
    assert max(len(line) for line in _beside((worth,), (replace(worth, value=-1, steps=()),))) <= 80 - 13
