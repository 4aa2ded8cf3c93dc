"""Claims that some play breaks, each by a way on which a proof could go astray: none of them may be proved."""

import random

import pytest

from tests.rules import FRAME
from verifier.analysis.conservation import conservation_doubts
from verifier.check.induction.prove import prove
from verifier.check.quantified.proof import prove_quantified
from verifier.engine import Engine
from verifier.engine.interpret_steps import Runner
from verifier.kernel.layout import Layout
from verifier.kernel.machine import Machine, Mark
from verifier.program import program_of
from verifier.runtime import Fault, Seeded
from verifier.trace.policies.uniform import random_given

PLAYS, MOVES = 40, 30
CLEAR = "tray-is-clear"
TURN = """
zone tray: set, seen

turn
    act: one of look, rest

action rest
    choose number c in my hand
    move c to heap
"""
TRAY = f"""
invariant {CLEAR}
    tray is empty
"""
SPOTS = """
kind spot: 0..6
zone slot: set per spot, seen
amount level per player: 1..5
note champion: player
"""


class Watching(Runner):
    """Writes down the claims that do not hold where they are asked."""

    def __init__(self, rules: Machine) -> None:
        super().__init__(rules, Layout(rules))
        self.broken: set[str] = set()

    def ask(self, moment, state) -> None:
        for claim in self.machine.claims:
            if claim.moment == moment and not self.read.value(claim.truth, state, {}):
                self.broken.add(claim.name)

    def _step(self, step, env, state, oracle) -> None:
        if isinstance(step, Mark):
            self.ask(step.moment, state)
        super()._step(step, env, state, oracle)

    def _pause(self, at, state) -> None:
        super()._pause(at, state)
        self.ask(None, state)


def broken(rules: Machine) -> set[str]:
    """What some plays break."""
    engine, runner = Engine(rules), Watching(rules)
    for seed in range(PLAYS):
        chance, oracle = random.Random(seed), Seeded(seed)
        state = engine.blank(random_given(engine, chance))
        try:
            runner.begin(state, oracle)
            for _ in range(MOVES):
                legal = runner.legal(state)
                if not legal:
                    break
                runner.step(state, chance.choice(legal), oracle)
        except Fault as fault:
            runner.broken.add(fault.property)
    return runner.broken


def repelled(folder, claim: str, text: str) -> bool:
    """Is the claim broken in play, and proved neither step by step nor by induction?"""
    path = folder / "tiny.rules"
    path.write_text(text, encoding="utf-8")
    rules = program_of(str(path), 2).machine
    assert conservation_doubts(rules) == []
    assert claim in broken(rules)
    verdicts = [*prove_quantified(rules, [claim], (), 5_000), *prove(rules, [claim])]
    return [verdict.verdict for verdict in verdicts] == ["unknown", "unknown"]


ASTRAY = {
    "a loop over nothing is left as if there had been a member": """
action look
    each number n in heap
        set my coins to 1
    rule bad
        when heap is empty
        move top number in deck to tray
""",
    "after a loop that moves its members one is still thought to lie there": """
action look
    each number n in heap
        move n to my row of n.suit
        set my coins to 1
    rule bad
        when heap is empty
        move top number in deck to tray
""",
    "after a loop that pays there is thought to be enough for one more time": """
action look
    repeat my coins times
        take 1 from my coins
    rule bad
        when my coins is 0
        move top number in deck to tray
""",
    "a die has no face before it is thrown: beyond the range of the definition": """
die wind: 1..6
define boost: wind + 1
action look
    rule calm
        require boost is less than 2
    move top number in deck to tray
""",
    "nobody's amount is 0: beyond the range of the definition": f"""
{SPOTS}
define strength for player p: p.level
action look
    rule weak
        require champion.strength is less than 1
    move top number in deck to tray
""",
    "nobody's amount is 0: beyond the domain of the name that a loop reads": f"""
{SPOTS}
action look
    let far be champion.level
    rule first-time
        when slot of 0 is empty
        repeat 1 times
            move top number in deck to slot of far
            set my coins to 0
        rule bad
            when slot of 0 is not empty
            move top number in deck to tray
""",
    "a sum of what is nothing is less than 0": """
die wind: 0..3
action look
    rule low
        when (sum over number n in heap: wind) is less than 0
        move top number in deck to tray
""",
    "a zone that got another name is still asked for a class": """
card wager: each suit
zone shelf: pile per player per suit, seen
define lonely for shelf t
    rule alone
        require every shelf s where s is not t: count wager in s is 0
setup once
    move every wager to box
after rest
    move top number in heap to my shelf of blue
    rule never
        when my coins is 20
        each wager w in box
            move w to my shelf of blue
action look
    choose my shelf s where s is my shelf of red
    rule alone-and-not
        when s is lonely
        when my shelf of blue is not empty
        move top number in deck to tray
""",
    "what comes with a play may be taken away": """
note eldest: player, given
after rest
    clear eldest
action look
    rule nobody
        require eldest is nothing
    move top number in deck to tray
""",
    "a procedure undoes after a pause what was required": """
after rest
    set my coins to 3
action look
    rule rich
        require my coins is 3
    do ask
    rule bad
        when my coins is 0
        move top number in deck to tray
procedure ask
    my opponent chooses number n in my opponent.hand
after ask
    set my coins to 0
""",
    "each player acts in between": """
action look
    rule poor
        require every player p: p.coins is 0
    each player p
        p may choose suit s
        set p.coins to 1
    rule bad
        when my opponent.coins is 1
        move top number in deck to tray
    each player p
        set p.coins to 0
""",
    "two names for one card": """
note tag per number
action look
    choose number a in my hand, number b in my hand
    rule untagged
        require no number n where n is tag
    set a.tag
    rule bad
        when b is tag
        move top number in deck to tray
    clear a.tag
""",
    "what lies on top is another after a shuffle": """
action look
    rule low
        require (top value of number in deck else 0) is 2
    do mix
    rule bad
        when (top value of number in deck else 0) is not 2
        move top number in deck to tray
procedure mix
    my opponent chooses suit s
    shuffle deck
""",
    "whether one goes depends on who has gone": """
zone pot: set, seen
action look
    move every number n in heap where count number in pot is 0 to pot
    rule left-over
        when heap is not empty
        move top number in deck to tray
""",
    "the last steps of a round come after the last turn": """
action look
    move top number in deck to heap
after round
    move top number in heap to tray
""",
}


