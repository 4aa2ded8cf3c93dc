"""Policies that choose the moves of simulated plays, and oracles that bias or couple chance."""
