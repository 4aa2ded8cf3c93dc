"""The language server, driven by a real client over standard input and output."""

import asyncio
import subprocess
import sys

import pytest
from lsprotocol import types as lsp

from tests.editor.client import editor
from tests.editor.stretch import FOLDER, asked, broken_and_fixed, formatted, opened, renamed

pytestmark = pytest.mark.slow


def test_a_stretch_of_editing():
    async def stretch():
        async with editor("fr") as desk:
            uri = await opened(desk)
            actions = await broken_and_fixed(desk, uri)
            assert actions[0].title == "remplacer par `affordable-to`"
            assert actions[0].diagnostics[0].code == "N224"
            found = await asked(desk, uri)
            texts = await renamed(desk, uri)
            await formatted(desk, uri)
            return found, texts

    found, texts = asyncio.run(stretch())
    hovered = found["text_document_hover"].contents.value
    assert "rule wrong-site" in hovered
    assert "doit" in hovered
    assert [each.uri for each in found["text_document_definition"]] == [(FOLDER / "building.rules").as_uri()]
    files = {each.uri.rpartition("/")[2] for each in found["text_document_references"]}
    assert {"building.rules", "fr.po", "de.po", "en.po", "es.po"} <= files
    labels = [each.label for each in found["text_document_completion"].items]
    assert set(labels[:2]) == {"inner", "outer"}
    assert found["text_document_document_symbol"][0].children
    assert found["text_document_folding_range"]
    assert len(found["text_document_semantic_tokens_full"].data) % 5 == 0
    assert any("era-game" in each.label for each in found["text_document_inlay_hint"])
    assert all("site-taken" not in text for text in texts.values())
    assert {"building.rules", "fr.po"} <= {uri.rpartition("/")[2] for uri in texts}


def test_what_is_run_from_the_editor():
    async def run():
        async with editor() as desk:
            uri = desk.open(FOLDER / "scenarios" / "building.rules")
            lenses = await desk.ask("text_document_code_lens", lsp.CodeLensParams(desk.document(uri)))
            command = lenses[0].command
            good = await desk.ask(
                "workspace_execute_command", lsp.ExecuteCommandParams(command.command, command.arguments)
            )
            scenario = command.arguments[1]
            text = desk.texts[uri]
            at = text.index("\n    then ", text.index(scenario))
            desk.write(uri, text[:at] + "\n    then my victory-points is 12" + text[at:])
            bad = await desk.ask(
                "workspace_execute_command", lsp.ExecuteCommandParams(command.command, command.arguments)
            )
            refused = await desk.ask(
                "workspace_execute_command", lsp.ExecuteCommandParams("rulewright.verifyClaim", [uri, "x"])
            )
            return command.title, good, bad, refused, desk.messages

    title, good, bad, refused, messages = asyncio.run(run())
    assert title == "run this scenario"
    assert good["expected"]
    assert not bad["expected"]
    assert "12" in bad["words"]
    assert refused is None
    assert "save the files first" in messages[-1]


def test_a_claim_is_verified_by_the_command(tmp_path):
    from tests.editor.rooms import small_game

    folder = small_game(tmp_path)

    async def run():
        async with editor() as desk:
            uri = desk.open(folder / "game.rules")
            lenses = await desk.ask("text_document_code_lens", lsp.CodeLensParams(desk.document(uri)))
            claim = next(each.command for each in lenses if each.command.command == "rulewright.verifyClaim")
            return await desk.ask(
                "workspace_execute_command", lsp.ExecuteCommandParams(claim.command, claim.arguments)
            )

    found = asyncio.run(run())
    assert found["proved"], found


def test_without_pygls_it_says_what_to_install():
    code = "import sys; sys.modules['pygls'] = None\nfrom verifier.cli import main\nmain(['lsp'])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert found.returncode == 2
    assert "pip install 'rulewright[editor]'" in found.stderr
    assert "Traceback" not in found.stderr
