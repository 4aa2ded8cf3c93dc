"""`python -m tests.digests`: see the package."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

import click

from tests.digests import compare
from tests.digests.sections import MACHINES, Task, full, quick

PATH = click.Path(path_type=Path)


@click.command()
@click.option("--out", type=PATH, help="Write the digests into this file.")
@click.option("--keep", type=PATH, help="Write the texts themselves into this folder.")
@click.option("--against", type=PATH, help="Compare with the digests in this file.")
@click.option("--texts", type=PATH, help="The texts kept with those; a folder beside the file if not said.")
@click.option("--quick", "only_machines", is_flag=True, help="Machines and generated Python only.")
@click.option("--only", multiple=True, metavar="PREFIX", help="Only names that begin so; may be given again.")
@click.option("--resume", is_flag=True, help="Go on with a run that was broken off, from the texts it kept.")
@click.option("--jobs", type=click.IntRange(1, 8), default=2, show_default=True, help="Number of processes.")
def main(
    out: Path | None,
    keep: Path | None,
    against: Path | None,
    texts: Path | None,
    only_machines: bool,
    only: tuple[str, ...],
    resume: bool,
    jobs: int,
) -> None:
    """Digest what the project answers, and compare with an earlier run; ends with 1 if something differs."""
    tasks = [
        task
        for task in (quick() if only_machines else full())
        if not only or any(map(task.answers_for, only))
    ]
    with TemporaryDirectory() as scratch:
        kept = keep or Path(scratch)
        known = compare.kept_texts(kept) if resume else {}
        tasks = [task for task in tasks if not any(map(task.answers_for, known))]
        found = {name: compare.digest(text) for name, text in known.items()}
        for name, text in _all_texts(tasks, jobs):
            if not only or name.startswith(only):
                found[name] = compare.digest(text)
                compare.keep(kept, name, text)
        found = dict(sorted(found.items()))
        written = json.dumps(found, indent=1) + "\n"
        if out is not None:
            out.write_text(written, encoding="utf-8")
        if against is not None:
            before = {
                name: digest
                for name, digest in json.loads(against.read_text(encoding="utf-8")).items()
                if (not only or name.startswith(only))
                and (not only_machines or name.startswith(tuple(f"{sort}/" for sort in MACHINES)))
            }
            sys.exit(_compared(before, found, texts or against.with_suffix(""), kept))
    if out is None:
        click.echo(written, nl=False)


def _all_texts(tasks: list[Task], jobs: int) -> Iterator[tuple[str, str]]:
    began = monotonic()
    # A fresh process each: nothing is left over from this one.
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        waiting = {pool.submit(task.timed): task for task in tasks}
        for number, done in enumerate(as_completed(waiting), 1):
            texts, seconds = done.result()
            title = f"{waiting[done].title} ({seconds:.1f} s)"
            click.echo(f"{monotonic() - began:6.0f} s  {number}/{len(tasks)}  {title}", err=True)
            yield from texts.items()


def _compared(before: dict[str, str], after: dict[str, str], old_texts: Path, new_texts: Path) -> int:
    """Says what differs."""
    found = compare.differences(before, after)
    for each in found:
        click.echo(f"{each.sort}: {each.name}")
        if each.sort == "changed":
            for line in compare.excerpt(each.name, old_texts, new_texts):
                click.echo(f"    {line}")
    click.echo(
        f"{len(found)} of {len(before)} digests differ" if found else f"all {len(after)} digests are equal"
    )
    return 1 if found else 0


if __name__ == "__main__":
    main()
