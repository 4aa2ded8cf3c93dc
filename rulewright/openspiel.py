"""Rule sets as games of OpenSpiel: `pip install 'rulewright[openspiel]'`. Importing this registers `python_rulewright`.

See docs/engines.md.
"""

from verifier.adapters import extra

with extra("openspiel"):
    from verifier.adapters.spiel import NAME, RulewrightGame, RulewrightState, register

__all__ = ["NAME", "RulewrightGame", "RulewrightState", "register"]

register()
