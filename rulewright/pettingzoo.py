"""Rule sets as PettingZoo environments: `pip install 'rulewright[pettingzoo]'`. See docs/engines.md."""

from verifier.adapters import extra

with extra("pettingzoo"):
    from verifier.adapters.aec import HORIZON, env, raw_env

__all__ = ["HORIZON", "env", "raw_env"]
