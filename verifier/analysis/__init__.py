"""What holds in every play of a machine, read off its steps: nothing is played and no solver is asked."""
