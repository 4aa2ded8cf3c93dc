"""Two machines woven into one that does what the first does and watches whether the second would do the same."""
