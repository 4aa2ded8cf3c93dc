"""The voice of a rule set in a language."""

from __future__ import annotations

from verifier.documents.pen import Voice
from verifier.documents.plain import PlainVoice
from verifier.model.game import Game
from verifier.surface.compose import Composition


def voice_of(laid: Composition, game: Game, lang: str) -> Voice:
    return PlainVoice()


def terms_of(voice: Voice) -> dict[str, tuple[str, str]]:
    return {}
