"""Traces: recorded, written and read as files, replayed with every move checked, shrunk, told in words."""

from verifier.trace.read import read_play
from verifier.trace.record import Recorder
from verifier.trace.replay import RefusedMove, Replay, replayed
from verifier.trace.tell import trace_in_words
from verifier.trace.trace import Trace, WrittenTrace

__all__ = [
    "Recorder",
    "RefusedMove",
    "Replay",
    "Trace",
    "WrittenTrace",
    "read_play",
    "replayed",
    "trace_in_words",
]
