"""`rulewright claims`, as people run it."""


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
    assert "starter/who  superlative: oldest  with start" in found.output


def test_what_need_not_be_said_is_shown_on_request(run):
    assert "deck/total" not in run("claims", "lost-cities").output
    assert "deck/total" in run("claims", "lost-cities", "--all").output


def test_a_rule_set_that_is_not_there(run):
    assert run("claims", "no-such-game").exit_code == 2
