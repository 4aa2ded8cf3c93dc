"""Where certificates lie: beside the rules, in the folder of the game, named like the text they speak of."""

from __future__ import annotations

from pathlib import Path

from verifier.certify.text import CertificateText, certificate_text
from verifier.program import Program
from verifier.source import Source
from verifier.surface.files import shown

FOLDER, ENDING = "certificates", ".cert"


def certificate_path(program: Program) -> Path | None:
    """The certificate of the last text laid over the game that has one; an overlay without one may fit that below."""
    for unit in reversed(program.composition.units):
        written = Path(unit.header.span.path)
        for folder in (written.parent, *written.parent.parents[:2]):
            path = folder / FOLDER / f"{unit.header.name.text}{ENDING}"
            if unit.header.sort != "part" and path.is_file():
                return path
    return None


def read_certificate(path: Path) -> CertificateText:
    return certificate_text(Source(shown(path), path.read_text(encoding="utf-8")))
