"""Games that are written and not yet published: they are read, their scenarios hold, and they can be played."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from verifier.cli import main

DRAFTS = sorted((Path(__file__).parent / "drafts").glob("*/game.rules"))


@pytest.mark.parametrize("path", DRAFTS, ids=lambda path: path.parent.name)
def test_a_draft_has_no_mistakes(path):
    found = CliRunner().invoke(main, ["check", str(path)])
    assert found.exit_code == 0, found.output


@pytest.mark.slow
@pytest.mark.parametrize("path", DRAFTS, ids=lambda path: path.parent.name)
def test_a_draft_can_be_played_to_its_end(path):
    found = CliRunner().invoke(main, ["simulate", str(path), "--plays", "5"])
    assert found.exit_code == 0, found.output
