from verifier.diagnostics import Diagnostic, Label, diagnostic
from verifier.surface.failure import Failure


def explained(f: Failure) -> Diagnostic:
    return diagnostic(
        "P110", Label(f.span, "expected " + ", ".join(sorted(f.accepts))), word=f.word, hint=f"{f.terminal}"
    )
