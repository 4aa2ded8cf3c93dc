"""`python -m verifier` is `rulewright`."""

from verifier.cli import main

main(prog_name="rulewright")
