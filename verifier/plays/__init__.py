"""Plays as files: written while they are played, read back with care, replayed, told in words."""

from verifier.plays.reading import read_play
from verifier.plays.recording import Recorder
from verifier.plays.replaying import Refused, Replay, replayed
from verifier.plays.told import told
from verifier.plays.written import WrittenPlay

__all__ = ["Recorder", "Refused", "Replay", "WrittenPlay", "read_play", "replayed", "told"]
