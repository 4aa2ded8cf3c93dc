"""The impact of overlays in words, as a value that `json` can write, and as a page that stands alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from statistics import fmean
from typing import Any

from verifier.check.termination import Bound
from verifier.compare.impact import Impact, OverlayEffect
from verifier.compare.sides import PlaySample, PropertyRow
from verifier.diagnostics import count_of
from verifier.languages import language
from verifier.report.diff import line_in_words
from verifier.report.reader import IN_ENGLISH, PageReader
from verifier.report.text import BARS_WIDE, bars, counted, folded, html_page, picked, stretch
from verifier.verdict.finding import Finding

TOLD = 16
_HEADS = {
    "broken": "fails now",
    "repaired": "holds now",
    "weaker": "no longer proved",
    "stronger": "proved now",
    "new": "new",
    "gone": "no longer claimed",
    "open": "known on one side only",
}
BINS = 30
# A rule at work so many times as often or as seldom is worth a line; of these so many are told.
FAR, MOST_RULES = 1.5, 8
COLOURS = ("#8b95a1", "#2e86c1")
ROWS = {"broken": "bad", "repaired": "good", "weaker": "open", "stronger": "better"}
STYLE = """
summary { font-size: 1.25rem; font-weight: 600; margin: 1.2rem 0 .6rem; cursor: pointer; }
svg { max-width: 100%; height: auto; }
/* On a narrow screen a row is a block: the property, what it was and is, and why below. */
@media (max-width: 40rem) {
  .wide tr { display: block; padding: .5rem .7rem; border-bottom: 1px solid var(--line); }
  .wide tr:has(th) { display: none; }
  .wide td { display: inline; padding: 0; border: 0; white-space: normal; }
  .wide td:first-child { display: block; font-weight: 600; }
  .wide td:nth-child(3)::before { content: "\\00a0→ "; }
  .wide td:last-child { display: block; color: var(--quiet); }
}
"""


def impact_in_words(found: Impact) -> Iterator[str]:
    """The answer without the pictures of the plays."""
    yield from _head(found)
    if found.lines:
        yield ""
        yield "changes to the rules:"
        for line in found.lines:
            yield from (f"  {each}" for each in line_in_words(line))
    yield ""
    yield from _answers(found)


def exit_in_words(found: Impact) -> str:
    """What the exit code of the command says."""
    if not found.breaks:
        return "nothing fails that did not fail before: exit code 0"
    names = dict.fromkeys(each.property for table in found.tables for each in table.broken)
    return f"fails and did not fail before: {', '.join(names)}: exit code 1"


def table_in_words(found: Impact) -> Iterator[str]:
    """The same for a further number of players: what does not depend on it has been told."""
    yield from _head(found)
    yield from _answers(found)


def _head(found: Impact) -> Iterator[str]:
    alone = found.ruleset == found.base
    yield f"{found.base if alone else f'{found.ruleset} beside {found.base}'} ({found.players} players)"
    if found.same and not alone:
        yield "the two are the same machine: nothing changes in play"


def _answers(found: Impact) -> Iterator[str]:
    yield from _properties(found)
    if found.expected:
        yield f"scenarios that end in another way, as the overlays say: {', '.join(found.expected)}"
    yield ""
    yield from _rules(found)
    yield from _ending(found)
    for repair in found.repairs:
        yield f"repair of {repair.property} {repair.change}: {repair.words}"


def _properties(found: Impact) -> Iterator[str]:
    same = [row for row in found.rows if row.change == "same"]
    proved = sum(row.after is not None and row.after.verdict == "proved" for row in same)
    failing = sum(row.after is not None and row.after.verdict == "refuted" for row in same)
    counts = f"{len(same)} as before ({proved} proved, {failing} failing)"
    yield f"properties: {len(found.rows)}, of which {counts}"
    for kind, head in _HEADS.items():
        of_kind = [row for row in found.rows if row.change == kind]
        if not of_kind:
            continue
        yield f"  {head}:"
        for row in of_kind:
            yield from (f"    {line}" for line in _row(row, found.claims.get(row.name)))


def _row(row: PropertyRow, claim: str | None) -> Iterator[str]:
    now = row.after
    if now is None:
        yield row.name
        return
    was = f" (was {row.before.verdict})" if row.before is not None else ""
    yield f"{row.name}: {now.verdict}{was}, {now.detail}"
    if claim is not None and now.verdict == "refuted":
        yield f"  = the claim: {claim}"
    if now.acknowledged is not None:
        yield f"  = acknowledged: {now.acknowledged}"
    if row.change == "broken" and now.trace is not None:
        for number, line in folded(now.trace.told, now.trace.matters, TOLD):
            yield f"{number:>3}. {line}" if number else f"     {line}"


def _rules(found: Impact) -> Iterator[str]:
    if found.idle:
        yield f"idle now, proved: {', '.join(found.idle)}"
    if found.revived:
        yield f"active now: {', '.join(found.revived)}"


def _ending(found: Impact) -> Iterator[str]:
    row = next(row for row in found.rows if row.name == "it-ends")
    sides = [(found.base, row.before, found.bounds[0]), (found.ruleset, row.after, found.bounds[1])]
    told_before: list[str] = []
    for side, finding, bound in sides if found.ruleset != found.base else sides[:1]:
        if bound is not None:
            yield f"every play of {side} ends, proved: {bound.words}"
        elif finding is not None:
            yield f"does every play of {side} end? {finding.verdict}: {finding.detail}"
            lines = list(_loop(finding))
            yield from lines if lines != told_before else ["  the same moves"]
            told_before = lines


def _loop(finding: Finding) -> Iterator[str]:
    """The moves that go round for ever; `loop` is the number of the first."""
    trace = finding.trace
    if trace is None or trace.loop is None or len(trace.told) - trace.loop > TOLD:
        return
    for number, line in enumerate(trace.told[trace.loop - 1 :], start=trace.loop):
        yield f"  {number:>3}. {line}"
    yield f"  and so on from move {trace.loop}"


def plays_in_words(found: Impact) -> Iterator[str]:
    """How plays went on both sides, beside each other over one axis: at random, then by greedy players."""
    before, after = found.plays
    if found.ruleset != found.base:
        # Names are long; the pictures of both sides should stand below each other.
        yield ""
        yield from (
            f"{letter}: {side}" for letter, side in zip("AB", (found.base, found.ruleset), strict=True)
        )
    for who, ours, theirs in (
        ("random plays", before.random, after.random),
        ("plays of greedy players", before.greedy, after.greedy),
    ):
        counts = sorted({ours.plays, theirs.plays})
        yield ""
        yield f"{' or '.join(map(str, counts))} {who} of each:"
        yield from _told_numbers("moves", found, ours.lengths, theirs.lengths)
        yield from _told_numbers("scores", found, ours.scores, theirs.scores)
        yield from _told_numbers("margin", found, ours.margins, theirs.margins)
        yield from _first_wins(found, ours, theirs)
        for side, simulated in dict.fromkeys(((found.base, ours), (found.ruleset, theirs))):
            if simulated.unended:
                cut = "was cut off before it" if simulated.unended == 1 else "were cut off before they"
                yield f"  {count_of(simulated.unended, 'play')} of {side} {cut} ended"


def _first_wins(found: Impact, ours: PlaySample, theirs: PlaySample) -> Iterator[str]:
    """How often who moves first wins alone, and how often actions are taken that are taken less or more."""
    if not ours.lengths or not theirs.lengths or found.ruleset == found.base:
        return
    shares = [f"{each.first / len(each.lengths):.0%}" for each in (ours, theirs)]
    yield f"  who moves first wins {shares[0]} of the plays before, {shares[1]} now"
    before, after = dict(ours.actions), dict(theirs.actions)
    for action in dict.fromkeys((*before, *after)):
        old, new = before.get(action, 0.0), after.get(action, 0.0)
        if old != new:
            yield f"  `{action}` is chosen {old:.1f} times a play before, {new:.1f} now"
    yield from _use_of_rules(dict(ours.rules), dict(theirs.rules))


def _use_of_rules(before: Mapping[str, float], after: Mapping[str, float]) -> Iterator[str]:
    """The rules that are new, and those at work far more or far less often than before: the greatest change first."""
    for rule in sorted(after.keys() - before.keys()) if before else ():
        yield f"  the new `{rule}` is at work {after[rule]:.1f} times a play"
    shifts = {rule: _shift(before[rule], after[rule]) for rule in before if rule in after}
    far = sorted((rule for rule in shifts if shifts[rule] >= FAR), key=lambda rule: (-shifts[rule], rule))
    for rule in far[:MOST_RULES]:
        yield f"  `{rule}` is at work {before[rule]:.1f} times a play before, {after[rule]:.1f} now"


def _shift(old: float, new: float) -> float:
    """How many times as often, or as seldom; once or twice in a few plays more or less says nothing."""
    return max(old + 1, new + 1) / min(old + 1, new + 1)


def _told_numbers(name: str, found: Impact, ours: Sequence[int], theirs: Sequence[int]) -> Iterator[str]:
    if not ours or not theirs:
        yield f"  {name}: no play ended"
        return
    low, high = min(*ours, *theirs), max(*ours, *theirs)
    sides = (("A", ours), ("B", theirs)) if found.ruleset != found.base else ((found.base, ours),)
    for side, numbers in sides:
        middle = f"mean {fmean(numbers):.1f}, {min(numbers)} to {max(numbers)}"
        shown = bars(counted(numbers, low, stretch(low, high), BARS_WIDE))
        yield f"  {name:<7} {shown}  {middle:<32} {side}"


# --- for programs


PLAYS = "lengths scores unended margins first"


def impact_as_json(found: Impact) -> dict[str, Any]:
    """The fewest players, and under `tables` the further numbers of them."""
    return {**_table_as_json(found), "tables": [_table_as_json(each) for each in found.others]}


def _table_as_json(found: Impact) -> dict[str, Any]:
    before, after = found.plays
    return {
        **picked(found, "base ruleset players same"),
        "rules": [
            {
                "sort": line.sort,
                "id": line.name,
                "a": line.first.text if line.first is not None else None,
                "b": line.second.text if line.second is not None else None,
            }
            for line in found.lines
        ],
        "properties": [
            {
                "property": row.name,
                "change": row.change,
                "before": _finding(row.before, False),
                "after": _finding(row.after, row.change == "broken"),
            }
            for row in found.rows
        ],
        "expected": list(found.expected),
        "idle": list(found.idle),
        "revived": list(found.revived),
        "bounds": {"before": _bound(found.bounds[0]), "after": _bound(found.bounds[1])},
        "plays": {"before": _sample(before.random), "after": _sample(after.random)},
        "greedy_plays": {"before": _sample(before.greedy), "after": _sample(after.greedy)},
        "repairs": [
            {**picked(each, "property overlay change words"), "bound": _bound(each.bound)}
            for each in found.repairs
        ],
        "seconds": found.seconds,
    }


def _sample(plays: PlaySample) -> dict[str, Any]:
    return {**picked(plays, PLAYS), "actions": dict(plays.actions), "rules": dict(plays.rules)}


def _finding(finding: Finding | None, with_trace: bool) -> dict[str, Any] | None:
    if finding is None:
        return None
    trace = finding.trace.as_json() if with_trace and finding.trace is not None else None
    return {**picked(finding, "verdict method detail acknowledged"), "trace": trace}


def _bound(bound: Bound | None) -> dict[str, Any] | None:
    if bound is None:
        return None
    measure = [{"weight": weight, "zone": name} for weight, name in bound.measure]
    return {**picked(bound, "moves turns rounds"), "measure": measure}


WIDTH, HEIGHT = 640, 120


def impact_page(found: Impact, reader: PageReader = IN_ENGLISH) -> str:
    """The page as HTML; it loads nothing from elsewhere. What changes comes first, the rest can be opened."""
    alone = found.ruleset == found.base
    title = found.base if alone else reader("report.beside", ruleset=found.ruleset, base=found.base)
    changed = "\n".join(_table_of_changes(table, reader, bool(found.others)) for table in found.tables)
    same = [row for row in found.rows if row.change == "same"]
    before, after = found.plays
    pictures = "\n".join(
        f"<h3>{escape(reader(name))}</h3>\n<p>{escape(_means(ours, theirs, reader))}</p>\n"
        f"{histograms_svg(ours, theirs, reader)}"
        for name, ours, theirs in (
            ("report.moves-random", before.random.lengths, after.random.lengths),
            ("report.scores-random", before.random.scores, after.random.scores),
            ("report.moves-greedy", before.greedy.lengths, after.greedy.lengths),
            ("report.scores-greedy", before.greedy.scores, after.greedy.scores),
        )
    )
    told = [*impact_in_words(found), *(line for each in found.others for line in ("", *table_in_words(each)))]
    story = escape("\n".join(map(reader.line, told)))
    colon = language(reader.lang).sign(":")
    nothing = "" if changed.strip() else f"<p>{escape(reader('report.no-change'))}</p>"
    body = f"""\
