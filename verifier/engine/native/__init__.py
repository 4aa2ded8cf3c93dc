"""The compiled reader: C printed from a machine, compiled once, loaded; without a compiler Python does everything."""

from verifier.engine.native.choose import advice, compiled_machine, pays
from verifier.engine.native.reader import MOST_SEED, NativeMachine, NativePlay, TooLargeError

__all__ = ["MOST_SEED", "NativeMachine", "NativePlay", "TooLargeError", "advice", "compiled_machine", "pays"]
