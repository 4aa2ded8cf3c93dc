"""What the checker accepted, written down beside the rules: `certified.json` in the folder of a game.

An entry counts for exactly the machine, the claims and the checker it names: after a change of any of them it says
nothing. A changed comment changes no machine.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from verifier.check.certificate.certificate import CHECKER
from verifier.kernel.machine import Machine
from verifier.program import Subject
from verifier.surface.files import game_folder

if TYPE_CHECKING:
    # Who reads the record reads no certificate.
    from verifier.certify.text import CertificateText

FILE = "certified.json"
SCHEMA = "rulewright/certified/1"


@dataclass(frozen=True, slots=True)
class Accepted:
    """The properties that a certificate showed of a machine: each with a fingerprint of what it claims."""

    machine: str
    checker: str
    certificate: str
    claims: Mapping[str, str]
    seconds: float = 0.0


def machine_fingerprint(machine: Machine) -> str:
    """The machine without its name and its claims, as one short word."""
    bare = replace(machine, name="", claims=(), measures=(), entries=None)
    return _mark(repr(bare))


def claim_fingerprints(machine: Machine) -> dict[str, str]:
    """What each property claims: of the health of a game the same for all."""
    found = dict.fromkeys(("conservation", "bounds", "no-dead-end", "it-ends"), "health")
    found.update(
        (claim.name, _mark(repr((claim.sort, claim.moment, claim.truth))))
        for claim in machine.claims
        if claim.name not in found
    )
    return found


def certificate_fingerprint(text: CertificateText) -> str:
    """What a certificate says at which cutpoints: not its comments, nor how it is laid out."""
    said = {
        label: [(text.said[at].sort, " ".join(text.said[at].text.split())) for at in numbers]
        for label, numbers in text.at.items()
    }
    return _mark(repr((text.name, sorted(said.items()))))


def accepted_entry(
    machine: Machine, text: CertificateText, accepted: Iterable[str], seconds: float
) -> Accepted:
    """What is written down after a check."""
    marks = claim_fingerprints(machine)
    claims = {name: marks[name] for name in sorted(accepted)}
    key = certificate_fingerprint(text)
    return Accepted(machine_fingerprint(machine), CHECKER, key, claims, round(seconds, 1))


def joined_entry(before: Accepted | None, new: Accepted) -> Accepted:
    """What was accepted of the same machine and certificate by the same checker, now and before."""
    if before is None or replace(before, claims=new.claims, seconds=new.seconds) != new:
        return new
    return replace(
        new, claims={**before.claims, **new.claims}, seconds=round(before.seconds + new.seconds, 1)
    )


def accepted_properties(machine: Machine, entry: Accepted | None) -> frozenset[str]:
    """The properties of this machine that are on record as checked."""
    if entry is None or entry.checker != CHECKER or entry.machine != machine_fingerprint(machine):
        return frozenset()
    marks = claim_fingerprints(machine)
    return frozenset(name for name, mark in entry.claims.items() if marks.get(name) == mark)


def record_path(game: str) -> Path:
    return game_folder(game) / FILE


def read_record(game: str) -> dict[str, Accepted]:
    """Every entry of a game, by the words for its subject."""
    path = record_path(game)
    if not path.is_file():
        return {}
    document = json.loads(path.read_text(encoding="utf-8"))
    if document.get("schema") != SCHEMA:
        return {}
    return {name: Accepted(**entry) for name, entry in document["accepted"].items()}


def entry_of(subject: Subject) -> Accepted | None:
    return read_record(game_of(subject)).get(str(subject))


def game_of(subject: Subject) -> str:
    return subject.ruleset.split("+")[0]


def write_down(subject: Subject, entry: Accepted, joined: bool) -> None:
    """Puts an entry into the record of its game in one piece: whoever is stopped leaves the old file or the new one.

    `joined` if only some properties were asked: then the others stay as they are.
    """
    game, name = game_of(subject), str(subject)
    entries = read_record(game)
    entries[name] = joined_entry(entries.get(name), entry) if joined else entry
    path = record_path(game)
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    draft.write_text(written_record(entries), encoding="utf-8")
    draft.replace(path)


def written_record(entries: Mapping[str, Accepted]) -> str:
    """The same entries give the same bytes."""
    rows = {
        name: {
            "machine": each.machine,
            "checker": each.checker,
            "certificate": each.certificate,
            "seconds": each.seconds,
            "claims": dict(sorted(each.claims.items())),
        }
        for name, each in sorted(entries.items())
    }
    return json.dumps({"schema": SCHEMA, "accepted": rows}, indent=1, ensure_ascii=False) + "\n"


def _mark(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]
