"""Faults seeded into the verifier itself: each must be noticed by a test.

`python -m tests.seeded` plants them one at a time in a copy of the tree, runs the tests that should notice, and writes
`RESULT.md`. A fault that survives asks for a test. What is listed must still fit the code: `test_seeded.py` sees to it.
"""
