"""Every name of every text is seen: the collector knows every kind of line."""

from pathlib import Path

import pytest

from verifier.diagnostics import Report
from verifier.editor.collect import names_in
from verifier.surface import nodes
from verifier.surface.files import units_of
from verifier.surface.index import walk

SPEC = Path(__file__).parents[2] / "spec"
# Words that the language gives a meaning: who acts, what ends, what sort of thing is removed.
OF_THE_LANGUAGE = {
    *((nodes.Act, "player"), (nodes.ActEnd, "what"), (nodes.Ended, "what"), (nodes.Won, "players")),
    *((nodes.Remove, "sort"), (nodes.Moment, "of"), (nodes.Store, "until")),
}


def expected(node):
    """Where a name stands that means something of the game."""
    for each in walk(node):
        for name in each.__dataclass_fields__:
            value = getattr(each, name)
            if (type(each), name) not in OF_THE_LANGUAGE:
                parts = value if isinstance(value, tuple) else (value,)
                parts = [part[0] if isinstance(part, tuple) else part for part in parts]
                yield from (part.span for part in parts if isinstance(part, nodes.Name))


@pytest.mark.slow
@pytest.mark.parametrize("folder", sorted(path.parent.name for path in SPEC.glob("*/game.rules")))
def test_every_name_is_collected_once(folder):
    for path in sorted((SPEC / folder).rglob("*.rules")):
        units = units_of(path, Report())
        found = [each.span for each in names_in(str(path), units).found]
        assert len(set(found)) == len(found), path
        assert {str(span) for span in expected(units)} - {str(span) for span in found} == set(), path
