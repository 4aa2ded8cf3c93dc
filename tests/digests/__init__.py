"""What the whole project answers, as digests: taken before a change and compared after it.

`python -m tests.digests --keep FOLDER --out FILE` writes them, `--against FILE` compares, `--quick` takes only the
machines and the generated Python. Digests are meant to survive renamings and moves; what they show is behaviour.
"""
