"""Rulewright: the rules of a game as a text, given one typed meaning and handed to several readers."""

__version__ = "0.1.0"
