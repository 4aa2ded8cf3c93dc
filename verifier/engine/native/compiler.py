"""The C compiler that is there, and a cache of what it made: C text in, a loaded library out.

A library is compiled once for each text, compiler and version. The cache belongs to the user alone: a folder that
others may write to is not used, since whatever lies there would be run.
"""

from __future__ import annotations

import ctypes
import hashlib
import importlib.util
import os
import shutil
import stat
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ENGINE = "RULEWRIGHT_ENGINE"
ENGINES = ("auto", "native", "python")
FLAGS = ("-O2", "-std=gnu11", "-shared", "-fPIC", "-w")
# A thread finds its context without a call; the one pointer fits into what every process keeps for that.
ELF_FLAGS = ("-ftls-model=initial-exec", "-pthread")
PATIENCE = 600
# Where it is noted that a compiler refused a text: processes that work for one command share the folder of libraries.
REFUSED = "refused.txt"


class NoCompilerError(Exception):
    """There is no C compiler, or it does not work."""


@dataclass(frozen=True, slots=True)
class Compiler:
    command: tuple[str, ...]
    version: str


def engine_wanted() -> str:
    """Which engine the environment asks for. Raises `ValueError`."""
    wanted = os.environ.get(ENGINE, "").strip() or "auto"
    if wanted not in ENGINES:
        raise ValueError(f"{ENGINE} is `{wanted}`; known are {', '.join(ENGINES)}")
    return wanted


@cache
def compiler() -> Compiler | None:
    """The compiler of this machine, if there is one that answers."""
    commands: list[tuple[str, ...]] = [
        (found,) for name in ("cc", "gcc", "clang") if (found := shutil.which(name)) is not None
    ]
    if importlib.util.find_spec("ziglang") is not None:
        commands.append((sys.executable, "-m", "ziglang", "cc"))
    for command in commands:
        try:
            told = subprocess.run([*command, "--version"], capture_output=True, text=True, timeout=PATIENCE)
        except (OSError, subprocess.SubprocessError):
            continue
        if told.returncode == 0:
            return Compiler(command, told.stdout.split("\n", 1)[0])
    return None


def loaded(text: str) -> ctypes.CDLL:
    """The library of a C text. Raises `NoCompilerError`."""
    with_what = compiler()
    if with_what is None:
        raise NoCompilerError("there is no C compiler")
    path = _library(text, with_what)
    if not path.exists():
        _compile(text, with_what, path)
    if not _is_ours(path):
        raise NoCompilerError(f"{path} may be written by others")
    return ctypes.CDLL(str(path))


def is_cached(text: str) -> bool:
    """Was a C text compiled before?"""
    with_what = compiler()
    return with_what is not None and _library(text, with_what).exists()


def _flags() -> tuple[str, ...]:
    return (*FLAGS, *(ELF_FLAGS if sys.platform.startswith("linux") else ()))


def _library(text: str, with_what: Compiler) -> Path:
    key = "\0".join([*with_what.command, with_what.version, *_flags(), text])
    ending = ".dll" if os.name == "nt" else ".so"
    return cache_folder() / f"{hashlib.sha256(key.encode()).hexdigest()}{ending}"


def cache_folder() -> Path:
    """Where libraries are kept, for this user alone; a folder for this process if that cannot be."""
    if found := os.environ.get("RULEWRIGHT_CACHE"):
        base = Path(found)
    elif os.name == "nt":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home()) / "rulewright"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "rulewright"
    folder = base / "native"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if _is_ours(folder) and os.access(folder, os.W_OK):
            return folder
    except OSError:
        pass
    return _own_folder()


@cache
def _own_folder() -> Path:
    return Path(tempfile.mkdtemp(prefix="rulewright-"))


def _is_ours(path: Path) -> bool:
    """Does it belong to this user, who alone may write to it?"""
    if os.name == "nt":
        return True
    found = path.stat()
    return found.st_uid == os.getuid() and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _compile(text: str, with_what: Compiler, path: Path) -> None:
    """The library appears under its name only when it is whole: others may be making the same one."""
    with tempfile.TemporaryDirectory(dir=path.parent, prefix="making-") as made:
        source, library = Path(made, "machine.c"), Path(made, path.name)
        source.write_text(text, encoding="ascii")
        command = [*with_what.command, *_flags(), "-o", str(library), str(source)]
        try:
            told = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
        except (OSError, subprocess.SubprocessError) as error:
            raise _refused(with_what, str(error), path.parent) from error
        if told.returncode != 0:
            raise _refused(with_what, told.stderr[:2000], path.parent)
        library.chmod(0o700)
        os.replace(library, path)


def _refused(with_what: Compiler, why: str, folder: Path) -> NoCompilerError:
    """Work goes on in Python; a note is left for the command that asked for it, whichever process it is."""
    command = with_what.command[0]
    line = next((each for each in why.splitlines() if "error" in each), why.strip().split("\n", 1)[0])
    with suppress(OSError):
        (folder / REFUSED).write_text(f"{command}: {line.strip()}\n", encoding="utf-8")
    return NoCompilerError(f"{command} refuses the C text: {why}")


def refusal(seconds: float) -> str | None:
    """Which compiler refused a text within so many seconds, in its own words; `None` if none did."""
    try:
        note = cache_folder() / REFUSED
        recent = time.time() - note.stat().st_mtime <= seconds
        return note.read_text(encoding="utf-8").strip() if recent else None
    except OSError:
        return None
