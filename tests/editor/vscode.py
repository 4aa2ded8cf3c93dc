"""`python -m tests.editor.vscode CODE-SERVER EXTENSION`: a stretch of editing inside Visual Studio Code itself.

CODE-SERVER is the command of [code-server](https://github.com/coder/code-server), which is Visual Studio Code with its
windows in a browser; EXTENSION a folder with `editors/vscode` and what `npm install` adds. The test
`editors/vscode/test/editing.js` is run by VS Code's own runner of tests of extensions.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.parse import quote

from tests.pages.chromium import Chromium

ADDRESS = "127.0.0.1:8765"
SECONDS = 540
SPEC = Path(__file__).parents[2] / "spec"


def settings(folder: Path) -> Path:
    """The settings of a user who has the server in a folder of their own."""
    command = [sys.executable, "-m", "verifier", "lsp"]
    path = folder / "User" / "settings.json"
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps({"rulewright.command": command}), encoding="utf-8")
    return path


def started(program: str, folder: Path) -> subprocess.Popen[bytes]:
    settings(folder / "user")
    command = [
        *(program, "--auth", "none", "--bind-addr", ADDRESS, "--disable-telemetry", "--disable-update-check"),
        *("--disable-workspace-trust", "--user-data-dir", str(folder / "user")),
        *("--extensions-dir", str(folder / "extensions"), "--config", str(folder / "config.yaml")),
    ]
    environment = {**os.environ, "RULEWRIGHT_RESULT": str(folder / "result.json")}
    with (folder / "log").open("wb") as log:
        return subprocess.Popen(command, env=environment, stdout=log, stderr=log)


def address(extension: Path, game: Path) -> str:
    """The window in which a folder is open and the tests of an extension run."""
    remote = f"vscode-remote://{ADDRESS}{extension.resolve()}"
    payload = [
        ["extensionDevelopmentPath", remote],
        ["extensionTestsPath", f"{remote}/test/editing.js"],
    ]
    return f"http://{ADDRESS}/?folder={quote(str(game))}&payload={quote(json.dumps(payload))}"


def main(program: str, extension: str) -> int:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        game = folder / "catan-duel"
        shutil.copytree(SPEC / "catan-duel", game)
        server = started(program, folder)
        result = folder / "result.json"
        try:
            with Chromium() as window:
                time.sleep(10)
                window.open(address(Path(extension), game))
                end = time.monotonic() + SECONDS
                while not result.exists() and server.poll() is None and time.monotonic() < end:
                    time.sleep(1)
                time.sleep(1)
                if os.environ.get("SHOTS"):
                    window.shoot(Path(os.environ["SHOTS"], "vscode.png"), False)
        finally:
            server.terminate()
            server.wait()
        told = result.read_text(encoding="utf-8") if result.exists() else (folder / "log").read_text()
    sys.stdout.write(f"{told}\n")
    return 0 if told.startswith("{") and "error" not in json.loads(told) else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
