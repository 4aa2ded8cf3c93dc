"""The product of two machines: one that plays like the first and watches whether the second would do the same."""
