"""Plays: recorded, written and read as files, replayed with every move checked, made shorter, told in words."""

from verifier.trace.read import read_play
from verifier.trace.record import Recorder
from verifier.trace.replay import Refused, Replay, replayed
from verifier.trace.tell import told
from verifier.trace.trace import Trace, WrittenTrace

__all__ = ["Recorder", "Refused", "Replay", "Trace", "WrittenTrace", "read_play", "replayed", "told"]
