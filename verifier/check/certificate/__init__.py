"""The checker of certificates: a machine, a certificate and Z3 in, what was refused out.

It shares no code with the provers, the simplifiers, the analyses or the comparison of rule sets: only the data types of
the kernel. What it believes stands on the page `docs/trusted.md`.
"""
