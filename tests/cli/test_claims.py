"""`rulewright claims`, as people run it."""

from typing import get_args

from verifier.words.claim_lines import ASPECTS
from verifier.words.messages import messages
from verifier.words.seam import SlotKind


def test_the_document(answer):
    code, document = answer("claims", "lost-cities")
    assert code == 0
    [dealt] = [each for each in document["claims"] if each["id"] == "hand/dealt"]
    assert (dealt["slot"], dealt["allowed"], dealt["neighbours"], dealt["patch"]) == (
        "number", [8], [7, 9], "number",
    )  # fmt: skip


def test_in_words(run):
    found = run("claims", "lost-cities")
    assert found.exit_code == 0
    assert "The oldest player takes the first turn.\n  which one: oldest   starter/who\n" in found.output
    assert "expedition card\n  how many: 45   expedition/count\n" in found.output


def test_in_the_language_of_the_reader(run):
    found = run("--lang", "fr", "claims", "lost-cities")
    assert (
        "La pioche est posée face cachée.\n  face visible ou cachée\xa0: face cachée   deck/face\n"
        in found.output
    )


def test_every_slot_of_a_sentence_has_words_in_every_language():
    assert set(ASPECTS) == set(get_args(SlotKind))
    for lang in ("fr", "de", "es"):
        assert [words for words in ASPECTS.values() if words not in messages(lang).phrases] == []


def test_what_need_not_be_said_is_shown_on_request(run):
    assert "deck/total" not in run("claims", "lost-cities").output
    assert "deck/total" in run("claims", "lost-cities", "--all").output


def test_a_rule_set_that_is_not_there(run):
    assert run("claims", "no-such-game").exit_code == 2
