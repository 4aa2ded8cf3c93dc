"""What is said to people in an editor, in the language of the reader: the table `editor` of `pages.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from verifier.languages import ENGLISH, language, language_table


@lru_cache(maxsize=16)
def _table(lang: str) -> Mapping[str, str]:
    own = {each: language_table(each, "pages.toml").get("editor", {}) for each in (ENGLISH, lang)}
    return {key: language(each).typeset(text) for each in own for key, text in own[each].items()}


def said(lang: str, key: str, **holes: object) -> str:
    return _table(lang)[key].format(**holes)
