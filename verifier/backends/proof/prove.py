"""A machine in, a verdict on each of its properties out: induction over every transition, full size."""

from __future__ import annotations
