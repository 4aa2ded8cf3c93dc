"""Colours without a server: the lexer of the pages, and the grammar for TextMate."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from pygments.lexers import get_lexer_by_name, get_lexer_for_filename
from pygments.token import Comment, Error, Keyword, Name, Token

from verifier.editor import textmate
from verifier.pages.lexer import FrenchRulesLexer, RulesLexer
from verifier.surface.parser import keywords

ROOT = Path(__file__).parents[2]
EXTENSION = ROOT / "editors" / "vscode"
TEXT = '# a comment\nrule rising\n    require card.value is more than 3\n    then game ends\ntitle "x"\n'


def test_pygments_finds_the_lexer_by_its_entry_point():
    assert get_lexer_by_name("rules").name == RulesLexer.name
    assert get_lexer_for_filename("game.rules").name == RulesLexer.name
    assert get_lexer_by_name("rules-fr").name == FrenchRulesLexer.name


def test_words_are_told_from_names():
    found = {(text, sort) for sort, text in RulesLexer().get_tokens(TEXT)}
    assert {
        *(("rule", Keyword.Declaration), ("rising", Name.Class), ("require", Keyword)),
        *(("more than", Keyword), ("card", Keyword), ("value", Name), ("# a comment", Comment.Single)),
    } <= found


@pytest.mark.parametrize(("lexer", "lang"), [(RulesLexer, "en"), (FrenchRulesLexer, "fr")])
def test_the_lexer_knows_every_keyword_of_the_grammar(lexer, lang):
    for word in keywords(lang).every:
        sorts = {sort for sort, text in lexer().get_tokens(f"x {word} y") if text == word}
        assert sorts <= {Keyword, Keyword.Declaration}, word
        assert sorts, word


@pytest.mark.parametrize(
    "path", sorted((ROOT / "spec").glob("*/game.rules")), ids=lambda path: path.parent.name
)
def test_a_game_has_no_letter_that_the_lexer_does_not_know(path):
    found = RulesLexer().get_tokens(path.read_text(encoding="utf-8"))
    assert not [text for sort, text in found if sort in (Error, Token.Text)]


def test_the_textmate_grammar_is_up_to_date():
    assert textmate.FILE.read_text(encoding="utf-8") == textmate.text(), "python -m verifier.editor.textmate"


def test_the_textmate_grammar_has_every_keyword_of_both_languages():
    grammar = textmate.grammar()["repository"]
    for lang in ("en", "fr"):
        assert lang in textmate.keyword_languages()
        for word in keywords(lang).every:
            assert re.fullmatch(grammar["word"]["match"], word), word


@pytest.mark.slow
@pytest.mark.skipif(
    shutil.which("node") is None or not (EXTENSION / "node_modules" / "vscode-textmate").is_dir(),
    reason="needs Node and `npm install` in editors/vscode",
)
def test_the_tokenizer_of_the_editor_reads_the_grammar():
    found = subprocess.run(
        ["node", "test/tokens.js"], cwd=EXTENSION, input=TEXT, capture_output=True, text=True, check=True
    )
    lines = TEXT.split("\n")
    tokens = {(lines[line][start:end], scope) for line, start, end, scope in json.loads(found.stdout)}
    assert {
        *(("rule", "keyword.declaration.rulewright"), ("rising", "entity.name.rulewright")),
        *(("more than", "keyword.control.rulewright"), ("3", "constant.numeric.rulewright")),
        *(("# a comment", "comment.line.number-sign.rulewright"), ('"x"', "string.quoted.double.rulewright")),
    } <= tokens


def test_the_extension_names_files_that_are_there():
    package = json.loads((EXTENSION / "package.json").read_text(encoding="utf-8"))
    offered = package["contributes"]
    named = [package["main"], *(each["path"] for each in offered["grammars"])]
    named += [each["configuration"] for each in offered["languages"]]
    assert [name for name in named if not (EXTENSION / name).is_file()] == []
    json.loads((EXTENSION / "language-configuration.json").read_text(encoding="utf-8"))
