"""The JavaScript reader: its files as one text, alone a script that defines `rulewright`."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

# In this order: each speaks of what stands before it.
PARTS = ("numbers.js", "chance.js", "values.js", "machine.js", "notation.js", "views.js", "refusals.js")
EXPORTED = ("Machine", "Fault", "Random", "Seeded", "Scripted", "Recording", "Notation", "View", "Explainer")


@cache
def reader_text() -> str:
    """The whole reader, to stand in a script. Nothing in it depends on a game."""
    folder = files(__package__) / "library"
    return "\n".join((folder / part).read_text(encoding="utf-8") for part in PARTS)


def reader_script() -> str:
    """The reader as a script of its own."""
    exported = ", ".join(EXPORTED)
    return f"self.rulewright = {enclosed(f'{reader_text()}return {{ {exported} }};')};\n"


def enclosed(text: str) -> str:
    """A script whose names are nobody else's; its value is what it returns."""
    return f'(() => {{\n"use strict";\n{text}\n}})()'
