"""A written play as the end of a link: deflated JSON in letters that a link may have."""

from __future__ import annotations

import json
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from typing import Any


def play_fragment(play: Mapping[str, Any]) -> str:
    """What stands behind the address of a playable page to open it with a play."""
    packed = zlib.compress(json.dumps(play, ensure_ascii=False).encode(), 9, wbits=-zlib.MAX_WBITS)
    return f"#play={urlsafe_b64encode(packed).decode().rstrip('=')}"
