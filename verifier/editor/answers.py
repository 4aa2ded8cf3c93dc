"""Questions of an editor in, answers of the pure functions out. Nothing is decided here."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidParams

from verifier.diagnostics import Report
from verifier.editor.colours import MODIFIERS, TYPES, coloured
from verifier.editor.complete import completions
from verifier.editor.connection import RulesServer, answered, of_rules
from verifier.editor.fixes import fixes
from verifier.editor.hover import hover
from verifier.editor.inlays import inlays
from verifier.editor.navigate import definitions, references
from verifier.editor.outline import folds, outline
from verifier.editor.protocol import in_markdown
from verifier.editor.rename import Refusal, renamable, renamed
from verifier.surface.files import ENDING
from verifier.surface.format import formatted

_SUGGESTED = {
    "keyword": lsp.CompletionItemKind.Keyword,
    "local name": lsp.CompletionItemKind.Variable,
    "word": lsp.CompletionItemKind.EnumMember,
}


def register_finding(server: RulesServer) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    def hovered(ls: RulesServer, params: lsp.HoverParams) -> lsp.Hover | None:
        def answer(path: Path, offset: int) -> lsp.Hover | None:
            found = hover(ls.session, path, offset)
            if found is None:
                return None
            text = lsp.MarkupContent(lsp.MarkupKind.Markdown, in_markdown(found[1]))
            return lsp.Hover(text, ls.places.range(found[0].span))

        return answered(ls, params, answer)

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def defined(ls: RulesServer, params: lsp.DefinitionParams) -> list[lsp.Location] | None:
        return answered(
            ls,
            params,
            lambda path, at: [ls.places.location(each.span) for each in definitions(ls.session, path, at)],
        )

    @server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    def referred(ls: RulesServer, params: lsp.ReferenceParams) -> list[lsp.Location] | None:
        own = params.context.include_declaration
        return answered(
            ls,
            params,
            lambda path, at: [ls.places.location(span) for span in references(ls.session, path, at, own)],
        )

    @server.feature(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=[".", " "]))
    def completed(ls: RulesServer, params: lsp.CompletionParams) -> lsp.CompletionList | None:
        def answer(path: Path, offset: int) -> lsp.CompletionList:
            found = completions(ls.session, path, offset) if path.suffix == ENDING else []
            items = [
                lsp.CompletionItem(
                    label=each.text,
                    detail=each.sort,
                    kind=_SUGGESTED.get(each.sort, lsp.CompletionItemKind.Reference),
                    sort_text=f"{number:04}",
                )
                for number, each in enumerate(found)
            ]
            return lsp.CompletionList(is_incomplete=False, items=items)

        return answered(ls, params, answer)


def register_changing(server: RulesServer) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
    def prepared(ls: RulesServer, params: lsp.PrepareRenameParams) -> lsp.Range | None:
        def answer(path: Path, offset: int) -> lsp.Range:
            found = renamable(ls.session, path, offset)
            if isinstance(found, Refusal):
                raise JsonRpcInvalidParams(found.reason)
            return ls.places.range(found.span)

        return answered(ls, params, answer)

    @server.feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))
    def rename(ls: RulesServer, params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
        def answer(path: Path, offset: int) -> lsp.WorkspaceEdit:
            found = renamed(ls.session, path, offset, params.new_name)
            if isinstance(found, Refusal):
                raise JsonRpcInvalidParams(found.reason)
            return ls.places.edits(found)

        return answered(ls, params, answer)

    @server.feature(
        lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions(code_action_kinds=[lsp.CodeActionKind.QuickFix])
    )
    def fixed(ls: RulesServer, params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        about = ls.about(params.text_document)
        return [] if about is None else list(_actions(ls, about[0], about[1], params.range))

    @server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    def laid_out(ls: RulesServer, params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit] | None:
        about = ls.about(params.text_document)
        if about is None or about[0].suffix != ENDING:
            return None
        with ls.session.reading():
            source = ls.session.source(about[0])
            text = formatted(source, Report()) if source is not None else None
        if text is None or text == ls.session.texts[about[0]]:
            return []
        end = ls.places.position(about[1], len(about[1]))
        return [lsp.TextEdit(lsp.Range(lsp.Position(0, 0), end), text)]


def _actions(ls: RulesServer, path: Path, text: str, wanted: lsp.Range) -> Iterator[lsp.CodeAction]:
    """The fixes of what was found where the editor asks, as long as the text there is still the same."""
    for each in ls.found.get(path, ()):
        if not each.labels or each.labels[0].span.source.text != text:
            continue
        here = ls.places.range(each.labels[0].span)
        if here.end < wanted.start or wanted.end < here.start:
            continue
        with ls.session.reading():
            proposed = fixes(each, ls.session.lang)
        for fix in proposed:
            yield lsp.CodeAction(
                title=fix.title,
                kind=lsp.CodeActionKind.QuickFix,
                diagnostics=[ls.places.diagnostic(each, ls.session.lang, None)],
                is_preferred=fix.sure,
                edit=ls.places.edits(fix.edits),
            )


def register_showing(server: RulesServer) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def symbols(ls: RulesServer, params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol] | None:
        return of_rules(
            ls, params, lambda path: [ls.places.symbol(each) for each in outline(ls.session, path)]
        )

    @server.feature(lsp.TEXT_DOCUMENT_FOLDING_RANGE)
    def folded(ls: RulesServer, params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange] | None:
        def answer(path: Path) -> list[lsp.FoldingRange]:
            source = ls.session.source(path)
            return [
                lsp.FoldingRange(first, last, kind=lsp.FoldingRangeKind.Comment if comment else None)
                for first, last, comment in (folds(source) if source is not None else ())
            ]

        return of_rules(ls, params, answer)

    legend = lsp.SemanticTokensLegend(list(TYPES), list(MODIFIERS))

    @server.feature(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, legend)
    def colours(ls: RulesServer, params: lsp.SemanticTokensParams) -> lsp.SemanticTokens | None:
        return of_rules(
            ls, params, lambda path: lsp.SemanticTokens(ls.places.tokens(coloured(ls.session, path)))
        )

    @server.feature(lsp.TEXT_DOCUMENT_INLAY_HINT)
    def hints(ls: RulesServer, params: lsp.InlayHintParams) -> list[lsp.InlayHint] | None:
        def answer(path: Path) -> list[lsp.InlayHint]:
            found = [(ls.places.range(each.at).end, each) for each in inlays(ls.session, path)]
            return [
                lsp.InlayHint(at, each.words, tooltip=each.more or None, padding_left=True)
                for at, each in found
                if params.range.start <= at <= params.range.end
            ]

        return of_rules(ls, params, answer)
