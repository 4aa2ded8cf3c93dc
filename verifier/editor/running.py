"""What is run from an editor: a scenario beside the answers, a claim by the command that people use."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

from lsprotocol import types as lsp

from verifier.editor.background import ScenarioRun
from verifier.editor.connection import RulesServer, of_rules
from verifier.editor.lenses import RUN, VERIFY, lenses, ruleset_of_claim
from verifier.editor.protocol import clean, path_of
from verifier.editor.session import Session
from verifier.editor.words import said


def register_running(server: RulesServer) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_CODE_LENS)
    def lens(ls: RulesServer, params: lsp.CodeLensParams) -> list[lsp.CodeLens] | None:
        def answer(path: Path) -> list[lsp.CodeLens]:
            words = {RUN: said(ls.session.lang, "run"), VERIFY: said(ls.session.lang, "verify")}
            return [
                lsp.CodeLens(
                    ls.places.range(each.span.source.span(each.span.start)),
                    lsp.Command(
                        title=words[each.command],
                        command=each.command,
                        arguments=[params.text_document.uri, each.name],
                    ),
                )
                for each in lenses(ls.session, path)
            ]

        return of_rules(ls, params, answer)

    @server.command(RUN)
    async def run(ls: RulesServer, uri: str, name: str) -> dict[str, Any] | None:
        path, loop = path_of(uri), asyncio.get_running_loop()
        if path is None:
            return None
        answer: asyncio.Future[tuple[bool, str] | None] = loop.create_future()
        errand = ScenarioRun(ls.session.texts, path, name, ls.session.lang)
        ls.background.run(errand, lambda found: loop.call_soon_threadsafe(answer.set_result, found))
        found = await answer
        if found is None:
            return None
        good, words = found
        ls.show(words, good)
        return {"name": name, "expected": good, "words": words}

    @server.command(VERIFY)
    async def verify(ls: RulesServer, uri: str, name: str) -> dict[str, Any] | None:
        path = path_of(uri)
        if path is None:
            return None
        if _unsaved(ls.session, path):
            ls.show(said(ls.session.lang, "save-first"), good=False)
            return None
        with ls.session.reading():
            ruleset = ruleset_of_claim(ls.session, path, name)
        ls.show(said(ls.session.lang, "verifying", name=name))
        good, words = await _verified(ruleset or str(path), name, ls.session.lang)
        ls.show(words, good)
        return {"name": name, "proved": good, "words": words}


def _unsaved(session: Session, path: Path) -> bool:
    """Does a text of the family differ from its file? Provers work in processes of their own and read files."""
    with session.reading():
        family = session.family(path).rules
    return any(
        not each.is_file() or clean(each.read_text(encoding="utf-8", errors="replace")) != clean(text)
        for each, text in session.texts.items()
        if each in family
    )


async def _verified(ruleset: str, name: str, lang: str) -> tuple[bool, str]:
    """The verdict on a claim, by the command that people use."""
    command = (sys.executable, "-m", "verifier", "verify", ruleset, "--only", name, "--json")
    process = await asyncio.create_subprocess_exec(
        *command,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    out, errors = await process.communicate()
    try:
        rows = json.loads(out)["results"]
        row = next(each for each in rows if each["property"] == name)
    except (ValueError, KeyError, StopIteration):
        why = errors.decode("utf-8", "replace").strip() or f"exit {process.returncode}"
        return False, said(lang, "no-verdict", name=name, why=why)
    good = row["verdict"] in ("proved", "exhausted", "tested")
    return good, said(
        lang, "verdict", **{key: row[key] for key in ("ruleset", "verdict", "method", "detail")}, name=name
    )
