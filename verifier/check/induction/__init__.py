"""Proof by induction over every transition at full size, with candidate invariants filtered Houdini-style."""
