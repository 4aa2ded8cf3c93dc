"""A rulebook of others held against the rules: what it confirms, what it contradicts, what it leaves out."""
