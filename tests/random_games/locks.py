"""Small games with a lock: what they do to a property shows only after several right codes in a row.

Few states, so that all of them can be visited; long odds, so that random plays do not come there first. What stands
behind the lock is drawn from steps about which verdicts have been wrong, or could be.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")
Lines = list[str]


class LockGame:
    """The text of a seed: a game, and a variant of it that differs behind the lock or not at all."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        # What came later to these games draws for itself: the rest of a seed's text stays as it was.
        self.more = random.Random(f"more {seed}")
        self.codes = self.one((5, 6, 8))
        self.length = self.one((4, 5, 6))
        self.right = [self.random.randrange(self.codes) for _ in range(self.length)]
        self.players = self.one((2, 2, 2, 3))
        self.clocked = self.chance(0.75)
        self.rules = 0

    def one(self, options: Sequence[T]) -> T:
        return self.random.choice(options)

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def some(self, most: int) -> int:
        return self.random.randint(0, most)

    # --- the text

    def text(self) -> str:
        behind = self.steps(self.random.randint(1, 3), bold=True)
        parts = [
            *self.header(),
            *self.course(),
            *self.dial(behind),
            *self.rest(),
            *self.helpers(),
            *self.claims(),
            "",
            *self.variant(behind),
            *self.house_rule(behind),
        ]
        return "\n".join(parts) + "\n"

    def header(self) -> Lines:
        lost = [self.one(("", ", rest lost", ", rest lost")) for _ in range(2)]
        holds = self.one(("", "", ", holds 1"))
        codes = ", ".join(f"{at} is {code}" for at, code in enumerate(self.right))
        clock = [
            f"amount clock: 0..9{self.one(('', ', rest lost'))}, starts {self.length + self.one((1, 2))}"
        ]
        return [
            "game vault",
            f"players {self.players}",
            f"kind code: 0..{self.codes - 1}",
            f"kind step: 0..{self.length}",
            f"number combination by step: {codes}, {self.length} is 0",
            "card gem: copies 2",
            "zone deck: pile, hidden",
            f"zone hand: set per player, {self.one(('seen', 'seen by owner'))}",
            f"zone heap: pile, seen{holds}",
            f"amount dialled: 0..{self.length}",
            f"amount pot: 0..2{lost[0]}",
            f"amount coins per player: 0..2{lost[1]}",
            "note open",
            f"note chief: player{self.one(('', '', ', given'))}",
            *(clock if self.clocked else []),
            "",
        ]

    def course(self) -> Lines:
        ends = ["clock is 0"] if self.clocked else ["open", "pot is 2"]
        first = self.one(("first", "highest coins", "chief"))
        return [
            "setup",
            "    move every gem to deck",
            *(["    move 1 from deck to first.hand"] if self.chance(0.4) else []),
            "turn",
            f"    go: {self.one(('one of', 'one of', 'at most one of'))} dial, rest",
            "end",
            "    rule done",
            *(["        at end of turn"] if self.chance(0.3) else []),
            f"        when {self.one(ends)}",
            f"winner {first}{self.one((', then shared', ''))}",
            "",
        ]

    def dial(self, behind: Lines) -> Lines:
        again = [f"        set dialled to {self.one(('0', '0', '1'))}"] if self.chance(0.8) else []
        return [
            "action dial",
            "    choose code c",
            "    rule not-yet-open",
            f"        require dialled is less than {self.length}",
            *self.tick(),
            "    rule right-code",
            "        when c is combination of dialled",
            "        add 1 to dialled",
            "    otherwise rule wrong-code",
            "        set dialled to 0",
            "    rule opened",
            f"        when dialled is {self.length}",
            *(f"        {line}" for line in behind),
            *again,
            "",
        ]

    def tick(self) -> Lines:
        return ["    take 1 from clock"] if self.clocked else []

    def rest(self) -> Lines:
        guard = [
            "    rule not-now",
            f"        require {self.one(('dialled is 0', 'pot is less than 2', 'not open'))}",
        ]
        return [
            "action rest",
            *(guard if self.chance(0.4) else []),
            *self.tick(),
            *(f"    {line}" for line in self.steps(max(self.some(1), not self.clocked), bold=False)),
            *self.sure(),
            "",
        ]

    def sure(self) -> Lines:
        """A rule whose condition always holds: its name may vanish, what it does may not."""
        if self.more.random() > 0.3:
            return []
        steps = [
            "set next-player to second",
            "set chief to first",
            "move top gem s in deck to heap",
            "set open",
        ]
        return [
            "    rule sure",
            f"        when {self.more.choice(('pot is at least 0', f'dialled is at most {self.length}'))}",
            f"        {self.more.choice(steps)}",
        ]

    def helpers(self) -> Lines:
        return [
            "procedure reward with player p",
            f"    {self.one(('add 1 to p.coins', 'set chief to p', 'set next-player to left of p'))}",
            "procedure hand-over with card c",
            f"    {self.one(('let d be c if any', 'set pot to 1'))}",
            f"    {self.one(('add 1 to pot', 'set open'))}",
            "",
        ]

    # --- steps

    def player(self) -> str:
        return self.one(("me", "first", "second", "left of me", "chief", "left of chief"))

    def steps(self, count: int, bold: bool) -> Lines:
        return [line for _ in range(count) for line in self.step(bold)]

    def step(self, bold: bool) -> Lines:
        who = self.one(("me", "first", "second"))
        mild = [
            ["set pot to 1"],
            [f"set {who}.coins to 1"],
            [f"set chief to {self.one(('me', 'first', 'second'))}"],
            ["move top gem g in deck to heap"],
            [f"move top gem g{self.rule()} in heap to deck"],
            ["rule r" + self.rule(), "    when pot is 0", "    set pot to 1"],
        ]
        if not bold or self.chance(0.3):
            return self.one(mild)
        wild = [
            [f"{self.one(('add', 'take'))} 1 {self.one(('to', 'from'))} pot"],
            ["add 2 to pot"],
            [f"add {self.one(('1', '2', '3'))} to {who}.coins"],
            [f"set chief to {self.player()}"],
            ["clear chief"],
            ["set open"],
            [f"do reward with {self.player()}"],
            ["do hand-over with top gem h in heap"],
            ["move every gem to heap"],
            ["move every gem in deck to second.hand"],
            ["swap first.hand with second.hand"],
            [f"{self.one(('chief', 'second', 'chief.left'))} chooses code x{self.rule()}", "add 1 to pot"],
            [f"set next-player to {self.player()}"],
            ["set clock to 9"] if self.clocked else ["clear open"],
            ["shuffle deck", "move 1 from deck to first.hand"],
            ["repeat pot times", "    add 1 to my coins"],
            ["each player p where p.coins is 0", "    add 1 to first.coins"],
        ]
        found = self.one(wild)
        return [line.replace("take 1 to", "take 1 from").replace("add 1 from", "add 1 to") for line in found]

    def rule(self) -> str:
        self.rules += 1
        return str(self.rules)

    # --- claims

    def claims(self) -> Lines:
        found: Lines = []
        for number in range(self.random.randint(3, 5)):
            moment = [f"    {self.one(('at start of turn', 'at go'))}"] if self.chance(0.2) else []
            found += [f"invariant claim-{number}", *moment, f"    {self.truth()}"]
        for number in range(2):
            found += [f"witness goal-{number}", f"    {self.truth()}"]
        return found

    def truth(self) -> str:
        plain = [
            f"pot is at most {self.one(('0', '1'))}",
            "pot is not 1",
            f"every player p: p.coins is at most {self.one(('0', '1'))}",
            f"first.coins is {self.one(('at most second.coins', '0'))}",
            f"second.coins is {self.one(('0', '1'))}",
            f"chief is not {self.one(('first', 'second', 'nothing'))}",
            "chief is nothing",
            "not open",
            "first.hand is empty",
            "second.hand is empty",
            f"count gem in heap is at most {self.one(('0', '1'))}",
            "deck is not empty",
            f"dialled is less than {self.length}",
            "any player p where p is chief",
        ]
        found = self.one(plain)
        return found if self.chance(0.8) else f"({found}) or ({self.one(plain)})"

    # --- a variant

    def variant(self, behind: Lines) -> Lines:
        """Says something else behind the lock; what it says may come to the same."""
        return [
            "variant other of vault",
            "replace rule opened",
            f"    when dialled is {self.length}",
            *(f"    {line}" for line in (behind if self.chance(0.3) else self.steps(len(behind), bold=True))),
            *([] if self.chance(0.2) else ["    set dialled to 0"]),
        ]

    def house_rule(self, behind: Lines) -> Lines:
        """A second overlay: beside the variant it may clash, come too late, or change nothing."""
        ways = [
            [
                "replace rule opened",
                f"    when dialled is {self.length}",
                *(f"    {line}" for line in behind),
            ],
            ["replace rule wrong-code", f"    set dialled to {self.one(('0', '0', '1'))}"],
            ["remove rule opened"],
            ["remove rule not-yet-open"],
            ["before rest", *(f"    {line}" for line in self.steps(1, bold=True))],
            ["before dial", *(f"    {line}" for line in self.steps(1, bold=False))],
            ["replace winner first, then shared"],
            ["change dial", "    rule not-twice", f"        require pot is at most {self.one(('1', '2'))}"],
        ]
        return ["house-rule extra of vault", *self.one(ways), ""]
