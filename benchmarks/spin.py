"""The same small game for SPIN: our own Promela model, the same states one for one, and one claim (routes rise).

SPIN has one first state more than we have: the one before the cards are dealt.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage

from benchmarks.instance import Instance

MODEL = """\
/* {about} */
#define CARDS {cards}
#define COLOURS {colours}
#define RANKS {ranks}
#define HAND {hand}
#define COLOUR(c) ((c) / RANKS)
#define RANK(c) ((c) % RANKS)
/* 0 deck, 1 and 2 hands, 3 and 4 routes, 5 discard of its colour; a rank of 0 is a wager. */
byte where[CARDS];
byte pile[CARDS];
byte height[COLOURS];
byte deck = CARDS;
byte who;
byte dropped;
byte phase;
byte top[{routes}];
hidden byte c;

inline any_card(place) {{
  if
{options}
  fi
}}

#define MINE(k) (where[k] == 1 + who)
#define TOP(k) top[who * COLOURS + COLOUR(k)]
#define FITS(k) (MINE(k) && (RANK(k) > TOP(k) || (RANK(k) == 0 && TOP(k) == 0)))

inline lay(k) {{ assert(RANK(k) >= TOP(k)); where[k] = 3 + who; TOP(k) = RANK(k) }}
inline drop(k) {{
  pile[COLOUR(k) * RANKS + height[COLOUR(k)]] = k + 1; height[COLOUR(k)]++;
  where[k] = 5; dropped = k + 1
}}

active proctype game() {{
  atomic {{
    if
{starters}
    fi;
{deals}
    phase = 1; c = 0
  }};
end:
  do
  :: atomic {{ phase == 1;
       if
{plays}
       fi;
       phase = 2 }}
  :: atomic {{ phase == 2;
       if
       :: any_card(0); where[c] = 1 + who; deck--
{takes}
       fi;
       dropped = 0; who = 1 - who; c = 0;
       if
       :: deck == 0 -> phase = 3
       :: else -> phase = 1
       fi }}
  od
}}
"""


def promela(instance: Instance) -> str:
    """The model of an instance."""
    colours, ranks, hand = instance.colours, len(instance.values) + 1, instance.hand
    cards = range(colours * ranks)
    takes = [
        f"       :: height[{colour}] > 0 && pile[{colour} * RANKS + height[{colour}] - 1] != dropped ->\n"
        f"          height[{colour}]--; c = pile[{colour} * RANKS + height[{colour}]] - 1;\n"
        f"          pile[{colour} * RANKS + height[{colour}]] = 0; where[c] = 1 + who"
        for colour in range(colours)
    ]
    deals = [f"    any_card(0); where[c] = {1 + seat}; deck--;" for seat in range(2) for _ in range(hand)]
    return MODEL.format(
        about=instance.words,
        cards=len(cards),
        colours=colours,
        ranks=ranks,
        hand=hand,
        options="\n".join(f"  :: where[{card}] == place -> c = {card}" for card in cards),
        starters="\n".join(f"    :: who = {seat}" for seat in range(instance.starters)),
        deals="\n".join(deals),
        takes="\n".join(takes),
        routes=2 * colours,
        plays="\n".join(
            f"       :: FITS({card}) -> lay({card})\n       :: MINE({card}) -> drop({card})" for card in cards
        ),
    )


@dataclass(frozen=True, slots=True)
class SpinRun:
    states: int
    transitions: int
    seconds: float
    bytes_a_state: float


class Spin:
    """SPIN's verifier of an instance, compiled once."""

    def __init__(self, instance: Instance) -> None:
        # As many places as there are states, to a power of two: more would cost memory, fewer time.
        self.hash_bits = 20 if instance.hand > 1 else 16
        self.folder = tempfile.TemporaryDirectory()
        folder = Path(self.folder.name)
        (folder / "game.pml").write_text(promela(instance), encoding="ascii")
        _done(["spin", "-a", "game.pml"], folder)
        _done(["cc", "-O2", "-DSAFETY", "-DNOREDUCE", "-w", "-o", "pan", "pan.c"], folder)

    def run(self) -> SpinRun:
        """Every state; CPU seconds of the verifier alone."""
        before = getrusage(RUSAGE_CHILDREN)
        told = _done(["./pan", "-m100000", f"-w{self.hash_bits}"], Path(self.folder.name))
        after = getrusage(RUSAGE_CHILDREN)
        seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        assert "errors: 0" in told, told
        states = int(_number(told, r"([\d.e+]+) states, stored"))
        memory = _number(told, r"([\d.]+)\s+total actual memory usage") * 1e6
        return SpinRun(states - 1, int(_number(told, r"([\d.e+]+) transitions")), seconds, memory / states)


def available() -> bool:
    return shutil.which("spin") is not None and shutil.which("cc") is not None


def _done(command: list[str], folder: Path) -> str:
    return subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout


def _number(text: str, pattern: str) -> float:
    found = re.search(pattern, text)
    assert found is not None, (pattern, text)
    return float(found.group(1))