@pytest.mark.slow
@pytest.mark.parametrize("text", ASTRAY.values(), ids=ASTRAY.keys())
def test_a_tray_that_is_filled_in_some_play_is_not_proved_clear(tmp_path, text):
    assert repelled(tmp_path, CLEAR, FRAME + TURN + text + TRAY)


OTHERS = {
    "what is not known of each that goes may differ": (
        "all-or-none",
        """
kind spot: 0..6
zone slot: set per spot, seen
zone shelf: set, seen
amount level: 1..5
action look
    choose number c in my hand
    rule empty
        require slot of 1 is empty
    move c to shelf
    rule together
        when every slot s: s is empty
        move every number n in shelf where n.value / level is more than 1 to slot of 1
invariant all-or-none
    slot of 1 is empty or shelf is empty
""",
    ),
    "a loop on one way lends its claims to the other": (
        "solvent",
        """
amount debt: 0..20
amount credit: 0..20
action look
    rule room
        require debt is less than 20
    add 1 to debt
    rule fine
        when debt is at most credit
        repeat 2 times
            set my coins to 1
invariant solvent
    debt is at most credit
""",
    ),
    "nobody's amount leads to a zone beyond the reach": (
        "slot-is-clear",
        SPOTS
        + """
action look
    choose number n in heap
    move n to slot of champion.level
invariant slot-is-clear
    slot of 0 is empty
""",
    ),
    "a place in a row is more than yes or no": (
        "slot-is-clear",
        SPOTS
        + """
action look
    choose number n in heap
    move n to slot of n.position
invariant slot-is-clear
    slot of 2 is empty
""",
    ),
    "a number that looks like nothing does not fit": (
        "bounds",
        """
kind grade: 1..3
amount worth: 0..1
action look
    rule worthless
        require worth is 0
    do ask with worth - 1
procedure ask with grade g
    my opponent chooses number n in my opponent.hand
    rule best
        when g is 3
        move n to heap
""",
    ),
    "what does not lie there is not dealt": (
        "all-dealt",
        """
zone pot: set, seen
amount dealt: 0..20
action look
    rule room
        require dealt is at most 10
    move 3 from heap to pot
    add 3 to dealt
invariant all-dealt
    count number in pot is dealt
""",
    ),
    "what is beyond the bound is lost": (
        "balanced",
        """
amount gold per player: 0..10, rest lost
action look
    add 3 to my gold
    take 3 from my opponent.gold
invariant balanced
    first.gold + second.gold is 0
""",
    ),
    "a moment within an action": (
        "clear-when-asked",
        """
action look
    choose number c in my hand
    move c to tray
    do ask
procedure ask
    my opponent chooses suit s
    move every number in tray to heap
invariant clear-when-asked
    at ask
    tray is empty
""",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize(("claim", "text"), OTHERS.values(), ids=OTHERS.keys())
def test_what_some_play_breaks_is_not_proved(tmp_path, claim, text):
    assert repelled(tmp_path, claim, FRAME + TURN + text)


def test_a_second_set_up_is_not_taken_for_the_first(tmp_path):
    again = "    rule second-time\n        when round is 2\n        move top number in deck to tray\n"
    frame = FRAME.replace("winner", "rounds 2\nwinner").replace(
        "number to deck\n", f"number to deck\n{again}"
    )
    assert repelled(
        tmp_path, CLEAR, frame + TURN + "action look\n    move top number in deck to heap\n" + TRAY
    )


@pytest.mark.slow
def test_tables_that_are_alike_may_differ_in_what_is_missing(tmp_path):
    """The tone of no token is nothing, its weight is 0; the tones are numbered as the tokens weigh."""
    tones = [f"t{number}" for number in range(20)]
    tokens = [f"card token: tone {tone}, weight {number}" for number, tone in enumerate(tones)]
    plain = FRAME.replace("card number: each suit, value 1..3\n", "\n".join(tokens) + "\n")
    plain = plain.replace("kind suit:", f"kind tone: {', '.join(tones)}\nkind suit:").replace(
        "number", "token"
    )
    look = "action look\n    rule odd\n        require latest.weight is 0 and latest.tone is not t0\n"
    moving = "    move top token in deck to tray\nnote latest: token\nafter rest\n    set latest to top token in heap\n"
    assert repelled(tmp_path, CLEAR, plain + TURN.replace("number", "token") + look + moving + TRAY)
