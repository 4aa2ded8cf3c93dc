"""A text against sentences that are known to be true of the game: where a sentence says nearly the same, in the
words of another author, and differs in a word that has an opposite, it is doubted.

The claims of the rules decide what is confirmed and contradicted; this is a second opinion that knows no rule and reads
no anchors. It only ever doubts (decision 41).
"""
