"""How long a mistake may keep us: it may have made a step endless."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

# Seconds of work, not of waiting. No scenario and no play takes a tenth of it.
PATIENCE = 8.0


class TooLong(BaseException):
    """Patience is at its end."""


@contextmanager
def patience() -> Iterator[None]:
    """Whatever is done here takes its time, or raises `TooLong`."""

    def too_long(number: int, frame: FrameType | None) -> None:
        raise TooLong

    before = signal.signal(signal.SIGVTALRM, too_long)
    signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
