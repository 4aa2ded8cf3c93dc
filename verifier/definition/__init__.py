"""The definition of the language: what each construct of a game means, written down directly.

A second, slow reading of the `Game`, which shares nothing with the machine: the reference by which it is judged.

| part | file |
| --- | --- |
| values and expressions | `values.py`, `expressions.py` |
| where components lie, what is stored and shown | `position.py`, `moves.py` |
| steps | `steps.py` |
| choices, offers, rules that refuse | `choices.py` |
| turns, rounds, the end | `course.py` |
| scores and winners | `results.py` |
| what a player sees | `views.py` |
"""

from verifier.definition.choices import STOP, Decision, Move
from verifier.definition.course import Play
from verifier.definition.expressions import value
from verifier.definition.position import Chance, Impossible, Position
from verifier.definition.results import scores, winners
from verifier.definition.views import view

__all__ = [
    "STOP",
    "Chance",
    "Decision",
    "Impossible",
    "Move",
    "Play",
    "Position",
    "scores",
    "value",
    "view",
    "winners",
]
