"""A machine in the notations of other tools: TLA+ modules, traces in ITF."""
