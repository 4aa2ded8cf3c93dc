"""Candidate invariants, generated from the states of sampled plays."""