<h2>{escape(reader("report.what-changes"))}</h2>
{nothing}{changed}
<pre>{story}</pre>
<h2>{escape(reader("report.plays"))}{colon} <span style="color:{COLOURS[0]}">{escape(found.base)}</span>,
<span style="color:{COLOURS[1]}">{escape(found.ruleset)}</span></h2>
{pictures}
<details>
<summary>{escape(reader.count("report.as-before", len(same)))}</summary>
{_table(found, same, reader)}
</details>
"""
    return html_page(title, STYLE, body, reader.lang)


def _table_of_changes(found: Impact, reader: PageReader, several: bool) -> str:
    """What changes for one number of players; which number, where there are several."""
    changed = [row for row in found.rows if row.change != "same"]
    head = (
        f"<h3>{escape(reader.count('report.players', found.players))}</h3>\n" if several and changed else ""
    )
    return head + _table(found, changed, reader)


def _table(found: Impact, rows: Sequence[PropertyRow], reader: PageReader) -> str:
    if not rows:
        return ""
    heads = (reader("sheet.property"), found.base, found.ruleset, reader("report.why"))
    head = "".join(f"<th>{escape(each)}</th>" for each in heads)
    body = "\n".join(_page_row(row, reader) for row in rows)
    return f'<div class="wide"><table>\n<tr>{head}</tr>\n{body}\n</table></div>'


def _means(before: Sequence[int], after: Sequence[int], reader: PageReader) -> str:
    said = [f"{fmean(each):.1f}" if each else reader("report.no-play-ended") for each in (before, after)]
    return reader("report.average", before=said[0], after=said[1])


def _page_row(row: PropertyRow, reader: PageReader) -> str:
    before = reader(f"verdict.{row.before.verdict}") if row.before is not None else "-"
    after = reader(f"verdict.{row.after.verdict}") if row.after is not None else "-"
    why = reader.line(row.after.detail) if row.after is not None else ""
    colour = f' style="background:var(--{ROWS[row.change]})"' if row.change in ROWS else ""
    cells = "".join(f"<td>{escape(cell)}</td>" for cell in (row.name, before, after, why))
    return f"<tr{colour}>{cells}</tr>"


def histograms_svg(before: Sequence[int], after: Sequence[int], reader: PageReader) -> str:
    """Two histograms over one axis, as SVG."""
    everything = [*before, *after]
    if not everything:
        return f"<p>{escape(reader('report.no-play-ended'))}</p>"
    low, high = min(everything), max(everything)
    step = stretch(low, high, BINS)
    inside = [*_bars(before, low, step, 0), *_bars(after, low, step, 1), *_axis(low, high)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT + 16}" width="{WIDTH}" role="img">\n'
        + "\n".join(inside)
        + "\n</svg>"
    )


def _bars(numbers: Sequence[int], low: int, step: int, side: int) -> Iterator[str]:
    counts = counted(numbers, low, step, BINS)
    top = max(counts) or 1
    width = WIDTH / BINS / 2
    for place, count in enumerate(counts):
        if count:
            tall = HEIGHT * count / top
            x = WIDTH * place / BINS + side * width
            yield (
                f'<rect x="{x:.1f}" y="{HEIGHT - tall:.1f}" width="{width:.1f}" height="{tall:.1f}"'
                f' fill="{COLOURS[side]}"><title>{low + place * step}: {count}</title></rect>'
            )


def _axis(low: int, high: int) -> Iterator[str]:
    yield f'<text x="0" y="{HEIGHT + 13}">{low}</text>'
    yield f'<text x="{WIDTH}" y="{HEIGHT + 13}" text-anchor="end">{high}</text>'


# --- every overlay of a game, a line for each


def effect_in_words(effect: OverlayEffect) -> str:
    """Its line: overlay, verdict, seconds, what is worth saying."""
    said = [
        f"{name} ({'a play' if effect.shown[name] else 'no play'}{_with(counts, effect)})"
        for name, counts in effect.broken.items()
    ]
    said += [f"mends {name}" for name in effect.repaired]
    if effect.found.bounds[1] is not None:
        said.append(f"ends: {effect.found.bounds[1].words}")
    if effect.idle:
        said.append(f"idle: {', '.join(effect.idle)}")
    head = f"{effect.overlay:<28} {effect.verdict:<10} {f'{effect.seconds:.1f}':>5} s"
    return f"{head}  {'; '.join(said)}".rstrip()


def _with(counts: Sequence[int], effect: OverlayEffect) -> str:
    """With how many players, where it is not so with all."""
    if len(counts) == len(effect.found.tables):
        return ""
    return f", with {' or '.join(map(str, counts))} players"


def effect_as_json(effect: OverlayEffect) -> dict[str, Any]:
    return {
        "overlay": effect.overlay,
        "verdict": effect.verdict,
        "broken": [
            {"property": name, "replays": effect.shown[name], "players": list(counts)}
            for name, counts in effect.broken.items()
        ],
        "repaired": list(effect.repaired),
        "idle": list(effect.idle),
        "seconds": effect.seconds,
    }
