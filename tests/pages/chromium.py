"""A real browser for tests: Chromium without a screen, spoken to through a pipe."""

from __future__ import annotations

import base64
import fcntl
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome")
BROWSER = next((found for name in NAMES if (found := shutil.which(name)) is not None), None)


class Chromium:
    """One page in a browser of its own; everything that it fetches or complains about is kept."""

    def __init__(self, width: int = 1280, height: int = 900) -> None:
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        to_read, self._out = os.pipe()
        self._in, to_write = os.pipe()
        command = [
            str(BROWSER), "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe",
            "--no-first-run", "--disable-quic", "--disable-background-networking", "--disable-component-update",
            "--disable-sync", f"--user-data-dir={self.profile.name}",
        ]  # fmt: skip

        def connect() -> None:
            # The browser reads from 3 and writes to 4; neither may be overwritten before it is copied.
            high = [fcntl.fcntl(each, fcntl.F_DUPFD, 64) for each in (to_read, to_write)]
            os.dup2(high[0], 3)
            os.dup2(high[1], 4)

        quiet = subprocess.DEVNULL
        self.process = subprocess.Popen(
            command, preexec_fn=connect, pass_fds=(3, 4), stdout=quiet, stderr=quiet
        )
        os.close(to_read)
        os.close(to_write)
        self._rest = b""
        self._number = 0
        self.session: str | None = None
        self.events: list[dict[str, Any]] = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for room in ("Page", "Runtime", "Network", "Log"):
            self.call(f"{room}.enable")
        self.resize(width, height)

    def __enter__(self) -> Chromium:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def resize(self, width: int, height: int) -> None:
        narrow = width < 600
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=narrow,
        )

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": params}
        if self.session is not None:
            message["sessionId"] = self.session
        os.write(self._out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._read()
            if answer.get("id") == self._number:
                assert "error" not in answer, answer
                found: dict[str, Any] = answer["result"]
                return found
            self.events.append(answer)

    def _read(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            more = os.read(self._in, 1 << 20)
            assert more, "the browser has gone"
            self._rest += more
        text, self._rest = self._rest.split(b"\0", 1)
        found: dict[str, Any] = json.loads(text)
        return found

    def open(self, url: str) -> None:
        self.call("Page.navigate", url=url)
        self.wait("document.readyState === 'complete'")

    def run(self, script: str) -> Any:
        found = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in found, found["exceptionDetails"]
        return found["result"].get("value")

    def wait(self, truth: str, seconds: int = 60) -> None:
        """Until something is true on the page."""
        script = f"""new Promise((done, failed) => {{
          const began = Date.now();
          const look = () => {{
            if ({truth}) done(true);
            else if (Date.now() - began > {seconds * 1000}) failed(new Error({json.dumps(truth)}));
            else setTimeout(look, 20);
          }};
          look();
        }})"""
        self.run(script)

    def shoot(self, path: Path, whole: bool = True) -> None:
        found = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        path.write_bytes(base64.b64decode(found["data"]))

    @property
    def fetched(self) -> list[str]:
        """Every address that was asked for, the page's own data left out."""
        asked = [each for each in self.events if each.get("method") == "Network.requestWillBeSent"]
        return [each["params"]["request"]["url"] for each in asked]

    @property
    def complaints(self) -> list[str]:
        """What the page or the browser has to complain about."""
        found = []
        for each in self.events:
            match each.get("method"):
                case "Runtime.exceptionThrown":
                    found.append(json.dumps(each["params"]["exceptionDetails"]))
                case "Log.entryAdded" if each["params"]["entry"]["level"] in ("error", "warning"):
                    found.append(each["params"]["entry"]["text"])
                case "Runtime.consoleAPICalled" if each["params"]["type"] in ("error", "warning"):
                    found.append(json.dumps(each["params"]["args"]))
        return found

    def close(self) -> None:
        self.session = None
        os.close(self._out)
        os.close(self._in)
        self.process.terminate()
        self.process.wait()
        self.profile.cleanup()
