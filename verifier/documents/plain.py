"""A voice for texts that nobody has put into words yet: names as they stand in the rules, and no sentences."""

from __future__ import annotations


class PlainVoice:
    def sentence(self, id: str) -> str | None:
        """None: pages then show the rule itself."""
        return None

    def name(self, name: str, plural: bool = False) -> str:
        return name.replace("-", " ")
