"""The thread beside the answers: what the next answers need is read while nobody types, and only then."""

import threading

from verifier.editor import background
from verifier.editor.background import Background


class Worker(Background):
    """Answers at once, without another process; `asked` holds what was checked."""

    def __init__(self, rest):
        self.asked = []
        super().__init__(lambda found: None, rest)

    def _asked(self, what):
        self.asked.append(what)
        return what


def test_nothing_is_read_anew_while_somebody_types_on(monkeypatch):
    monkeypatch.setattr(background, "PAUSE", 0.01)
    monkeypatch.setattr(background, "REST", 60)
    rested, told = [], threading.Event()
    worker = Worker(lambda: rested.append(1))
    worker._tell = lambda found: told.set()
    for job in ("a", "b", "c"):
        told.clear()
        worker.check(job)
        assert told.wait(10)
    worker.end()
    worker.thread.join(10)
    assert worker.asked == ["a", "b", "c"]
    assert rested == []


def test_in_a_pause_what_the_next_answers_need_is_read(monkeypatch):
    monkeypatch.setattr(background, "PAUSE", 0.01)
    monkeypatch.setattr(background, "REST", 0.01)
    rested = threading.Event()
    worker = Worker(rested.set)
    worker.check("a")
    assert rested.wait(10)
    worker.end()
