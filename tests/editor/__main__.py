"""`python -m tests.editor`: how long the language server takes for each answer on CATAN Duel, in milliseconds."""

import asyncio
import statistics

from tests.editor.client import editor
from tests.editor.stretch import asked, broken_and_fixed, formatted, opened, renamed

ROUNDS = 10


def by_name(many: list[tuple[str, float]]) -> dict[str, list[float]]:
    found: dict[str, list[float]] = {}
    for name, seconds in many:
        found.setdefault(name, []).append(1000 * seconds)
    return found


async def measured() -> tuple[dict[str, list[float]], dict[str, list[float]]]:
    async with editor() as desk:
        uri = await opened(desk)
        for _ in range(ROUNDS):
            await broken_and_fixed(desk, uri)
            await asked(desk, uri)
        await renamed(desk, uri)
        await formatted(desk, uri)
        return by_name(desk.took), by_name(desk.cost)


if __name__ == "__main__":
    waited, worked = asyncio.run(measured())
    for name, many in sorted(waited.items()):
        spread = f"waited: median {statistics.median(many):6.1f} longest {max(many):6.1f}"
        if name in worked:
            spread += (
                f"   worked: median {statistics.median(worked[name]):6.1f} longest {max(worked[name]):6.1f}"
            )
        print(f"{name:36} {len(many):3} answers  {spread}")  # noqa: T201
