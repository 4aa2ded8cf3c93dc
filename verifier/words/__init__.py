"""Words for rules: catalogues in French, English and German that cannot drift from the rules they speak of."""

from verifier.words.book import Phrasebook, phrasebook
from verifier.words.lexicon import LANGUAGES

__all__ = ["LANGUAGES", "Phrasebook", "phrasebook"]
