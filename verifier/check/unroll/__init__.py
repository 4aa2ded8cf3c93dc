"""Bounded model checking: the machine unrolled from the set-up, with every shuffle left open."""
