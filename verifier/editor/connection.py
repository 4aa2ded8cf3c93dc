"""What a server keeps between two questions: the session, what was found last, and how the client counts."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer

from verifier.diagnostics import Diagnostic
from verifier.editor.background import Background
from verifier.editor.diagnose import Job
from verifier.editor.protocol import Places, address, clean, path_of
from verifier.editor.rename_words import warm
from verifier.editor.session import Session
from verifier.surface.files import ENDING
from verifier.version import VERSION

DOCS = Path(__file__).resolve().parents[2] / "docs" / "diagnostics"


class RulesServer(LanguageServer):
    """A server with a session; what was found last is kept for quick fixes."""

    def __init__(self, lang: str) -> None:
        super().__init__("rulewright", VERSION, text_document_sync_kind=lsp.TextDocumentSyncKind.Full)
        self.session = Session(lang)
        self.places = Places()
        self.found: dict[Path, list[Diagnostic]] = {}
        self.site: str | None = None
        self._settled = False
        self.loop: asyncio.AbstractEventLoop | None = None
        self.background = Background(self._told, self._rest)

    # --- what changed

    def changed(self) -> None:
        """Has the open texts checked again, when nobody types any more."""
        session = self.session
        with session.reading():
            families = {path: session.family(path) for path in session.texts}
        self.background.check(Job(dict(session.texts), families))

    def _told(self, found: dict[Path, list[Diagnostic]]) -> None:
        """In the thread that talks to the checker: the loop is to tell the editor."""
        if self.loop is not None:
            with suppress(RuntimeError):
                self.loop.call_soon_threadsafe(self._publish, found)

    def _rest(self) -> None:
        """In the same thread, while nobody types: what the next answers need is read anew."""
        session = self.session
        with session.reading():
            session.refresh_all()
            for path in session.texts:
                warm(session, path)
        if not self._settled:
            # Collecting garbage goes through everything that was read, a third of a second in the middle of an answer.
            self._settled = True
            gc.collect()
            gc.freeze()

    def _publish(self, found: dict[Path, list[Diagnostic]]) -> None:
        gone: dict[Path, list[Diagnostic]] = {path: [] for path in self.found if path not in found}
        for path, many in (gone | found).items():
            told = [self.places.diagnostic(each, self.session.lang, self._page(each.code)) for each in many]
            self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(address(path), told))
        self.found = found

    def _page(self, code: str) -> str | None:
        """The page about a code: on a site if one is known, else in the checkout."""
        if self.site is not None:
            return f"{self.site.rstrip('/')}/diagnostics/{code}/"
        page = DOCS / f"{code}.md"
        return address(page) if page.is_file() else None

    # --- what is asked

    def about(self, document: lsp.TextDocumentIdentifier) -> tuple[Path, str] | None:
        """The file that a question is about, with its text as our spans count it."""
        path = path_of(document.uri)
        text = self.session.texts.get(path) if path is not None else None
        return (path, clean(text)) if path is not None and text is not None else None

    def at(self, params: Any) -> tuple[Path, int] | None:
        found = self.about(params.text_document)
        return (found[0], self.places.offset(found[1], params.position)) if found is not None else None

    def show(self, words: str, good: bool = True) -> None:
        sort = lsp.MessageType.Info if good else lsp.MessageType.Warning
        self.window_show_message(lsp.ShowMessageParams(sort, words))


T = TypeVar("T")


def answered(ls: RulesServer, params: Any, answer: Callable[[Path, int], T]) -> T | None:
    """An answer about a place in an open text; nothing about any other."""
    where = ls.at(params)
    if where is None:
        return None
    with ls.session.reading():
        return answer(*where)


def of_rules(ls: RulesServer, params: Any, answer: Callable[[Path], T]) -> T | None:
    """An answer about a whole open text of rules."""
    about = ls.about(params.text_document)
    if about is None or about[0].suffix != ENDING:
        return None
    with ls.session.reading():
        return answer(about[0])
