"""The JavaScript reader: its files as one script that defines `rulewright`."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

# In this order: each speaks of what stands before it.
PARTS = ("numbers.js", "chance.js", "values.js", "machine.js", "notation.js", "views.js", "refusals.js")


@cache
def reader_script() -> str:
    """The whole reader. Nothing in it depends on a game."""
    folder = files(__package__) / "library"
    text = "\n".join((folder / part).read_text(encoding="utf-8") for part in PARTS)
    return (
        f'self.rulewright = (() => {{\n"use strict";\n{text}\nreturn {{ {", ".join(EXPORTED)} }};\n}})();\n'
    )


EXPORTED = ("Machine", "Fault", "Random", "Seeded", "Scripted", "Recording", "Notation", "View", "Explainer")
