"""Every command in one table: its name, where it stands, and the line that `--help` shows.

A command is read only when it is asked for, so that a small question does not wait for a big reader.
"""

COMMANDS: dict[str, tuple[str, str]] = {
    "games": ("verifier.cli.games:games", "List the games and their overlays."),
    "check": ("verifier.cli.check:check", "Read rules and report every mistake in them."),
    "fmt": ("verifier.cli.fmt:fmt", "Give every text of rules its one layout."),
    "explain": ("verifier.cli.explain:explain", "Explain a code, a rule, a card."),
    "replay": ("verifier.cli.replay:replay", "Say whether every move of a play is legal."),
    "legal": ("verifier.cli.replay:legal", "List the legal moves after a play."),
    "score": ("verifier.cli.score:score", "Work out every score after a play, step by step."),
    "extremes": ("verifier.cli.extremes:extremes_of", "Say how low and how high scores and counts can go."),
    "play": ("verifier.cli.play:play", "Play at the terminal."),
    "diff": ("verifier.cli.diff:diff", "Compare two rule sets by what they do."),
    "conflicts": ("verifier.cli.conflicts:conflicts", "Judge every pair of overlays of a game."),
    "impact": ("verifier.cli.impact:impact", "Say what overlays do to a game."),
    "verify": ("verifier.cli.verify:verify", "Prove, exhaust, test or refute every property."),
    "goals": ("verifier.cli.goals:goals", "Write what the proofs rest on, for any solver."),
    "catalogue": ("verifier.cli.catalogue:catalogue", "Hold the words in every language against the rules."),
    "audit": ("verifier.cli.audit:audit", "Hold a rulebook in French, English or German against the rules."),
    "campaign": ("verifier.cli.campaign:campaign", "Play very often, everything checked at every step."),
    "docs": ("verifier.cli.docs:docs", "Write and build the pages of the games and the project."),
    "mutate": ("verifier.cli.mutate:mutate", "Break the rules on purpose and see who notices."),
    "vectors": ("verifier.cli.vectors:vectors", "Write plays to test a program of one's own against."),
    "cards": ("verifier.cli.cards:cards", "Say which cards come into play, and show every one."),
    "simulate": ("verifier.cli.simulate:simulate", "Play many times and tell how it went."),
}
