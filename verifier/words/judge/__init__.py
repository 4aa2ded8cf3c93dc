"""Claims of the rules against atoms of sentences: every operator that a text uses is licensed by a claim or is not."""
