"""A stretch of editing on CATAN Duel: open, break, fix by quick fix, rename a rule, format; and all else one asks."""

from pathlib import Path

from lsprotocol import types as lsp

from tests.editor.client import Editor, edited

ROOT = Path(__file__).parent.parent.parent
FOLDER = ROOT / "spec" / "catan-duel"
WHOLE = lsp.Range(lsp.Position(0, 0), lsp.Position(10_000, 0))


async def opened(editor: Editor) -> str:
    """The file open, the first parse done."""
    uri = editor.open(FOLDER / "building.rules")
    await editor.until(uri, set())
    await editor.ask("text_document_hover", lsp.HoverParams(**editor.at(uri, "site-taken")))
    editor.took.clear()
    editor.cost.clear()
    return uri


async def broken_and_fixed(editor: Editor, uri: str) -> list[lsp.CodeAction]:
    """A slip in a name and its quick fix."""
    right = editor.texts[uri]
    editor.write(uri, right.replace("affordable-to me", "affordabel-to me", 1))
    (found,) = await editor.until(uri, {"N224"})
    context = lsp.CodeActionContext([found])
    params = lsp.CodeActionParams(editor.document(uri), found.range, context)
    actions = await editor.ask("text_document_code_action", params)
    editor.apply(actions[0].edit)
    await editor.until(uri, set())
    assert editor.texts[uri] == right
    return actions


async def renamed(editor: Editor, uri: str) -> dict[str, str]:
    """A rule with another name everywhere; the other files are opened with their new texts."""
    params = lsp.RenameParams(**editor.at(uri, "site-taken"), new_name="site-occupied")
    edit = await editor.ask("text_document_rename", params)
    others = editor.apply(edit)
    for other, text in others.items():
        editor.open(Path(other.removeprefix("file://")), text)
    await editor.until(uri, set())
    return {uri: editor.texts[uri], **others}


async def formatted(editor: Editor, uri: str) -> None:
    """A text out of shape in its one layout again."""
    right = editor.texts[uri]
    editor.write(
        uri, right.replace("rule site-occupied", "rule   site-occupied", 1).replace("\n\n", "\n\n\n")
    )
    params = lsp.DocumentFormattingParams(editor.document(uri), lsp.FormattingOptions(4, True))
    edits = await editor.ask("text_document_formatting", params)
    editor.write(uri, edited(editor.texts[uri], edits))
    assert editor.texts[uri] == right


async def asked(editor: Editor, uri: str) -> dict[str, object]:
    """Everything that an editor asks of its own accord, each after a letter was typed."""
    document = editor.document(uri)
    questions = {
        "text_document_hover": lsp.HoverParams(**editor.at(uri, "wrong-site")),
        "text_document_definition": lsp.DefinitionParams(**editor.at(uri, "pay-for")),
        "text_document_references": lsp.ReferenceParams(
            **editor.at(uri, "wrong-site"), context=lsp.ReferenceContext(True)
        ),
        "text_document_completion": lsp.CompletionParams(**editor.at(uri, "when s.depth is ", 16)),
        "text_document_document_symbol": lsp.DocumentSymbolParams(document),
        "text_document_folding_range": lsp.FoldingRangeParams(document),
        "text_document_semantic_tokens_full": lsp.SemanticTokensParams(document),
        "text_document_inlay_hint": lsp.InlayHintParams(document, WHOLE),
        "text_document_code_lens": lsp.CodeLensParams(document),
        "text_document_prepare_rename": lsp.PrepareRenameParams(**editor.at(uri, "wrong-site")),
    }
    found = {}
    for number, (name, params) in enumerate(questions.items()):
        editor.write(uri, editor.texts[uri] + f"# {number}\n")
        found[name] = await editor.ask(name, params)
    return found
