"""Rules broken on purpose, one place at a time, to see who notices."""
