"""Static analyses of a machine: what holds in every play, without playing and without a solver."""
