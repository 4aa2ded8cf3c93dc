"""`python -m tests.check.certificate [EDITS [RULESET]]`: rules broken, lines falsified: is each refused, or true?

What is accepted is compared with every state of the instance, found by the plain interpreter. With a rule set its own
certificate is falsified, at full size; what is accepted there is compared with the states of random plays.
"""

import random
import sys

import click

from tests.check.certificate import test_falsified as large
from tests.check.certificate.edits import BROKEN, falsified, is_refused, shortened
from tests.check.certificate.test_refusals import is_true_everywhere, program, text
from verifier.certify.compile import compiled
from verifier.check.certificate.check import checked
from verifier.diagnostics import Rejected


def edits(luck):
    """Single edits first, in no order; then pairs of them without end."""
    single = [(name, edited) for name, edited, _ in falsified(text())] + list(shortened(text()))
    luck.shuffle(single)
    yield from single
    while True:
        name, edited, _ = luck.choice(list(falsified(text())))
        more, twice, _ = luck.choice(list(falsified(edited)))
        yield f"{name}; {more}", twice


def at_full_size(ruleset, most):
    """Falsified lines of one rule set, in no order: a line that is accepted must hold in every play that is tried."""
    every = list(falsified(large.text(ruleset)))
    random.Random(1).shuffle(every)
    counts = {"refused": 0, "unreadable": 0, "accepted": 0, "FALSE": 0}
    states = large.met(ruleset)
    for name, edited, _ in every[:most]:
        try:
            machine, certificate = compiled(edited, large.program(ruleset))
        except Rejected:
            counts["unreadable"] += 1
            continue
        if is_refused(machine, certificate):
            word = "refused"
        else:
            wrong = large.contradicted(certificate, machine, states) or large.misplaced(certificate, states)
            word = "FALSE" if wrong else "accepted"
        counts[word] += 1
        click.echo(f"{word}: {name}")
    click.echo(f"{ruleset}: {counts}")
    return 1 if counts["FALSE"] else 0


def main(words):
    most = int(words[0]) if words else 100
    if len(words) > 1:
        return at_full_size(words[1], most)
    refused = 0
    for name, change in BROKEN.items():
        machine, certificate = compiled(text(), program("lost-cities+tiny"))
        found = checked(change(machine), certificate)
        refused += bool(found.broken or found.refused)
        if not (found.broken or found.refused):
            click.echo(f"ACCEPTED: {name}")
    click.echo(f"rules broken: {refused} of {len(BROKEN)} refused")
    counts = {"refused": 0, "true": 0, "unreadable": 0, "FALSE": 0}
    for number, (name, edited) in enumerate(edits(random.Random(1))):
        if number >= most:
            break
        try:
            machine, certificate = compiled(edited, program())
        except Rejected:
            counts["unreadable"] += 1
            continue
        found = checked(machine, certificate)
        word = "refused" if found.broken else "true" if is_true_everywhere(certificate, machine) else "FALSE"
        counts[word] += 1
        if word == "FALSE":
            click.echo(f"ACCEPTED AND FALSE: {name}")
        if number % 10 == 9:
            click.echo(f"  {number + 1} edits: {counts}")
    click.echo(f"certificates edited: {counts}")
    return 1 if counts["FALSE"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
