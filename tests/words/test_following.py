"""A changed number changes every sentence that depends on it, in every language, and nothing else."""

import pytest

from verifier.languages import languages
from verifier.words import phrasebook
from verifier.words.template import TemplateMistake, template

CHANGES = {
    ("expedition-cost", 25): {"rule:cost-of-travel", "invariant:more-wagers-sink-deeper"},
    ("hand-size", 9): {
        "setup",
        "invariant:full-hands",
        "invariant:waiting-player-has-a-full-hand",
        "invariant:one-card-short-at-most",
        "invariant:hands-never-grow",
    },
    ("bonus", 30): {"rule:bonus-for-eight", "invariant:long-routes-pay"},
    ("games-in-a-match", 1): {"rounds", "invariant:total-range"},
}


def sentences(ruleset, lang):
    book = phrasebook(ruleset, lang)
    return {id: book.sentence(id) for id in book.entries}


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize(("name", "value"), CHANGES, ids=str)
def test_a_changed_number_changes_the_sentences_that_depend_on_it(name, value, lang, tmp_path):
    house = tmp_path / "other.rules"
    house.write_text(f"house-rule other of lost-cities\nset {name} to {value}\n", encoding="utf-8")
    before, after = sentences("lost-cities", lang), sentences(f"lost-cities+{house}", lang)
    changed = {id for id, sentence in before.items() if sentence != after[id]}
    assert changed == CHANGES[name, value]
    assert all(str(value - 1) in after[id] or str(value) in after[id] for id in changed)


@pytest.mark.parametrize("lang", languages())
def test_what_changes_is_what_names_the_number_and_nothing_else(lang):
    book = phrasebook("lost-cities", lang)
    for (name, _), ids in CHANGES.items():
        naming = set()
        for id in book.entries:
            message = book.message(id)
            read = template(message.words) if message is not None else None
            if (
                read is not None
                and not isinstance(read, TemplateMistake)
                and any(name in slot.value for slot in read.slots())
            ):
                naming.add(id)
        assert naming == ids


def test_a_single_thing_is_counted_in_the_singular(tmp_path):
    house = tmp_path / "other.rules"
    house.write_text("house-rule other of lost-cities\nset games-in-a-match to 1\n", encoding="utf-8")
    said = {lang: sentences(f"lost-cities+{house}", lang)["rounds"] for lang in languages()}
    assert said["en"].endswith("1\N{NO-BREAK SPACE}game.")
    assert said["fr"].endswith("1\N{NO-BREAK SPACE}partie.")
    assert said["de"].endswith("1\N{NO-BREAK SPACE}Partie.")
