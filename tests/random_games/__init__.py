"""Small games made at random, in the language of the rules: every alternative of the grammar has its place here.

`python -m tests.random_games` makes many, plays each by the machine and by the definition, and says where they differ.
"""
