"""Proofs of large machines, step by step: only what touches a claim is followed, with what was required before."""
