"""A rulebook of others held against the rules: what it confirms, what it contradicts, what it leaves out."""

from verifier.words.audit.findings import Audit, Finding, Quoted
from verifier.words.audit.reading import audit, terms_of

__all__ = ["Audit", "Finding", "Quoted", "audit", "terms_of"]
