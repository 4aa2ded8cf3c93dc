"""What the folders of games hold: what can be played, what others stand on, and where cards were read."""

import pytest

from verifier.cli.check import everything
from verifier.surface import files
from verifier.surface.files import overlays_of


@pytest.fixture
def game_with_bases(tmp_path, monkeypatch):
    """A game whose published variant stands on an overlay that nobody plays."""
    folder = tmp_path / "spec" / "pond"
    for sub in ("variants", "readings", "sets"):
        (folder / sub).mkdir(parents=True)
    (folder / "game.rules").write_text(GAME, encoding="utf-8")
    (folder / "sets" / "wet.rules").write_text("variant wet of pond\nset fish to 3\n", encoding="utf-8")
    (folder / "sets" / "alone.rules").write_text("variant alone of pond\nset fish to 4\n", encoding="utf-8")
    (folder / "readings" / "deep.rules").write_text("variant deep of pond\nset fish to 5\n", encoding="utf-8")
    lake = "variant lake of wet, deep\n\ncard carp: copies 1\n    on splash\n        add 1 to my coins\n"
    (folder / "variants" / "lake.rules").write_text(lake, encoding="utf-8")
    monkeypatch.setattr("verifier.surface.files.spec_folder", lambda: tmp_path / "spec")
    return "pond"


GAME = """\
game pond
players 2
number fish: 2
card pike: copies 4
zone deck: pile, hidden
zone hand: set per player, seen by owner
zone bank: pile, seen
amount coins per player: 0..9

setup
    move every card to deck
    each player p
        move fish from deck to p.hand

turn
    act: one of cast

action cast
    choose card c in my hand
    do c.splash
    move c to bank

end
    rule no-fish
        when hand is empty

winner highest coins, then shared
"""


def test_an_overlay_that_others_stand_on_and_that_has_no_shelf_is_a_basis(game_with_bases):
    found = {each.name: each.basis for each in overlays_of(game_with_bases)}
    assert found == {"alone": False, "deep": False, "lake": False, "wet": True}


def test_a_basis_is_neither_listed_nor_checked_alone(game_with_bases, run, answer):
    assert everything() == ["pond", "pond+alone", "pond+deep", "pond+lake"]
    assert "wet" not in run("games").stdout
    _, document = answer("games")
    assert {"name": "wet", "sort": "basis", "of": ["pond"]} in document["games"][0]["overlays"]


def test_a_text_that_an_overlay_brings_is_no_mistake_of_the_game(game_with_bases, run):
    assert run("check", "pond").stdout == "pond: no mistakes\n"
    path = spec_folder_of(game_with_bases) / "variants" / "lake.rules"
    path.write_text(path.read_text(encoding="utf-8").replace("splash", "drip"), encoding="utf-8")
    found = run("check", "pond")
    assert "no component has a text `splash`" in found.stdout
    assert found.exit_code == 0


def spec_folder_of(game):
    return files.spec_folder() / game


@pytest.mark.slow
def test_every_text_that_is_kept_here_is_without_mistakes(run):
    assert run("check").stdout == f"{len(everything())} rule sets: no mistakes\n"


@pytest.mark.slow
def test_a_card_is_explained_with_its_sources(answer):
    code, document = answer("explain", "toll-bridge")
    assert code == 0
    sources = document["found"][0]["sources"]
    assert any(line.startswith("Toll Bridge: ") for line in sources)
    assert any(line.startswith("card: `toll-bridge` · French name: Pont") for line in sources)
    assert any(line.startswith("no: R13 · ruling: toll bridge: gold") for line in sources)
