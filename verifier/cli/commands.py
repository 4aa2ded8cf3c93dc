"""Every command in one table: its name, where it stands, and the line that `--help` shows.

A command is read only when it is asked for, so that a small question does not wait for a big reader.
"""

COMMANDS: dict[str, tuple[str, str]] = {
    "games": ("verifier.cli.games:games", "List the games and their overlays."),
    "check": ("verifier.cli.check:check", "Parse rules and report every mistake."),
    "fmt": ("verifier.cli.fmt:fmt", "Format files of rules."),
    "explain": ("verifier.cli.explain:explain", "Explain a diagnostic code, a rule or a card."),
    "replay": ("verifier.cli.replay:replay", "Check that every move of a play is legal."),
    "legal": ("verifier.cli.replay:legal", "List the legal moves after a play."),
    "score": ("verifier.cli.score:score", "Show every score after a play, step by step."),
    "extremes": ("verifier.cli.extremes:extremes_of", "Compute the lowest and highest scores and counts."),
    "play": ("verifier.cli.play:play", "Play at the terminal."),
    "diff": ("verifier.cli.diff:diff", "Compare two rule sets by their behaviour."),
    "conflicts": ("verifier.cli.conflicts:conflicts", "Find conflicts between the overlays of a game."),
    "impact": ("verifier.cli.impact:impact", "Show what overlays change in a game."),
    "verify": ("verifier.cli.verify:verify", "Verify every property: prove, search, test or refute."),
    "goals": ("verifier.cli.goals:goals", "Write the solver queries of the proofs as SMT-LIB."),
    "catalogue": ("verifier.cli.catalogue:catalogue", "Check the sentences for players against the rules."),
    "audit": ("verifier.cli.audit:audit", "Compare a rulebook (French, English, German) with the rules."),
    "campaign": ("verifier.cli.campaign:campaign", "Play many times and check everything at every step."),
    "docs": ("verifier.cli.docs:docs", "Build the pages of the games and the project."),
    "mutate": ("verifier.cli.mutate:mutate", "Mutation testing: which tests and claims notice a mistake."),
    "vectors": ("verifier.cli.vectors:vectors", "Write test vectors for your own program."),
    "cards": ("verifier.cli.cards:cards", "Report which cards come into play, with plays."),
    "simulate": ("verifier.cli.simulate:simulate", "Play many times and summarise the results."),
}
