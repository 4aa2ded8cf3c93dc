"""A real client at the other end of the language server's standard input and output, and how long each answer took."""

import asyncio
import sys
import time
from collections.abc import Iterator
from contextlib import asynccontextmanager
from pathlib import Path

from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient


class Editor:
    """An editor with some files open; what it shows may differ from the disk."""

    def __init__(self, client: LanguageClient) -> None:
        self.client = client
        self.texts: dict[str, str] = {}
        self.versions: dict[str, int] = {}
        self.diagnostics: dict[str, list[lsp.Diagnostic]] = {}
        self.messages: list[str] = []
        self.took: list[tuple[str, float]] = []
        # Seconds of a processor for each answer, where the system tells them.
        self.cost: list[tuple[str, float]] = []
        self._heard = asyncio.Event()

    # --- texts

    def open(self, path: Path, text: str | None = None) -> str:
        uri = path.resolve().as_uri()
        self.texts[uri] = path.read_text(encoding="utf-8") if text is None else text
        item = lsp.TextDocumentItem(uri, "rules", 1, self.texts[uri])
        self.versions[uri] = 1
        self.client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
        return uri

    def write(self, uri: str, text: str) -> None:
        """The whole text anew, as after some typing."""
        self.texts[uri] = text
        self.versions[uri] += 1
        document = lsp.VersionedTextDocumentIdentifier(uri=uri, version=self.versions[uri])
        change = lsp.TextDocumentContentChangeWholeDocument(text)
        self.client.text_document_did_change(lsp.DidChangeTextDocumentParams(document, [change]))

    def apply(self, edit: lsp.WorkspaceEdit) -> dict[str, str]:
        """Carries out an edit in the open texts; what it makes of files that are not open is answered."""
        closed = {}
        for uri, edits in (edit.changes or {}).items():
            if uri in self.texts:
                self.write(uri, edited(self.texts[uri], edits))
            else:
                closed[uri] = edited(Path(uri.removeprefix("file://")).read_text(encoding="utf-8"), edits)
        return closed

    # --- questions

    async def ask(self, name: str, params: object) -> object:
        began, worked = time.perf_counter(), self._worked()
        found = await asyncio.wait_for(getattr(self.client, f"{name}_async")(params), 60)
        self.took.append((name, time.perf_counter() - began))
        self.cost.append((name, self._worked() - worked))
        return found

    def _worked(self) -> float:
        """Seconds that the thread of the server that answers has had a processor."""
        pid = self.client._server.pid
        path = Path(f"/proc/{pid}/task/{pid}/schedstat")
        return int(path.read_text().split()[0]) / 1e9 if path.is_file() else 0.0

    def at(self, uri: str, text: str, inside: int = 1) -> dict:
        """The place of some words, or a letter further."""
        return {"text_document": self.document(uri), "position": position(self.texts[uri], text, inside)}

    def document(self, uri: str) -> lsp.TextDocumentIdentifier:
        return lsp.TextDocumentIdentifier(uri)

    # --- what the server says by itself

    def listen(self) -> None:
        @self.client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def published(params: lsp.PublishDiagnosticsParams) -> None:
            self.diagnostics[params.uri] = list(params.diagnostics)
            self._heard.set()

        @self.client.feature(lsp.WINDOW_SHOW_MESSAGE)
        def shown(params: lsp.ShowMessageParams) -> None:
            self.messages.append(params.message)

    async def until(self, uri: str, codes: set[str], seconds: float = 60) -> list[lsp.Diagnostic]:
        """Waits until exactly these codes are shown for a file."""
        began = time.perf_counter()
        while {
            str(each.code) for each in self.diagnostics.get(uri, ())
        } != codes or uri not in self.diagnostics:
            self._heard.clear()
            left = seconds - (time.perf_counter() - began)
            await asyncio.wait_for(self._heard.wait(), left)
        self.took.append(("diagnostics", time.perf_counter() - began))
        return self.diagnostics[uri]


@asynccontextmanager
async def editor(lang: str = "en") -> Iterator[Editor]:
    """An editor with a server of its own, started as editors start it."""
    client = LanguageClient("tests", "1")
    found = Editor(client)
    found.listen()
    await client.start_io(sys.executable, "-m", "verifier", "lsp")
    capabilities = lsp.ClientCapabilities()
    await client.initialize_async(lsp.InitializeParams(capabilities=capabilities, locale=lang))
    client.initialized(lsp.InitializedParams())
    try:
        yield found
    finally:
        await client.shutdown_async(None)
        client.exit(None)
        await client.stop()


def position(text: str, words: str, inside: int = 0) -> lsp.Position:
    offset = text.index(words) + inside
    start = text.rfind("\n", 0, offset) + 1
    return lsp.Position(text.count("\n", 0, offset), len(text[start:offset].encode("utf-16-le")) // 2)


def edited(text: str, edits: list[lsp.TextEdit]) -> str:
    """A text after the edits of an answer, as a client carries them out."""
    lines = text.split("\n")

    def offset(at: lsp.Position) -> int:
        if at.line >= len(lines):
            return len(text)
        units = lines[at.line].encode("utf-16-le")[: 2 * at.character]
        return sum(len(line) + 1 for line in lines[: at.line]) + len(units.decode("utf-16-le"))

    for edit in sorted(edits, key=lambda each: offset(each.range.start), reverse=True):
        start, end = offset(edit.range.start), offset(edit.range.end)
        text = text[:start] + edit.new_text + text[end:]
    return text
