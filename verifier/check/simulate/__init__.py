"""Random, biased and greedy plays of the full game, every claim asked at every state."""
