"""One number of the rules takes several values: what is compared, and what is refused."""

import pytest

pytestmark = pytest.mark.slow


@pytest.fixture
def own(run):
    run("new", "my-game")
    return "./my-game"


def test_each_value_is_played_and_the_one_in_the_rules_is_marked(own, answer):
    code, document = answer("sweep", own, "hand-size=2..4", "--plays", 5)
    assert code == 0
    found = document["values"]
    assert [each["value"] for each in found] == [2, 3, 4]
    assert [each["now"] for each in found] == [False, True, False]
    # Two players play every card of their hands.
    assert [each["moves"] for each in found] == [4, 6, 8]
    assert all(sum(each["actions"].values()) == each["moves"] for each in found)


def test_it_is_told_how_often_each_rule_is_at_work(own, answer, run):
    _, document = answer("sweep", own, "hand-size=2..3", "--plays", 3)
    used = [each["rules"] for each in document["values"]]
    assert used[0].keys() == used[1].keys()
    assert any(count > 0 for count in used[0].values())
    assert "how often each rule is at work" in run("sweep", own, "hand-size=2..3", "--plays", 3).stdout


def test_the_same_seeds_give_the_same_answer_and_overlays_stay(own, answer):
    words = ("sweep", f"{own}+long-hands", "hand-size=4..4", "--plays", 5)
    (_, first), (_, second) = answer(*words), answer(*words)
    assert first == second
    assert first["now"] == 4


def test_a_value_that_the_rules_do_not_bear_is_told(own, run):
    found = run("sweep", own, "hand-size=3..9", "--plays", 2)
    assert found.exit_code == 0
    assert "in the rules" in found.stdout


@pytest.mark.parametrize(
    ("lang", "one", "more"), [("en", "1 play for", "2 plays for"), ("de", "1 Partie je", "2 Partien je")]
)
def test_one_play_is_one(lang, one, more, own, run):
    words = ("--lang", lang, "sweep", own, "hand-size=3..3", "--plays")
    assert one in run(*words, 1).stdout
    assert more in run(*words, 2).stdout


@pytest.mark.parametrize("values", ["hand-size", "hand-size=9..3", "hand-size=1..100", "=1..2"])
def test_a_range_that_is_none_is_refused(own, run, values):
    assert run("sweep", own, values).exit_code == 2


def test_a_number_that_there_is_not_gets_the_nearest(own, run):
    found = run("sweep", own, "hand-sice=2..3")
    assert found.exit_code == 2
    assert "did you mean `hand-size`?" in found.stderr


def test_what_no_longer_holds_is_named_with_the_values_and_drawn(own, answer, run):
    _, document = answer("sweep", own, "hand-size=2..4", "--plays", 5)
    # A hand of four cards may score 10, and at most 9 is claimed.
    assert [each["fails"] for each in document["values"]] == [[], [], ["score-range"]]
    shown = run("sweep", own, "hand-size=2..4", "--plays", 5).stdout
    assert "`score-range` fails with 4" in shown
    assert any(line.split() == ["moves", "▅▅", "▆▆", "██"] for line in shown.splitlines())
