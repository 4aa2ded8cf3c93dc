"""The glossary: one word for each thing of a game, with its gender and its forms."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from verifier.diagnostics import Label, Report, diagnostic
from verifier.source import Source, Span

GENDERS = ("m", "f", "n", "-")


@dataclass(frozen=True, slots=True)
class Term:
    """A word for a thing: `one` and `other` of them, other cases, other words that mean something else here."""

    name: str
    one: str
    other: str
    gender: str | None
    cases: Mapping[str, str]
    # Further forms in which the word may stand in a sentence, and words that must not be used for it.
    also: tuple[str, ...]
    avoid: tuple[str, ...]
    # What rulebooks of others call it.
    elsewhere: tuple[str, ...]
    span: Span

    def form(self, plural: bool, case: str | None = None) -> str:
        """The word for one or for many, in a case where the language has an own form for it."""
        number = "other" if plural else "one"
        if case is not None:
            return self.cases.get(f"{case}-{number}", self.other if plural else self.one)
        return self.other if plural else self.one

    @property
    def forms(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((self.one, self.other, *self.cases.values(), *self.also)))


@dataclass(frozen=True, slots=True)
class Glossary:
    terms: Mapping[str, Term] = field(default_factory=dict)

    def over(self, below: Glossary) -> Glossary:
        """This glossary, and what it does not name from the one below."""
        return Glossary({**below.terms, **self.terms})


_CASES = frozenset(
    f"{case}-{number}" for case in ("dative", "genitive", "accusative") for number in ("one", "other")
)


def glossary_of(source: Source, report: Report) -> Glossary:
    """The terms of one file; what cannot be read is reported."""
    try:
        table = tomllib.loads(source.text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        report.add(diagnostic("L703", Label(source.whole), hint=str(error), path=source.path))
        return Glossary()
    return Glossary(
        {
            name: term
            for name, body in table.items()
            if (term := _term(name, body, _span(source, name), report)) is not None
        }
    )


def _term(name: str, body: Any, span: Span, report: Report) -> Term | None:
    if isinstance(body, str):
        body = {"one": body}
    if not isinstance(body, dict) or not isinstance(body.get("one"), str):
        report.add(
            diagnostic(
                "L704", Label(span), hint=f'write `one = "..."` below `[{name}]`', name=name, form="one"
            )
        )
        return None
    gender = body.get("gender")
    cases = {key: value for key, value in body.items() if key in _CASES and isinstance(value, str)}
    return Term(
        name,
        body["one"],
        str(body.get("other", body["one"])),
        gender if gender in GENDERS else None,
        cases,
        _words(body.get("also")),
        _words(body.get("avoid")),
        _words(body.get("elsewhere")),
        span,
    )


def _words(value: Any) -> tuple[str, ...]:
    if isinstance(value, str):
        return (value,)
    return tuple(word for word in value if isinstance(word, str)) if isinstance(value, list) else ()


def _span(source: Source, name: str) -> Span:
    """Where a term stands: its header, or its line."""
    for wanted in (f"[{name}]", f'["{name}"]', f"{name} =", f"{name}="):
        at = 0 if source.text.startswith(wanted) else source.text.find("\n" + wanted) + 1
        if at or source.text.startswith(wanted):
            return source.span(at, at + len(wanted))
    return source.whole
