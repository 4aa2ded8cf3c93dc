"""Rule sets as Gymnasium environments: `pip install 'rulewright[pettingzoo]'`. See docs/engines.md."""

from verifier.adapters import extra

with extra("pettingzoo"):
    from verifier.adapters.single import GameEnv, Policy

__all__ = ["GameEnv", "Policy"]
