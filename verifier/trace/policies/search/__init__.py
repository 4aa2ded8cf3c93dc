"""A player who searches: what is unseen is dealt anew, and plays are tried out."""
