"""The reader in the browser: a machine printed as data, and the JavaScript that carries it out."""

from verifier.engine.browser.print_machine import machine_as_json
from verifier.engine.browser.script import enclosed, reader_script, reader_text

__all__ = ["enclosed", "machine_as_json", "reader_script", "reader_text"]
