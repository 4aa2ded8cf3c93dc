"""Quantified proofs of large machines: only blocks that affect a claim are checked, with path facts."""
