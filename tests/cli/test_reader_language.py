"""The language is chosen once: what commands print in French and German has no English words outside names.

The game asked about has no catalogue but the English one, so its names stay: they are what a test must leave out.
"""

import inspect
import json
import re
from pathlib import Path

import click
import pytest

from verifier.cli import main
from verifier.words.messages import messages

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
ENGLISH = set(
    re.findall(
        r"\w+",
        """a all an and any are at be been by can cannot did do each every for from had has have how if in into
        it its like many may more move moves must no not nothing of on once one or other out play
        player players plays rule rules say says shows than that the their them then there these
        they this to two value was were what when where which who why will with you your hidden hand
        deck wins lowest highest score empty table help file files mistakes formatted""",
    )
)
# Words that are German or French too.
SHARED = {
    "fr": {"on", "a", "score", "table", "plays", "no", "an", "deck", "or"},
    "de": {"an", "in", "was", "table", "score", "hand", "all"},
}
COMMANDS = (
    ("games",),
    ("check", "./my-game"),
    ("fmt", "--check", "my-game"),
    ("simulate", "./my-game", "--plays", "3"),
    ("sweep", "./my-game", "hand-size=2..3", "--plays", "2"),
    ("new", "neues-spiel"),
    ("new", "my-game"),
    ("verfy",),
    ("explain", "ascending", "--game", "./my-game"),
    ("explain", "no-peeking"),
    ("explain", "R430"),
    ("describe", "./my-game"),
    ("extremes", "./my-game", "--budget", "1"),
    ("cards", "./my-game", "--plays", "5"),
    ("certify", "./my-game"),
    ("goals", "./my-game", "queries"),
    ("legal", "./my-game", "plays/play-000001.json"),
    ("replay", "./my-game", "plays/play-000001.json", "--tell"),
    ("score", "./my-game", "plays/play-000001.json"),
    ("why", "./my-game", "plays/play-000001.json", '{"action": "stop"}'),
    ("diff", "./my-game", "./my-game+long-hands"),
    ("diff", "./my-game", "./my-game+no-drop"),
    ("conflicts", "./my-game", "long-hands", "no-drop"),
    ("conflicts", "./my-game", "long-hands", "other-hands"),
    ("conflicts", "./my-game", "--why", "long-hands", "no-drop"),
    ("campaign", "./my-game", "--plays", "2"),
    ("verify", "./my-game+no-drop", "--players", "2", "--budget", "1"),
    ("impact", "./my-game+no-drop", "--players", "2", "--plays", "4"),
    ("vectors", "./my-game", "--plays", "1", "--save", "vectors.json"),
    ("catalogue", "check", "./my-game"),
    ("catalogue", "missing", "./my-game"),
    ("catalogue", "confirm", "./my-game"),
    ("catalogue", "update", "./my-game"),
    ("catalogue", "export", "./my-game", "texts.csv", "--text-lang", "en"),
    ("catalogue", "glossary", "./my-game", "terms.csv", "--text-lang", "en"),
    ("catalogue", "diff", "./my-game", "my-game/locale/en.po", "--text-lang", "en"),
    ("catalogue", "import", "./my-game", "my-game/locale/en.po", "--text-lang", "en"),
    ("verify", "./my-game+too-many", "--players", "2", "--budget", "1"),
    ("play", "./my-game+too-many"),
    ("new", "nowhere", "--house-rule", "short"),
    ("docs", "verdicts", "./my-game", "--budget", "1"),
    ("docs", "playground", "pages"),
    ("export", "./my-game"),
    ("replay", "./my-game", "nothing.json"),
    ("simulate",),
    ("simulate", "./my-game", "--plays", "xyz"),
    ("simulate", "./my-game", "--plays", "0"),
    ("simulate", "./my-game", "--polcy", "greedy"),
    ("simulate", "./my-game", "--policy", "somebody"),
    ("simulate", "./my-game", "--policy"),
    ("simulate", "./my-game", "too", "much"),
    ("play", "./my-game", "--opponent", "me"),
    ("docs", "buld"),
    ("docs", "build", "./nowhere"),
    ("check", "./broken"),
    ("claims", "./my-game"),
    ("claims", "./my-game", "--all"),
    ("mutate", "./my-game", "--limit", "4", "--players", "2"),
    ("audit", "./my-game", "nothing.txt"),
    ("audit", "./my-game", "nothing.txt", "--lang", "en"),
    ("docs", "play", "./my-game"),
)
# Texts in which another deal, another guard, another cost and another winner are played out.
RULEBOOKS = {
    "fr": """Lost Cities, pour 2 joueurs. Chaque joueur reçoit {deal} cartes. La valeur d'une carte expédition doit être
plus {than} que celle de la dernière carte de sa route. Retirez {deal} points de chaque route commencée. Le joueur qui
a le total le plus {than} gagne.
""",
    "de": """Lost Cities, für 2 Spieler. Jeder Spieler erhält {deal} Karten. Der Wert einer Expeditionskarte muss
{than} sein als der der letzten Karte der Route. Zieht von jeder begonnenen Route {deal} Punkte ab. Es gewinnt, wer
die {most} Gesamtpunktzahl hat.
""",
}
WRONG = {"fr": {"than": "basse"}, "de": {"than": "niedriger", "most": "niedrigste"}}
RIGHT = {"fr": {"than": "élevée"}, "de": {"than": "höher", "most": "höchste"}}
NO_DROP = """house-rule no-drop of my-game
replace play: one of lay
"""


