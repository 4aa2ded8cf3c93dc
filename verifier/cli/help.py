"""What `--help` says beside the options: commands in groups, an example or two of each, the nearest name for a slip."""

from __future__ import annotations

from collections.abc import Mapping

# Every command stands in one group, in the order in which people come to need it.
GROUPS: Mapping[str, tuple[str, ...]] = {
    "begin": ("new", "games", "check", "fmt", "explain"),
    "play": ("play", "simulate", "replay", "legal", "why", "score", "extremes", "cards"),
    "verify": ("verify", "campaign", "mutate", "certify", "goals"),
    "change": ("diff", "impact", "conflicts", "sweep"),
    "words": ("catalogue", "claims", "audit", "docs"),
    "program": ("describe", "serve", "vectors", "export", "lsp"),
}

# Written after `rulewright`; a test reads each of them as the command line does.
EXAMPLES: Mapping[str, tuple[str, ...]] = {
    "new": ("new my-game", "new my-game --house-rule short-hands", "new my-game --translation fr"),
    "games": ("games",),
    "check": ("check", "check ./my-game+long-hands", "check ./my-game --watch"),
    "fmt": ("fmt my-game", "fmt --check my-game"),
    "explain": ("explain ascending", "explain no-peeking", "explain R430"),
    "play": ("play ./my-game", "play ./my-game --seed 7", "--lang fr play ./my-game"),
    "simulate": ("simulate ./my-game --plays 1000", "simulate ./my-game --policy greedy,random"),
    "replay": ("replay ./my-game play.json --tell", "replay ./my-game play.json --position position.json"),
    "legal": ("legal ./my-game play.json", "legal ./my-game position.json"),
    "why": ('why ./my-game play.json \'{"action": "stop"}\'',),
    "score": ("score ./my-game play.json",),
    "extremes": ("extremes ./my-game",),
    "cards": ("cards ./my-game --plays 20",),
    "verify": ("verify ./my-game", "verify ./my-game --details", "verify ./my-game --only rows-rise"),
    "campaign": ("campaign ./my-game --plays 500",),
    "mutate": ("mutate ./my-game",),
    "certify": ("certify ./my-game",),
    "goals": ("goals ./my-game queries",),
    "diff": ("diff ./my-game ./my-game+long-hands",),
    "impact": ("impact ./my-game+long-hands",),
    "conflicts": ("conflicts ./my-game",),
    "sweep": ("sweep ./my-game hand-size=2..4", "sweep ./my-game hand-size=2..4 --plays 1000 --json"),
    "catalogue": ("catalogue check ./my-game", "catalogue missing ./my-game --text-lang fr"),
    "claims": ("claims ./my-game",),
    "audit": ("audit ./my-game rulebook.txt --text-lang fr",),
    "docs": ("docs build", "docs build ./my-game", "docs serve ./my-game"),
    "describe": ("describe ./my-game", "describe ./my-game --json"),
    "serve": ("serve",),
    "export": ("export ./my-game --tla --save Rules.tla", "export ./my-game --itf play.json"),
    "vectors": ("vectors ./my-game --plays 20 --save vectors.json", "vectors ./my-game --of play.json"),
    "lsp": ("lsp", "--lang fr lsp"),
}
