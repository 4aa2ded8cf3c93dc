"""Certificates as people write them: texts beside the rules in, certificates in kernel expressions out.

Nothing here needs to be trusted: whatever a line is read as, the checker asks whether it holds.
"""
