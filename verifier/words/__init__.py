"""Words for rules: catalogues in every language that cannot drift from the rules they speak of."""

from verifier.words.book import Phrasebook, phrasebook

__all__ = ["Phrasebook", "phrasebook"]