@pytest.mark.parametrize("lang", ["fr", "de"])
@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_no_english_is_left_in_an_answer(words, lang, run):
    run("new", "my-game")
    house = Path("my-game", "house")
    house.joinpath("no-drop.rules").write_text(NO_DROP)
    house.joinpath("other-hands.rules").write_text("house-rule other-hands of my-game\nset hand-size to 2\n")
    house.joinpath("too-many.rules").write_text("house-rule too-many of my-game\nset hand-size to 33\n")
    Path("queries").mkdir()
    Path("broken").mkdir()
    Path("broken", "game.rules").write_text("game broken\nzone deck: heap\n")
    run("simulate", "./my-game", "--plays", 1, "--save-to", "plays")
    shown = _without_rules(run("--lang", lang, *words).output)
    assert shown.strip()
    # A kind of the game has this name.
    kinds = {"value"} if words[0] in ("claims", "mutate") else set()
    assert _english(shown, lang) - _names(run) - kinds == set()


@pytest.mark.parametrize("lang", ["fr", "de"])
@pytest.mark.parametrize("how", [(), ("--all",), ("--against", "other.txt")], ids=" ".join)
def test_an_audit_is_told_with_its_plays_in_the_language(lang, how, run):
    Path("rulebook.txt").write_text(RULEBOOKS[lang].format(deal=5, **WRONG[lang]), encoding="utf-8")
    Path("other.txt").write_text(RULEBOOKS[lang].format(deal=8, **RIGHT[lang]), encoding="utf-8")
    found = run("--lang", lang, "audit", "lost-cities", "rulebook.txt", "--lang", lang, *how)
    assert found.exit_code == 1
    assert found.output.count(" A") > 2
    assert _english(re.sub(r"\b[AB]\b", "", found.output), lang) == set()


@pytest.mark.parametrize("lang", ["fr", "de"])
@pytest.mark.parametrize("ruleset", ["lost-cities", "catan-duel"])
def test_the_table_speaks_the_language(ruleset, lang, run):
    typed = "help\nhint\nrules\nscore\nwhy 1\nwhy nonsense\nnonsense\n99\n1\ntable\nundo\nundo\nundo\n1\n1\nquit\n"
    found = run("--lang", lang, "play", ruleset, "--seed", "1", "--think", "0.01", typed=typed)
    assert found.exit_code == 0
    assert found.output.count("Anna") > 15
    # What was typed, and ids of rules, which are for authors.
    shown = re.sub(r"(?m)^Anna> .*$|^ *\(?[a-z-]+:", "", found.output)
    assert _english(shown, lang) == set()


@pytest.mark.parametrize("lang", ["fr", "de", "es"])
def test_pages_that_stand_alone_are_in_the_language(lang, run):
    """The frame of the pages; of Spanish only our own words, its lines of answers are not translated."""
    run("new", "my-game")
    Path("my-game", "house", "no-drop.rules").write_text(NO_DROP)
    run("--lang", lang, "verify", "./my-game+no-drop", "--players", "2", "--budget", "1", "--html", "v.html")
    run("--lang", lang, "impact", "./my-game+no-drop", "--players", "2", "--plays", "4", "--html", "i.html")
    run("--lang", lang, "conflicts", "./my-game", "--html", "c.html")
    for name in ("v.html", "i.html", "c.html"):
        page = Path(name).read_text(encoding="utf-8")
        assert f'<html lang="{lang}">' in page
        bare = re.sub(r"(?s)<(style|script|pre)\b.*?</\1>|<[^>]*>", " ", page)
        if lang != "es":
            assert _english(bare, lang) - _names(run) == set(), name
        assert not {"verdict", "properties", "conflicts between"} & set(re.findall(r"[a-z ]+", bare)), name
    data = json.loads(re.search(r'(?s)id="data"[^>]*>(.*?)</script>', Path("v.html").read_text())[1])
    (finding,) = (each for each in data["sheets"][0]["findings"] if each["verdict"] == "refuted")
    if lang != "es":
        assert _english(" ".join([finding["detail"], *finding["trace"]["told"]]), lang) - _names(run) == set()


def _names(run):
    """Names of the game, which has no words for them in other languages."""
    found = json.loads(run("describe", "./my-game", "--json").stdout)
    listed = [each["name"] for each in found["zones"]] + [each["action"] for each in found["actions"]]
    return {*listed, "play", "player", "card"}


