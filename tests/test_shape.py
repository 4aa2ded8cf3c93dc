"""The tests stand in the shape of the house: the folders of `tests/` are rooms, and every room has its tests."""

from pathlib import Path

import pytest

from tests.test_architecture import MAY_IMPORT, PACKAGE

TESTS = Path(__file__).parent
# Folders about more than one room, each with the reason why it is none.
APART = {
    "agreement": "several backends on the same plays",
    "digests": "everything that is written about every rule set, before and after a change",
    "games": "what the rules of the published games mean",
    "golden": "what people read, kept as files",
    "random_games": "games made at random, for whoever reads games",
    "seeded": "faults put into the verifier itself",
}
# Rooms without a test file of their own name.
WITHOUT = {
    "version": "one constant, shown by the tests of the command line",
    "verifier": "the public names of `interface`, tested there",
}


def folders() -> list[Path]:
    """Every folder of `tests/` with code, apart from those about more than one room."""
    found = {path.parent.relative_to(TESTS) for path in TESTS.rglob("*.py")}
    return sorted(each for each in found if each.parts and each.parts[0] not in APART)


@pytest.mark.parametrize("folder", folders(), ids=str)
def test_a_folder_of_tests_is_a_room_or_a_part_of_one(folder):
    assert (PACKAGE / folder).is_dir()


@pytest.mark.parametrize("name", sorted(MAY_IMPORT.keys() - WITHOUT.keys()))
def test_a_room_has_tests(name):
    own = (TESTS / name).glob("test_*.py") if (PACKAGE / name).is_dir() else TESTS.glob(f"test_{name}.py")
    assert any(own)


def test_only_rooms_without_tests_are_excused():
    assert not [name for name in WITHOUT if (TESTS / name).exists() or (TESTS / f"test_{name}.py").exists()]
    assert MAY_IMPORT.keys() >= WITHOUT.keys()
