"""Measured side by side in one run: what a user would write instead, and what the rules give."""