def _without_rules(output):
    """Without lines that stand so in the rules, and without what is numbered as one of them."""
    texts = (path.read_text() for folder in ("my-game", "broken") for path in Path(folder).rglob("*.rules"))
    written = [line.strip() for text in texts for line in text.splitlines()]
    rules = {*written, *(line.removeprefix("replace ") for line in written)}
    lines = (line for line in output.splitlines() if line.strip() not in rules)
    kept = "\n".join(line for line in lines if not re.match(r" *(?:[AB]  |\d+ \|)", line))
    return re.sub(r"\b[AB]\b", "", kept)


def recorded():
    """How the verdicts on record were reached."""
    for path in sorted((ROOT / "spec").glob("*/verdicts.json")):
        yield from re.findall(
            r'"(?:detail|method)": ("(?:[^"\\\\]|\\\\.)*")', path.read_text(encoding="utf-8")
        )


@pytest.mark.parametrize("lang", ["fr", "de"])
def test_every_recorded_verdict_is_told_in_the_language(lang):
    lines = {json.loads(each) for each in recorded()}
    assert len(lines) > 100
    told = messages(lang).answers.line
    # What was skipped is named as in the rules.
    left = {line: _english(re.sub(r"(: ?)[a-z.-]+ choice\b", r"\1", told(line)), lang) for line in lines}
    assert {line: words for line, words in left.items() if words} == {}


@pytest.mark.parametrize("lang", ["fr", "de"])
def test_answers_about_a_play_have_no_english(lang, run):
    run("new", "my-game")
    run("simulate", "./my-game", "--plays", 1, "--save-to", "plays")
    for words in (
        ("replay", "./my-game"),
        ("score", "./my-game"),
        ("diff", "./my-game", "./my-game+long-hands"),
    ):
        file = () if words[0] == "diff" else ("plays/play-000001.json",)
        shown = run("--lang", lang, *words, *file).output
        # Cards and lines of the rules are names.
        bare = re.sub(r"(?m)^ +(?:number|[AB] ) .*$|: \d+: .*$|\b[AB]\b", "", shown)
        assert _english(bare, lang) - _names(run) == set(), words


@pytest.mark.parametrize("lang", ["fr", "de"])
def test_the_commands_are_listed_in_the_language(lang, run):
    shown = run("--lang", lang, "--help").output
    listed = shown.partition("--help")[2].partition("\n")[2]
    assert len(listed.splitlines()) > 30
    assert _english(listed, lang) == set()


def helps(command, words=()):
    """Every command and group with how it is called, and everything that its help says."""
    said = inspect.cleandoc(command.help or "").split("\n\n")
    said += [each.help for each in command.params if isinstance(each, click.Option) and each.help]
    yield words, [" ".join(each.split()) for each in said if each]
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            yield from helps(command.get_command(context, name), (*words, name))


@pytest.mark.parametrize("lang", ["fr", "de"])
def test_every_help_is_translated(lang):
    known = messages(lang).help
    assert [line for _, said in helps(main) for line in said if line not in known] == []
    assert set(messages("fr").help) == set(messages("de").help)


@pytest.mark.parametrize("lang", ["fr", "de"])
def test_no_english_is_left_in_any_help(lang, run):
    for words, _ in helps(main):
        shown = run("--lang", lang, *words, "--help").output
        # Examples, names of options and commands, what stands for a value, a move as it is written.
        bare = re.sub(r"(?s)rulewright \w+( \w+)?|'\{.*?\}\}'", " ", shown)
        bare = re.sub(r"(?m)^ {2}(rulewright .*|-.*?(?= {2}|$)|[a-z]+ (?= ))|\b[A-Z|]{2,}\b", " ", bare)
        assert _english(bare, lang) - set(words) == set(), words


def test_the_language_comes_from_the_surroundings_and_settings_come_first(run, folder, monkeypatch):
    monkeypatch.setenv("LC_ALL", "de_AT.UTF-8")
    assert "Spieler" in run("games").stdout
    (folder / "rulewright.toml").write_text('lang = "fr"\n')
    assert "joueurs" in run("games").stdout
    assert "players" in run("--lang", "en", "games").stdout


def _english(output, lang):
    """English words outside names: names have hyphens, stand in backticks or are what was typed."""
    bare = re.sub(
        r"`[^`]*`|\S*[-./_+=]\S*|\b(?:rulewright|OPTIONS|COMMAND|ARGS|verify|check|play)\b", " ", output
    )
    # The first word of a line in the list of commands is a name, and titles of games are.
    lines = [re.sub(r"^ {2}\w+ {2,}", "", line) for line in bare.splitlines() if "," not in line[:40]]
    found = set(re.findall(r"[a-zà-ÿ]+", " ".join(lines).lower()))
    return found & (ENGLISH - SHARED[lang])
