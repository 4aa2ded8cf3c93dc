"""The worklist: what is known spreads until nothing changes, and no further."""

from operator import and_, or_

from verifier.analysis.dataflow import AbstractDomain, fixpoint

GRAPH = {
    "start": ("left", "right"),
    "left": ("meeting",),
    "right": ("meeting",),
    "meeting": ("left",),
    "far": (),
}


def along(made):
    """Each block adds what it makes to what was known before it."""

    def flow(label, known):
        return [(target, known | made.get(label, frozenset())) for target in GRAPH[label]]

    return flow


def test_what_one_way_knows_is_given_up_where_ways_meet():
    made = {"left": frozenset("l"), "start": frozenset("s")}
    found = fixpoint({"start": frozenset()}, AbstractDomain(and_, along(made)))
    assert found["left"] == frozenset("s")
    assert found["meeting"] == frozenset("s")


def test_what_may_hold_is_gathered_around_a_loop():
    made = {"meeting": frozenset("m"), "right": frozenset("r")}
    found = fixpoint({"start": frozenset()}, AbstractDomain(or_, along(made)))
    assert found["left"] == found["meeting"] == frozenset("mr")
    assert found["right"] == frozenset()


def test_a_place_to_which_no_way_leads_is_not_in_the_answer():
    found = fixpoint({"start": frozenset()}, AbstractDomain(or_, along({})))
    assert set(found) == set(GRAPH) - {"far"}


def test_an_analysis_against_the_course_of_play_names_the_places_before():
    before = {target: [label for label in GRAPH if target in GRAPH[label]] for target in GRAPH}
    reads = dict.fromkeys(GRAPH, frozenset()) | {"meeting": frozenset("x")}
    live = fixpoint(reads, AbstractDomain(or_, lambda label, known: [(way, known) for way in before[label]]))
    assert live["start"] == live["right"] == frozenset("x")
    assert live["far"] == frozenset()


def test_widening_ends_what_grows_for_ever():
    grown = AbstractDomain(max, lambda place, known: [(place, known + 1)], lambda before, new: float("inf"))
    assert fixpoint({"": 0}, grown) == {"": float("inf")}


def test_the_order_of_the_answer_is_the_order_of_the_walk():
    known = AbstractDomain(or_, along({}))
    assert list(fixpoint({"start": frozenset()}, known)) == ["start", "left", "right", "meeting"]
    tree = {"root": "ab", "a": "c", "b": "d", "c": "", "d": ""}
    depth = AbstractDomain(max, lambda place, known: [(target, known) for target in tree[place]])
    assert list(fixpoint({"root": 0}, depth)) == ["root", "a", "b", "c", "d"]
    assert list(fixpoint({"root": 0}, depth, last_first=True)) == ["root", "a", "b", "d", "c"]
