"""What `--help` says beside the options: commands in groups, an example or two of each, the nearest name for a slip."""

from __future__ import annotations

from collections.abc import Mapping

# Every command stands in one group, in the order in which people come to need it.
GROUPS: Mapping[str, tuple[str, ...]] = {
    "begin": ("new", "games", "check", "fmt", "explain"),
    "play": ("play", "simulate", "replay", "legal", "score", "extremes", "cards"),
    "verify": ("verify", "campaign", "mutate", "certify", "goals"),
    "change": ("diff", "impact", "conflicts"),
    "words": ("catalogue", "claims", "audit", "docs"),
    "program": ("vectors",),
}

# Written after `rulewright`; a test reads each of them as the command line does.
EXAMPLES: Mapping[str, tuple[str, ...]] = {
    "new": ("new my-game", "new my-game --house-rule short-hands", "new my-game --translation fr"),
    "games": ("games",),
    "check": ("check", "check lost-cities+no-bonus", "check ./my-game"),
    "fmt": ("fmt my-game", "fmt --check my-game"),
    "explain": ("explain ascending", "explain no-peeking", "explain R430"),
    "play": ("play lost-cities", "play ./my-game --seed 7", "--lang fr play lost-cities"),
    "simulate": ("simulate lost-cities --plays 1000", "simulate lost-cities --policy greedy,random"),
    "replay": ("replay lost-cities play.json --tell",),
    "legal": ("legal lost-cities play.json",),
    "score": ("score lost-cities play.json",),
    "extremes": ("extremes lost-cities",),
    "cards": ("cards catan-duel --plays 20",),
    "verify": ("verify lost-cities", "verify ./my-game --details", "verify lost-cities --only routes-rise"),
    "campaign": ("campaign lost-cities --plays 500",),
    "mutate": ("mutate lost-cities",),
    "certify": ("certify lost-cities",),
    "goals": ("goals lost-cities queries",),
    "diff": ("diff lost-cities lost-cities+no-bonus", "diff lost-cities lost-cities-duel"),
    "impact": ("impact lost-cities+no-bonus",),
    "conflicts": ("conflicts lost-cities",),
    "catalogue": ("catalogue check lost-cities", "catalogue missing ./my-game --lang fr"),
    "claims": ("claims lost-cities",),
    "audit": ("audit lost-cities rulebook.txt --lang fr",),
    "docs": ("docs build", "docs build ./my-game", "docs serve"),
    "vectors": ("vectors lost-cities --plays 20 --save vectors.json",),
}
