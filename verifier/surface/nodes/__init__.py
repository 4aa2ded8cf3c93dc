"""What was written: one frozen node per kind of line, each with the span it came from."""

# ruff: noqa: F403 - whoever reads a text speaks of `nodes.Action`, whatever file it is in
from verifier.surface.nodes.expressions import *
from verifier.surface.nodes.items import *
from verifier.surface.nodes.steps import *
