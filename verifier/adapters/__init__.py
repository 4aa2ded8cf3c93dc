"""Rule sets for other libraries: PettingZoo (`aec`), OpenSpiel (`spiel`), each imported when asked for."""
