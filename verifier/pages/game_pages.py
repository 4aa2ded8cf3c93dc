"""All pages of one game: rulebook, cards, variants, table and booklet in every language, and the report."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property

from verifier.compare.line_diff import LineDiffers, differing_lines
from verifier.diagnostics import Rejected
from verifier.languages import ENGLISH
from verifier.pages.cards import Box, Face, faces, gallery, has_gallery
from verifier.pages.material import Look, Material, base_of, look_of, material_of, weakest
from verifier.pages.pairs import pairs_of
from verifier.pages.pen import PageWords, Pen, RuleSetVerdicts, Voice, capital, escaped
from verifier.pages.play_data import play_data
from verifier.pages.play_page import PlayableRules, as_script, listed, play_body
from verifier.pages.refused import refused_links
from verifier.pages.report import report
from verifier.pages.rulebook import body, lede, rulebook, title_of
from verifier.pages.summary import summary
from verifier.pages.support import rule_support
from verifier.pages.variants import LaidOverlay, variants
from verifier.pages.voices import Speakers
from verifier.program import Program, program_of
from verifier.surface.files import game_folder
from verifier.words.catalogue import told_languages


class GamePages:
    """Reads each rule set of a game once, and writes its pages in every language."""

    def __init__(self, name: str) -> None:
        self.game = name
        self.material: Material = material_of(name)
        self.name = self.material.name
        self.look: Look = look_of(name)
        self.languages: tuple[str, ...] = told_languages(game_folder(name)) or (ENGLISH,)
        self._speakers = Speakers()
        self._knowledge: dict[str, RuleSetVerdicts] = {}
        self._differ: dict[str, list[LineDiffers]] = {}
        self._read: dict[str, Program] = {name: self.material.program}

    def pen(self, lang: str, booklet: bool = False) -> Pen:
        return self._pen(self.game, lang, booklet)

    def titles(self, lang: str) -> dict[str, str]:
        """What the published variants are called."""
        return {each.name: self._title(each.name, lang) for each in self.material.overlays if each.published}

    def _title(self, overlay: str, lang: str) -> str:
        voice = self._voice(f"{self.game}+{overlay}", lang)
        return voice.sentence(f"{overlay}/title") or capital(voice.name(overlay))

    def pages(self) -> Iterator[tuple[str, str]]:
        """Every page with its path below `games/`."""
        for lang in self.languages:
            yield from self._in(lang)
        known = [(self._known(each), self._rules(each).game) for each in self._boxes()]
        known.sort(key=lambda each: each[0].ruleset != self.game)
        title = title_of(self.pen(ENGLISH))
        # The tab says of which game.
        head = f"---\ntitle: {json.dumps(f'{title}: report', ensure_ascii=False)}\n---\n\n"
        yield f"report/{self.name}.md", head + report(self.material, title, known)

    def _in(self, lang: str) -> Iterator[tuple[str, str]]:
        pen = self.pen(lang)
        drawn_cards = ["cards"] if has_gallery(self.material.program.game) else []
        others = ["play", "summary", *drawn_cards, "variants", "booklet"]
        terms = pen.voice.terms()
        drawn = self._gallery(self.pen(lang)) if "cards" in others else ""
        told = variants(pen, self._overlays(lang))
        folder = f"{lang}/{self.name}"
        yield f"{folder}/index.md", self._head(lang, "index") + rulebook(pen, terms, others)
        if drawn:
            head = f"# {escaped(self._page_title(lang, 'cards'))}\n\n{self._number_of_cards(pen)}\n\n"
            yield f"{folder}/cards.md", self._head(lang, "cards") + head + drawn
        head = f"# {escaped(self._page_title(lang, 'variants'))}\n\n{pen.words('variant.lede')}\n\n"
        yield f"{folder}/variants.md", self._head(lang, "variants") + head + told
        head = f"# {escaped(self._page_title(lang, 'summary'))}\n\n"
        yield f"{folder}/summary.md", self._head(lang, "summary") + head + summary(pen)
        yield f"{folder}/play.md", self._head(lang, "play") + self._table(pen)
        yield f"{folder}/booklet.md", self._head(lang, "booklet") + self._booklet(lang, terms)

    def _table(self, pen: Pen) -> str:
        """The page on which the game is played."""
        title = f"# {escaped(self._page_title(pen.lang, 'play'))}\n\n"
        return f"{title}{escaped(pen.words('table.lede'))}\n{{: .lede }}\n\n{play_body(pen.lang)}"

    # --- what is played

    def playable(self, only: str | None = None) -> list[PlayableRules]:
        """The game, its published variants and its house rules; or only the game and one of them."""
        found = [PlayableRules(self.game, "game", self._titles_of(None), list(self.material.program.counts))]
        for overlay in self.material.overlays:
            ruleset = f"{self.game}+{overlay.name}"
            sort = "variant" if overlay.published else "house" if overlay.sort == "house-rule" else None
            if sort is not None and only in (None, ruleset):
                counts = list(self._rules(ruleset).counts)
                found.append(PlayableRules(ruleset, sort, self._titles_of(overlay.name), counts))
        return found

    def _titles_of(self, overlay: str | None) -> dict[str, str]:
        return {
            lang: title_of(self.pen(lang)) if overlay is None else self._title(overlay, lang)
            for lang in self.languages
        }

    def played(self, ruleset: str) -> dict[str, object]:
        """What the page needs to play by a rule set."""
        return play_data(self._rules(ruleset), self.look, self.languages, self._speakers)

    def play_assets(self, pairs: bool = False) -> Iterator[tuple[str, str]]:
        """The scripts of the playable page, by their names below `assets/play/`; `pairs` of overlays if wanted."""
        rules = self.playable()
        for each in rules:
            yield _rules_script(each.file, self.played(each.ruleset))
        clashes = []
        for pair in pairs_of(self.material.overlays) if pairs else ():
            ruleset = "+".join([self.game, *pair])
            try:
                # Not kept: there are hundreds of them, and only this page wants them.
                read = program_of(ruleset, scenarios=False)
                data = play_data(read, self.look, self.languages, self._speakers.passing())
            except Rejected:
                clashes.append(pair)
                continue
            rules.append(PlayableRules(ruleset, "pair", {}, list(read.counts)))
            yield _rules_script(rules[-1].file, data)
        known = listed(rules, self.languages, clashes=clashes)
        yield f"{self.name}.list.js", as_script("self.rulewrightGame", known)

    def _booklet(self, lang: str, terms: Mapping[str, tuple[str, str]]) -> str:
        """Everything of one game on one page, to be printed."""
        pen = self.pen(lang, booklet=True)
        w = pen.words
        cover = (
            f'<div class="cover" markdown="1">\n\n# {escaped(title_of(pen))}\n\n{w("booklet.subtitle")}\n'
            f"{{: .subtitle }}\n\n{lede(pen)}\n\n{w('booklet.made')}\n{{: .made }}\n\n</div>\n"
        )
        drawn = self._gallery(pen) if has_gallery(self.material.program.game) else ""
        return "\n".join([cover, body(pen, terms), drawn, variants(pen, self._overlays(lang, booklet=True))])

    def _head(self, lang: str, page: str) -> str:
        """What the theme is told: the language, the same page in the others, how it looks."""
        tongues = "".join(f"\n  {other}: games/{other}/{self.name}/{page}.html" for other in self.languages)
        paper = "-summary" if page == "summary" else ""
        pdf = f"booklet: games/{lang}/{self.name}/{self.name}-{lang}{paper}.pdf\n"
        extra = {"booklet": "bare: true\nsearch:\n  exclude: true\n", "play": self._scripts()}.get(page, "")
        look = {
            "booklet": "booklet",
            "cards": "rulebook wide",
            "play": "rulebook wide playing",
            "summary": "rulebook summary",
        }
        title = self._page_title(lang, page)
        # A JSON string is a YAML string, and keeps the spaces of its language.
        quoted = json.dumps(title, ensure_ascii=False)
        body = look.get(page, "rulebook")
        return f"---\ntitle: {quoted}\nlang: {lang}\nlook: {body}\n{pdf}{extra}languages:{tongues}\n---\n\n"

    def _scripts(self) -> str:
        """What the theme adds to the page on which the game is played."""
        scripts = f"[assets/play/{self.name}.list.js, assets/play.js]"
        return f"bare: true\nstyles: [assets/play.css]\nscripts: {scripts}\n"

    def _page_title(self, lang: str, page: str) -> str:
        pen = self.pen(lang)
        if page == "index":
            return title_of(pen)
        return pen.words("game.page-title", game=title_of(pen), page=pen.words(f"game.{page}"))

    def _number_of_cards(self, pen: Pen) -> str:
        different = {(face.design, repr(face.fields)) for face in self._all_faces()}
        return pen.words.count("gallery.lede", len(different))

    def _all_faces(self) -> list[Face]:
        return [face for ruleset in self._boxes() for face in faces(self._rules(ruleset).game)]

    # --- the rule sets of the game

    def _boxes(self) -> list[str]:
        """The game and its published variants, smallest first: each brings its own cards."""
        overlays = [each for each in self.material.overlays if each.published]
        rulesets = [self.game, *(f"{self.game}+{each.name}" for each in overlays)]
        return sorted(rulesets, key=lambda each: len(self._rules(each).game.things))

    def _gallery(self, pen: Pen) -> str:
        seen: set[str] = set()
        boxes = []
        for ruleset in self._boxes():
            read = self._rules(ruleset)
            new = tuple(face for face in faces(read.game) if face.design not in seen)
            seen |= {face.design for face in new}
            overlay = ruleset.partition("+")[2]
            own = replace(self._pen(ruleset, pen.lang, pen.booklet), used=pen.used)
            title = self._title(overlay, pen.lang) if overlay else title_of(pen)
            boxes.append(Box(own, title, f"cards-{overlay or 'base'}", read.game, read.composition, new))
        return gallery([box for box in boxes if box.new])

    def _overlays(self, lang: str, booklet: bool = False) -> list[LaidOverlay]:
        found = []
        for overlay in self.material.overlays:
            ruleset = f"{self.game}+{overlay.name}"
            base = self._rules(base_of(self.material, overlay))
            read = self._rules(ruleset)
            pen = self._pen(ruleset, lang, booklet)
            if ruleset not in self._differ:
                self._differ[ruleset] = differing_lines(base.composition.items, read.composition.items, {})
            lines = self._differ[ruleset]
            found.append(LaidOverlay(overlay, ruleset, pen, base, read, lines))
        return found

    def _rules(self, ruleset: str) -> Program:
        if ruleset not in self._read:
            # Scenarios are tried elsewhere; here nobody asks for them.
            self._read[ruleset] = program_of(ruleset, scenarios=False)
        return self._read[ruleset]

    def _voice(self, ruleset: str, lang: str) -> Voice:
        return self._speakers.voice(self._rules(ruleset), lang)

    def _pen(self, ruleset: str, lang: str, booklet: bool) -> Pen:
        voice = self._voice(ruleset, lang)
        refused = self._refused if ruleset == self.game and not booklet else {}
        return Pen(
            self.material,
            self._known(ruleset),
            voice,
            PageWords(lang),
            self.look,
            self.languages,
            booklet,
            refused,
        )

    @cached_property
    def _refused(self) -> dict[str, str]:
        return refused_links(self.material.program)

    def _known(self, ruleset: str) -> RuleSetVerdicts:
        """How the rules of a rule set stand; asked of those that are published."""
        if ruleset not in self._knowledge:
            asked = ruleset in self._boxes()
            stand = rule_support(self._rules(ruleset).game) if asked else {}
            self._knowledge[ruleset] = RuleSetVerdicts(ruleset, stand, weakest(self.material.record, ruleset))
        return self._knowledge[ruleset]


def _rules_script(file: str, data: Mapping[str, object]) -> tuple[str, str]:
    """The data of a rule set as a script that a page loads by its name."""
    return f"{file}.js", as_script(f"(self.rulewrightRules ??= {{}})[{json.dumps(file)}]", data)
