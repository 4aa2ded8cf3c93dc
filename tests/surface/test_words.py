"""Keywords are a table: every language has the whole of it, and its texts give the same nodes."""

import re
import tomllib
from pathlib import Path

import pytest
from lark import Lark

from tests.surface.shape import names, renamed
from verifier.diagnostics import Report, all_as_text
from verifier.source import Source
from verifier.surface import nodes
from verifier.surface.format import printed
from verifier.surface.parser import keywords, parser, read

GRAMMAR = Path(__file__).parent.parent.parent / "grammar"
LANGUAGES = sorted(path.parent.name for path in GRAMMAR.glob("languages/*/keywords.toml"))

ENGLISH = """\
game garden
title "The garden"
players 2..4

number hand-size: 3
number worth by players: 2 is -1, 3 or more is 4
kind colour: red, blue
card flower: each colour, value 1..5, copies 2
    on bloom
        may choose colour where my bed of colour is not empty
zone deck: pile, hidden
zone hand: set per player, seen by owner
zone bed: row per player per colour, top seen, in play
note oldest: player, given
amount total per player: 0..100, rest lost, kept

setup once
    move every flower to deck
    shuffle deck
    each player p
        move hand-size from deck to p.hand

turn
    play: one of lay, rest
    after-play: any number of rest, by oldest

action lay with colour c
    choose flower f in my hand where f.colour is c
    rule rising
        when my bed of c is not empty
        require f.value is more than highest value of flower in my bed of c else 0
        require not over or f.value is at most 5
    move f to top of my bed of c
    go round player p from left of me where p is busy until deck is empty
        add 1 to p.total

after round
    repeat 2 times
        do score with oldest, 3

end
    rule empty-deck
        at end of turn
        when deck is empty

define points for player p
    rule all-beds
        add sum over colour c: count flower in p.bed of c
    rule at-most-twenty
        at most 20

rounds 3
starter oldest
later starter lowest total, then left of active
winner highest total, then shared

invariant rising-beds
    at start of turn
    every flower a in bed, flower b in bed where b.position is less than a.position: b.value is 1
measure cards-left falls each turn: count card in deck
may-loop rests: "nobody has to lay"

scenario lay-three for 2 players
    given my hand: red 3
    given deck is empty
    when I lay red 3
    then refused by rising
    then my total is at least 0

variant short of garden
set colour to red, green
replace rule empty-deck
    when deck is not empty
remove invariant rising-beds
"""

FRENCH = """\
jeu jardin
titre "The garden"
joueurs 2..4

nombre taille-de-main: 3
nombre valeur-de par joueurs: 2 est -1, 3 ou plus est 4
sorte couleur: rouge, bleu
carte fleur: chaque couleur, valeur 1..5, exemplaires 2
    lors éclosion
        peut choisir couleur où mon massif de couleur est pas vide
zone pioche: pile, cachée
zone main: ensemble par joueur, vue par propriétaire
zone massif: rangée par joueur par couleur, dessus vu, en jeu
note aîné: joueur, donné
quantité total par joueur: 0..100, reste perdu, gardé

préparation une fois
    déplacer toute fleur vers pioche
    mélanger pioche
    chaque joueur j
        déplacer taille-de-main depuis pioche vers j.main

tour
    jeu-de-carte: une parmi poser-carte, repos
    ensuite-repos: autant que voulu parmi repos, par aîné

action poser-carte avec couleur c
    choisir fleur f dans ma main où f.couleur est c
    règle croissance
        quand mon massif de c est pas vide
        exiger f.valeur est plus que plus haute valeur de fleur dans mon massif de c sinon 0
        exiger non terminé ou f.valeur est au plus 5
    déplacer f vers dessus de mon massif de c
    aller autour joueur j depuis gauche de moi où j est occupé jusque pioche est vide
        ajouter 1 à j.total

après manche
    répéter 2 fois
        faire compter avec aîné, 3

fin
    règle pioche-vide
        au fin de tour
        quand pioche est vide

définir points pour joueur j
    règle tous-les-massifs
        ajouter somme sur couleur c: compte fleur dans j.massif de c
    règle vingt-au-plus
        au plus 20

manches 3
premier aîné
ensuite premier plus bas total, puis gauche de actif
gagnant plus haut total, puis partagé

invariant massifs-croissants
    au début de tour
    tout fleur a dans massif, fleur b dans massif où b.position est moins que a.position: b.valeur est 1
mesure cartes-restantes baisse chaque tour: compte carte dans pioche
peut-boucler repos-permis: "nobody has to lay"

scénario poser-trois pour 2 joueurs
    donné ma main: rouge 3
    donné pioche est vide
    quand je poser-carte rouge 3
    alors refusé par croissance
    alors mon total est au moins 0

variante courte de jardin
mettre couleur à rouge, vert
remplacer règle pioche-vide
    quand pioche est pas vide
retirer invariant massifs-croissants
"""


