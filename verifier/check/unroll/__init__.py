"""Bounded search: the machine unrolled step by step from the set-up, shuffles left open, until a state is met."""
