"""Rule sets side by side: equal, or a play that tells them apart; what overlays do to a game together."""
