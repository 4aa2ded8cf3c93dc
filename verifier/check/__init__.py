"""Every property of every rule set: which methods are tried, what they found, and which verdict stands."""