def units_of(text: str, words: str) -> tuple[nodes.Unit, ...]:
    report = Report()
    units = read(Source(f"text.{words}.rules", text), report, words)
    assert not report.diagnostics, all_as_text(report.diagnostics)
    return units


def test_english_lists_every_keyword_of_the_grammar():
    grammar = re.sub(r"^//.*", "", (GRAMMAR / "rules.lark").read_text(encoding="utf-8"), flags=re.MULTILINE)
    table = tomllib.loads((GRAMMAR / "languages/en/keywords.toml").read_text(encoding="utf-8"))
    listed = {key for key, value in table.items() if isinstance(value, str)}
    listed |= {key for value in table.values() if isinstance(value, dict) for key in value}
    assert listed == set(re.findall(r'"([a-z][a-z -]*)"', grammar))


@pytest.mark.parametrize("words", LANGUAGES)
def test_a_table_has_the_same_keys_as_english(words):
    english, table = (
        tomllib.loads((GRAMMAR / f"languages/{language}/keywords.toml").read_text(encoding="utf-8"))
        for language in ("en", words)
    )
    assert outline(table) == outline(english)


def outline(table):
    return {key: outline(value) if isinstance(value, dict) else None for key, value in table.items()}


@pytest.mark.slow
@pytest.mark.parametrize("words", LANGUAGES)
def test_the_grammar_is_unambiguous_in_every_language(words):
    pytest.importorskip("interegular")
    usual = parser(words)
    options = usual.options
    Lark(
        (GRAMMAR / "rules.lark").read_text(encoding="utf-8"),
        parser="lalr",
        strict=True,
        start=options.start,
        postlex=options.postlex,
        edit_terminals=keywords(words).edit,
        maybe_placeholders=True,
    )


def test_a_french_text_gives_the_nodes_of_its_english_twin():
    english, french = units_of(ENGLISH, "en"), units_of(FRENCH, "fr")
    glossary: dict[str, str] = {}
    for word, mot in zip(names(english), names(french), strict=True):
        assert glossary.setdefault(word, mot) == mot, f"{word} is both {glossary[word]} and {mot}"
    assert renamed(english, glossary) == renamed(french, {})


def test_a_text_can_be_put_into_the_keywords_of_another_language():
    english = units_of(ENGLISH, "en")
    french = units_of(printed(english, "fr"), "fr")
    assert renamed(french, {}) == renamed(english, {})


def test_a_keyword_stands_alone():
    units = units_of("game g\nnumber sum-total: 3\nnumber requires: sum-total\n", "en")
    assert names(units) == ["g", "sum-total", "requires", "sum-total"]


def test_a_correction_speaks_the_language_of_the_text():
    report = Report()
    read(Source("text.rules", "jeu g\njoueur 2\nnombre x: 3\ndéfinir y: x >= 2\n"), report, "fr")
    assert [found.hint for found in report.diagnostics] == ["did you mean `joueurs`?", "write `est au moins`"]
