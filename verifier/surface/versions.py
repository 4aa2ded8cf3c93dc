"""Versions of rules: a node in, a short word out that changes when its text does; layout and comments do not count."""

from __future__ import annotations

import hashlib
from typing import Any

from verifier.surface.format import printed


def version_of(node: Any) -> str:
    """Eight letters after the `@` of an id: `GAME/RULE@1a2b3c4d` is this text of the rule and no other."""
    return hashlib.sha256(printed(node).encode()).hexdigest()[:8]
