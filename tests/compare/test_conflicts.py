"""What overlays do to each other: judgements over a game made up for the tests."""

from itertools import combinations

import pytest

from tests.compare.shore import house
from verifier.compare.conflicts import Conflicts, OverlayJudgement, conflicts
from verifier.diagnostics import Rejected
from verifier.report.conflicts import conflicts_in_words, conflicts_page, matrix, pair_in_words

pytestmark = pytest.mark.slow

HOUSE = {
    "big-hands": ("set hand-size to 3",),
    "small-hands": ("set hand-size to 1",),
    "plain-stones": ("remove rule stones-double",),
    "loud-stones": ("replace rule stones-double", "    multiply by 1 + 2 * count stone in b"),
    "poor": ("remove rule coins-count",),
    "rich": ("replace rule coins-count", "    add 2 * p.coins"),
    "shell-gift": ("change worth", "    rule gift", "        when b is not empty", "        add 5"),
    "stone-toll": ("change worth", "    rule toll", "        multiply by 2"),
    "no-worth": ("replace rule beaches", "    add 0"),
    "tides": ("note high-tide, until turn ends", "after pay", "    set high-tide"),
    "flood": (
        "replace action lay",
        "    choose card in my hand",
        "    rule shells-rise",
        "        when card is shell",
        "        require card.size is more than highest size of shell in my beach of card.side else 0",
        "    rule no-flood",
        "        require not high-tide",
        "    move card to my beach of card.side",
    ),
    "lay-first": (
        "replace turn",
        "    again: any number of lay",
        "    weather: do blow",
        "    play: one of lay, pay",
        "    fill: do fill-up",
    ),
    "one-lay": ("replace play: one of lay",),
    "alms": ("change play: also give-alms", "action give-alms", "    take 1 from my coins"),
    "shout": ("change play: also shout", "note loud, until turn ends", "action shout", "    set loud"),
    "lot": ("note lot: player, given", "replace starter lot"),
}


@pytest.fixture
def judged(tmp_path, shore):
    """The judgement of two or three house rules."""

    def judge(*names, threes=False):
        paths = [house(tmp_path, name, *HOUSE[name]) for name in names]
        found = conflicts(shore, tuple(paths), threes)
        return found if threes else found.pairs[0]

    return judge


@pytest.mark.parametrize(
    ("first", "second", "kind"),
    [
        ("big-hands", "small-hands", "contradictory"),
        ("plain-stones", "loud-stones", "contradictory"),
        ("poor", "rich", "contradictory"),
        ("big-hands", "poor", "fine"),
        ("plain-stones", "rich", "fine"),
        ("no-worth", "plain-stones", "idle"),
        ("no-worth", "shell-gift", "idle"),
        ("shell-gift", "stone-toll", "order matters"),
        ("shell-gift", "loud-stones", "underspecified"),
        ("lay-first", "one-lay", "order matters"),
        ("flood", "tides", "needs"),
        ("alms", "shout", "fine"),
        ("alms", "one-lay", "fine"),
    ],
)
def test_a_pair_is_judged(first, second, kind, judged):
    assert judged(first, second).kind == kind
    assert judged(second, first).kind == kind


def test_what_matters_with_three_players_alone_is_not_idle(tmp_path, shore):
    lines = ("change worth", "    rule crowd", "        when players is 3", "        add 5")
    three = house(tmp_path, "three", *lines)
    poor = house(tmp_path, "poor", *HOUSE["poor"])
    found = conflicts(shore, (three, poor))
    assert found.players == (2, 3)
    assert found.pairs[0].kind == "fine"
    with_two = conflicts(shore, (three, poor), players=2)
    assert with_two.players == (2,)
    assert with_two.pairs[0].kind == "idle"
    with pytest.raises(Rejected):
        conflicts(shore, (three, poor), players=7)


def test_a_contradiction_names_the_smallest_set_of_rules_that_clash(judged):
    finding = judged("poor", "rich").findings[0]
    assert finding.rules == ("coins-count",)
    assert [label.span.path.rsplit("/")[-1] for label in finding.diagnostics[0].labels] == [
        "rich.rules",
        "poor.rules",
    ]


def test_what_one_brings_the_other_may_need(judged):
    found = judged("tides", "flood")
    assert [finding.text for finding in found.findings] == [
        "`tides` changes nothing without `flood`",
        "`flood` changes something that only `tides` defines",
    ]


def test_who_changes_what_another_brings_comes_after_it(tmp_path, shore):
    gift = house(tmp_path, "gift", "change worth", "    rule gift", "        add 5")
    small = house(tmp_path, "small-gift", "replace rule gift", "    add 1")
    found = conflicts(shore, (gift, small)).pairs[0]
    assert [finding.kind for finding in found.findings] == ["needs", "order matters"]
    assert found.findings[1].text == "only `gift` before `small-gift` works"


def test_a_rule_without_effect_is_idle_beside_any_other(judged):
    found = judged("tides", "poor")
    assert [finding.always for finding in found.findings] == ["tides"]


def test_who_starts_is_not_made_idle_by_a_name(judged):
    assert judged("lot", "poor").kind == "fine"


def test_a_rule_may_be_idle_beside_two_others_together(tmp_path, shore):
    paths = (
        house(tmp_path, "no-beaches", "remove rule beaches"),
        house(tmp_path, "no-coins", "remove rule coins-count"),
        house(tmp_path, "double", "change score", "    rule doubled", "        multiply by 2"),
    )
    found = conflicts(shore, paths, True)
    assert [each.kind for each in found.pairs] == ["fine", "fine", "fine"]
    assert [finding.text for each in found.threes for finding in each.findings] == [
        "`double` changes nothing next to the other two"
    ]


def test_the_matrix_is_told_and_drawn(tmp_path, shore):
    paths = tuple(house(tmp_path, name, *HOUSE[name]) for name in ("poor", "rich", "big-hands", "tides"))
    found = conflicts(shore, paths)
    lines = list(conflicts_in_words(found))
    assert "6 pairs, with 2 to 3 players: 1 contradictory (X); 3 idle (i); 2 fine (.)" in lines
    assert any(line.endswith("(next to poor, rich, big-hands)") for line in lines)
    drawn = conflicts_page(found)
    assert drawn.count("<rect") == 12
    assert "both change `coins-count`" in drawn
    assert "<script" not in drawn


def test_a_fine_pair_says_why_it_is_fine(judged):
    assert any("either order" in line for line in pair_in_words(judged("big-hands", "poor")))


def test_an_unknown_overlay_is_told(shore):
    with pytest.raises(Rejected) as told_so:
        conflicts(shore, ("nobody", "knows"))
    assert [each.code for each in told_so.value.report.diagnostics] == ["D611", "D611"]


@pytest.mark.parametrize(("count", "widest"), [(4, 80), (16, 80), (20, 80), (40, 80)])
def test_the_lines_of_a_large_matrix_stay_short(count, widest):
    names = tuple(f"a-house-rule-with-a-name-{number:03}" for number in range(count))
    pairs = tuple(OverlayJudgement(pair, ()) for pair in combinations(names, 2))
    lines = list(matrix(Conflicts("shore", names, pairs, (), (), (2,))))
    assert max(map(len, lines)) <= widest
    *rows, head = lines
    assert "".join(head.split())[-1] == str((count - 1) % 10)
    assert sum(row.count(".") for row in rows) == len(pairs)
