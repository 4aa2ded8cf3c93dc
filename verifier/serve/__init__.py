"""The rules as an oracle for programs in any language: a line of JSON in, a line of JSON out. See docs/serve.md."""

from verifier.serve.session import Session

__all__ = ["Session"]
