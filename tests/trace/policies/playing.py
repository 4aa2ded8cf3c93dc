"""A play of several policies, one for each seat."""

from verifier.runtime import Seeded
from verifier.trace.drive import Driver
from verifier.trace.policies.uniform import by_seat, random_given
from verifier.trace.record import Run


def play(engine, policies, seed, most=100_000):
    oracle = Seeded(seed)
    run = Run(engine, oracle, random_given(engine, oracle.random))
    return Driver(engine).play(run, by_seat(engine, policies), most), run
