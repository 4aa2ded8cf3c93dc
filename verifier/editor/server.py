"""The language server: every answer registered, texts taken as the editor sends them."""

from __future__ import annotations

import asyncio
from typing import Any

from lsprotocol import types as lsp

from verifier.editor.answers import register_changing, register_finding, register_showing
from verifier.editor.connection import RulesServer
from verifier.editor.protocol import Places, path_of
from verifier.editor.running import register_running
from verifier.languages import languages


def server(lang: str) -> RulesServer:
    """A server with every answer registered."""
    made = RulesServer(lang)
    for register in (
        _lifetime,
        _reading,
        register_finding,
        register_changing,
        register_showing,
        register_running,
    ):
        register(made)
    return made


def _lifetime(server: RulesServer) -> None:
    @server.feature(lsp.INITIALIZE)
    def initialize(ls: RulesServer, params: lsp.InitializeParams) -> None:
        options = params.initialization_options if isinstance(params.initialization_options, dict) else {}
        wanted = str(options.get("lang") or params.locale or "").replace("_", "-").partition("-")[0]
        if wanted in languages():
            ls.session.lang = wanted
        ls.site = options["site"] if isinstance(options.get("site"), str) else None

    @server.feature(lsp.INITIALIZED)
    def initialized(ls: RulesServer, params: lsp.InitializedParams) -> None:
        ls.loop = asyncio.get_running_loop()
        ls.places = Places(
            str(getattr(ls.workspace.position_encoding, "value", ls.workspace.position_encoding))
        )

    @server.feature(lsp.SHUTDOWN)
    def shutdown(ls: RulesServer, params: Any) -> None:
        ls.background.end()


def _reading(server: RulesServer) -> None:
    def take(ls: RulesServer, uri: str) -> None:
        path = path_of(uri)
        if path is not None:
            ls.session.opened(path, ls.workspace.get_text_document(uri).source)
            ls.changed()

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def opened(ls: RulesServer, params: lsp.DidOpenTextDocumentParams) -> None:
        take(ls, params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def changed(ls: RulesServer, params: lsp.DidChangeTextDocumentParams) -> None:
        take(ls, params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    def saved(ls: RulesServer, params: lsp.DidSaveTextDocumentParams) -> None:
        ls.changed()

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def closed(ls: RulesServer, params: lsp.DidCloseTextDocumentParams) -> None:
        path = path_of(params.text_document.uri)
        if path is not None:
            ls.session.closed(path)
            ls.changed()
