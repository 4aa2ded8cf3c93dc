"""A text in, its sentences out: each with its place, its scope, what it speaks of and every operator in it.

The reader knows languages (`grammar/languages/<lang>/lexicon.toml`) and the glossary of a game, and no rule.
"""
