"""Our values as the protocol has them: places counted in lines and units of the client, files as addresses."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from lsprotocol import types as lsp
from pygls import uris

from verifier.diagnostics import Diagnostic, Level
from verifier.editor.colours import MODIFIERS, TYPES, Coloured
from verifier.editor.diagnose import placed_labels
from verifier.editor.hover import Known
from verifier.editor.outline import Entry
from verifier.editor.rename import Edit
from verifier.source import Source, Span
from verifier.surface.layout import tidied
from verifier.words.messages import messages

SYMBOLS = {
    **dict.fromkeys(("game", "part", "edition", "variant", "house-rule", "instance"), lsp.SymbolKind.Module),
    "rule": lsp.SymbolKind.Function,
    **dict.fromkeys(("action", "procedure", "text"), lsp.SymbolKind.Method),
    **dict.fromkeys(("invariant", "witness", "measure", "may-loop"), lsp.SymbolKind.Interface),
    "scenario": lsp.SymbolKind.Struct,
    "phase": lsp.SymbolKind.Event,
    **dict.fromkeys(("card", "tile", "figure"), lsp.SymbolKind.Class),
    **dict.fromkeys(("kind", "zone", "amount", "note", "die"), lsp.SymbolKind.Enum),
    "number": lsp.SymbolKind.Constant,
    "definition": lsp.SymbolKind.Property,
}
_UNITS = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}


class Places:
    """Offsets in a text and positions of the client; `encoding` is what the client counts a line in."""

    def __init__(self, encoding: str = "utf-16") -> None:
        self.codec, self.width = _UNITS.get(encoding, _UNITS["utf-16"])

    def position(self, text: str, offset: int) -> lsp.Position:
        start = text.rfind("\n", 0, offset) + 1
        return lsp.Position(text.count("\n", 0, offset), self._units(text[start:offset]))

    def offset(self, text: str, position: lsp.Position) -> int:
        """The offset of a position; one behind the end of a line or of the text is at that end."""
        start = 0
        for _ in range(position.line):
            found = text.find("\n", start)
            if found < 0:
                return len(text)
            start = found + 1
        end = text.find("\n", start)
        line = text[start : len(text) if end < 0 else end]
        before = line.encode(self.codec, "surrogatepass")[: position.character * self.width]
        return start + len(before.decode(self.codec, "ignore"))

    def _units(self, text: str) -> int:
        return len(text.encode(self.codec, "surrogatepass")) // self.width

    def range(self, span: Span) -> lsp.Range:
        text = span.source.text
        return lsp.Range(self.position(text, span.start), self.position(text, span.end))

    def location(self, span: Span) -> lsp.Location:
        return lsp.Location(address(Path(span.path).resolve()), self.range(span))

    def edits(self, edits: Iterable[Edit]) -> lsp.WorkspaceEdit:
        changes: dict[str, list[lsp.TextEdit]] = {}
        for edit in edits:
            where = address(Path(edit.span.path).resolve())
            changes.setdefault(where, []).append(lsp.TextEdit(self.range(edit.span), edit.text))
        return lsp.WorkspaceEdit(changes=changes)

    def diagnostic(self, found: Diagnostic, lang: str, page: str | None) -> lsp.Diagnostic:
        """A diagnostic in the reader's language; the first label is where, the others are why."""
        told = messages(lang).diagnostic(found)
        placed = placed_labels(told)
        hint = f"\n{messages(lang).frame.get('hint', 'hint')}: {told.hint}" if told.hint else ""
        first = f": {placed[0].text}" if placed and placed[0].text else ""
        return lsp.Diagnostic(
            range=self.range(placed[0].span) if placed else lsp.Range(lsp.Position(0, 0), lsp.Position(0, 0)),
            message=f"{told.title}{first}{hint}",
            severity=lsp.DiagnosticSeverity.Error
            if found.level is Level.ERROR
            else lsp.DiagnosticSeverity.Warning,
            code=found.code,
            code_description=lsp.CodeDescription(page) if page is not None else None,
            source="rulewright",
            related_information=[
                lsp.DiagnosticRelatedInformation(self.location(label.span), label.text or told.title)
                for label in placed[1:]
            ],
        )

    def symbol(self, entry: Entry) -> lsp.DocumentSymbol:
        name = entry.name
        whole = name.whole or name.span
        return lsp.DocumentSymbol(
            name=name.text,
            kind=SYMBOLS.get(name.sort, lsp.SymbolKind.Variable),
            detail=name.sort,
            range=self.range(whole if whole.end >= name.span.end else whole.to(name.span)),
            selection_range=self.range(name.span),
            children=[self.symbol(each) for each in entry.inside],
        )

    def tokens(self, coloured: Iterable[Coloured]) -> list[int]:
        """Five numbers for each word: its distance from the one before, its length, its type, its modifiers."""
        data: list[int] = []
        line_start = column = at = 0
        for each in coloured:
            text, span = each.span.source.text, each.span
            lines = text.count("\n", at, span.start)
            if lines:
                line_start, column = text.rfind("\n", 0, span.start) + 1, 0
            here = self._units(text[line_start : span.start])
            marks = sum(1 << MODIFIERS.index(name) for name in each.modifiers)
            length = self._units(span.text)
            data += [lines, here - column, length, TYPES.index(each.type), marks]
            column, at = here, span.start
        return data


def address(path: Path) -> str:
    return uris.from_fs_path(str(path)) or path.as_uri()


def path_of(address: str) -> Path | None:
    """The file behind an address; nothing for a text that is in no file."""
    found = uris.to_fs_path(address) if address.startswith("file:") else None
    return Path(found).resolve() if found else None


def clean(text: str) -> str:
    """A text as our spans count it."""
    return tidied(Source("", text)).text


def in_markdown(known: list[Known]) -> str:
    """What is known of a name: the sentence, then the rule itself, then what was found out about it."""
    parts = []
    for each in known:
        rows = "\n".join(f"- {verdict}" for verdict in each.verdicts)
        said = (
            f"**{each.sort} `{each.name}`** · {each.where}",
            each.sentence,
            f"```rules\n{each.text}\n```",
            rows,
        )
        parts.append("\n\n".join(part for part in said if part))
    return "\n\n---\n\n".join(parts)
