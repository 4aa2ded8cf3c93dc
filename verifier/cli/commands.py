"""Every command in one table: its name, where it stands, and the line that `--help` shows.

A command is read only when it is asked for, so that a small question does not wait for a big reader.
"""

COMMANDS: dict[str, tuple[str, str]] = {
    "games": ("verifier.cli.games:games", "List the games and their overlays."),
    "check": ("verifier.cli.check:check", "Read rules and report every mistake in them."),
    "simulate": ("verifier.cli.simulate:simulate", "Play many times and tell how it went."),
}
