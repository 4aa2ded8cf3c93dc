"""The grammar for tree-sitter: made from ours, and its parser builds the same trees as our own reader."""

import ctypes
import re
import subprocess

import pytest
from lark import Token

from verifier.editor import tree_sitter
from verifier.engine.native.compiler import FLAGS, compiler
from verifier.languages import ENGLISH
from verifier.surface.parser import parser

api = pytest.importorskip("tree_sitter")

FOLDER = tree_sitter.FILE.parents[1]
ROOT = FOLDER.parents[1]
QUERIES = sorted(FOLDER.glob("queries/*.scm"))
TEXTS = sorted((ROOT / "spec").rglob("*.rules"))
TEST = re.compile(r"^=+\n(?P<name>.+)\n(?:.*\n)?=+\n(?P<text>(?:.*\n)*?)---\n(?P<tree>[^=]*)", re.MULTILINE)
CORPUS = [
    found
    for path in sorted(FOLDER.glob("test/corpus/*.txt"))
    for found in TEST.finditer(path.read_text("utf-8"))
]
TOKENS = {"NAME": "name", "INT": "digits", "STRING": "string"}


@pytest.fixture(scope="module")
def language(tmp_path_factory):
    """The parser, compiled by whatever C compiler there is."""
    found = compiler()
    if found is None:
        pytest.skip("no C compiler here")
    library = tmp_path_factory.mktemp("tree_sitter") / "rulewright.so"
    sources = [FOLDER / "src" / name for name in ("parser.c", "scanner.c")]
    command = [*found.command, *FLAGS, f"-I{FOLDER / 'src'}", "-o", library, *sources]
    subprocess.run([str(each) for each in command], check=True, capture_output=True)
    make = ctypes.CDLL(str(library)).tree_sitter_rulewright
    make.restype = ctypes.c_void_p
    capsule = ctypes.pythonapi.PyCapsule_New
    capsule.restype, capsule.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
    return api.Language(capsule(make(), b"tree_sitter.Language", None))


def theirs(node):
    """A tree of tree-sitter: what has a name, without comments."""
    return (node.type, *(theirs(each) for each in node.named_children if each.type != "comment"))


def ours(tree):
    """A tree of our own reader, written alike."""
    parts = (each for each in tree.children if not isinstance(each, Token) or each.type in TOKENS)
    return (
        str(tree.data),
        *(
            (TOKENS[each.type],) if isinstance(each, Token) else ours(each)
            for each in parts
            if each is not None
        ),
    )


def test_the_grammar_is_up_to_date():
    assert tree_sitter.FILE.read_text(encoding="utf-8") == tree_sitter.text(), (
        "python -m verifier.editor.tree_sitter"
    )


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: "/".join(path.relative_to(ROOT / "spec").parts))
def test_both_readers_build_the_same_tree(language, path):
    text = path.read_text(encoding="utf-8")
    expected = ours(parser(ENGLISH).parse(text, start="start"))
    assert theirs(api.Parser(language).parse(text.encode()).root_node) == expected


@pytest.mark.parametrize("example", CORPUS, ids=lambda example: example["name"])
def test_an_example_is_read_as_it_is_written_down(language, example):
    found = str(api.Parser(language).parse(example["text"].encode()).root_node)
    assert found == re.sub(r"\s+(?=\))", "", " ".join(example["tree"].split()))


@pytest.mark.parametrize("path", QUERIES, ids=lambda path: path.stem)
def test_a_query_names_only_what_the_grammar_has(language, path):
    api.Query(language, path.read_text(encoding="utf-8"))


def test_every_keyword_has_its_colour(language):
    query = (FOLDER / "queries" / "highlights.scm").read_text(encoding="utf-8")
    words = {
        language.node_kind_for_id(number)
        for number in range(language.node_kind_count)
        if not language.node_kind_is_named(number) and language.node_kind_is_visible(number)
    }
    assert [word for word in sorted(words) if word != "end" and f'"{word}"' not in query] == []
    assert '"end"' in query
