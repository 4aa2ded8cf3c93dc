"""An overlay takes something away: scenarios below it that speak of it are left out with one note."""

from tests.rules import text
from verifier.diagnostics import Level, Report
from verifier.program import check_ruleset, program_of

GAME = text(
    """turn
    play: one of lay

action lay
    choose number n in my hand
    rule not-the-lowest
        require n.value is at least 2
    move n to heap

scenario red-first
    given my hand: red 2
    when I lay red 2
    then my hand is empty

scenario blue-first
    given my hand: blue 2
    when I lay blue 2
    then my hand is empty

scenario red-too-low
    given my hand: red 1
    when I lay red 1
    then refused by not-the-lowest
"""
)


def told(folder, overlay, base=GAME):
    (folder / "tiny.rules").write_text(f"{base}\n{overlay}", encoding="utf-8")
    report = Report()
    check_ruleset(str(folder / "tiny.rules"), report)
    # Not every test uses all that is in the frame.
    return tuple(each for each in report.diagnostics if each.code != "C515")


def test_scenarios_of_the_base_that_no_longer_fit_are_left_out_with_one_note(tmp_path):
    (found,) = told(tmp_path, "house-rule pink of tiny\nset suit to pink, blue\n")
    assert (found.code, found.level) == ("O322", Level.WARNING)
    assert found.title.endswith(": 2")
    assert found.labels[0].text == "`pink` takes it away here"
    assert "`red-first`, `red-too-low`" in found.hint


def test_the_other_scenarios_are_still_played(tmp_path):
    told(tmp_path, "")
    overlay = tmp_path / "pink.rules"
    overlay.write_text("house-rule pink of tiny\nset suit to pink, blue\n", encoding="utf-8")
    game = program_of(f"{tmp_path / 'tiny.rules'}+{overlay}").game
    assert [each.name for each in game.scenarios] == ["blue-first"]


def test_a_mistake_in_the_overlays_own_scenario_is_an_error(tmp_path):
    own = "scenario own\n    given my hand: red 2\n    then my hand is not empty\n"
    found = told(tmp_path, f"house-rule pink of tiny\nset suit to pink, blue\n{own}")
    assert [each.code for each in found if each.level is Level.ERROR] == ["N245"]


def test_a_name_that_rules_still_use_is_told_once_with_the_number_of_its_places(tmp_path):
    claims = "".join(
        f"invariant no-red-{n}\n    no number n in heap where n.suit is red and n.value is {n}\n"
        for n in (1, 2, 3)
    )
    found = told(tmp_path, f"{claims}\nhouse-rule pink of tiny\nset suit to pink, blue\n")
    (error,) = [each for each in found if each.level is Level.ERROR]
    assert error.hint == "the same name is missing in 3 places: replace or remove those lines as well"


def test_a_rule_that_an_overlay_removes_may_still_be_expected_to_refuse_so_that_its_price_is_seen(tmp_path):
    assert told(tmp_path, "house-rule lower of tiny\nremove rule not-the-lowest\n") == ()


def test_a_word_of_a_move_that_means_nothing_is_told(tmp_path):
    own = "scenario own\n    given my hand: red 2\n    when I lay rde 2\n    then refused by lay\n"
    (found,) = told(tmp_path, own)
    assert (found.code, found.hint) == ("N221", "did you mean `red`?")


def test_a_move_with_what_is_gone_is_left_out_too(tmp_path):
    base = (
        GAME + "\nscenario all-blue\n    given my hand: blue 2\n    when I lay red 2\n    then refused by n\n"
    )
    overlay = "house-rule pink of tiny\nset suit to pink, blue\n"
    (found,) = told(tmp_path, overlay, base)
    assert (found.code, found.title.endswith(": 3")) == ("O322", True)
