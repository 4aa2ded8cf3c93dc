"""What somebody writes is checked and built again; a test is the editor, and the pause is when it saves."""

from types import SimpleNamespace
from urllib.request import urlopen

import pytest

from verifier.cli import docs_serve, main, watch


@pytest.fixture
def saves(monkeypatch):
    """The pauses in between, one after the other; after the last one somebody types Ctrl-C."""

    def of(*pauses):
        waiting = iter(pauses)

        def pause():
            save = next(waiting, None)
            if save is None:
                raise KeyboardInterrupt
            save()

        monkeypatch.setattr(watch, "pause", pause)

    return of


@pytest.fixture
def own(run, folder):
    assert run("new", "my-game").exit_code == 0
    return folder / "my-game"


def changed(path, old, new):
    def save():
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8")

    return save


def nothing():
    pass


def test_check_answers_again_after_each_change_and_ends_quietly(own, run, saves):
    game = own / "game.rules"
    saves(nothing, changed(game, "shuffle deck", "shuffle dek"), nothing, changed(game, "dek", "deck"))
    found = run("check", "./my-game", "--watch")
    assert found.exit_code == 0
    assert found.stdout.count("no mistakes") == 2
    assert found.stdout.count("`dek`") >= 1
    assert "interrupted" not in found.output


def test_a_game_that_is_not_there_is_not_waited_for(run, saves):
    saves()
    assert run("check", "./nowhere", "--watch").exit_code == 2


def test_programs_are_not_watched_for(own, run):
    assert run("check", "./my-game", "--watch", "--json").exit_code == 2


def test_a_file_and_its_game_are_watched_and_what_tools_make_is_not(own):
    places = watch.watched_places(["my-game/house/long-hands.rules"])
    (own / "build").mkdir()
    (own / "build" / "made.toml").write_text("")
    found = {path.name for path in watch.stamps(places)}
    assert {"long-hands.rules", "game.rules", "en.po", "look.toml"} <= found
    assert "made.toml" not in found


def test_without_a_name_every_game_is_watched():
    assert {"hearts", "hanabi"} <= {path.parent.name for path in watch.stamps(watch.watched_places([]))}


# --- docs serve


@pytest.fixture
def built(own, folder, monkeypatch):
    """What was built, in place of the long work; `read` fetches the page as a browser does."""
    titles, servers = [], []

    def build(command, check):
        titles.append((own / "game.rules").read_text(encoding="utf-8").split('title "')[1].split('"')[0])
        page = folder / "build" / "docs" / "site" / "index.html"
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(titles[-1], encoding="utf-8")

    def server(*args, make=docs_serve._server):
        servers.append(make(*args))
        return servers[-1]

    monkeypatch.setattr(docs_serve, "subprocess", SimpleNamespace(run=build))
    monkeypatch.setattr(docs_serve, "_server", server)
    read = []

    def reads():
        with urlopen(f"http://127.0.0.1:{servers[-1].server_port}/") as page:
            read.append(page.read().decode())

    return SimpleNamespace(titles=titles, reads=reads, read=read)


def test_pages_are_built_again_after_a_change_of_rules_or_look(own, run, saves, built):
    title = changed(own / "game.rules", 'title "My game"', 'title "Our game"')
    look = changed(own / "look.toml", "#c0392b", "#c03920")
    saves(built.reads, title, built.reads, look, nothing)
    found = run("docs", "serve", "./my-game", "--port", 0)
    assert found.exit_code == 0
    assert built.titles == ["My game", "Our game", "Our game"]
    assert built.read == ["My game", "Our game"]


def test_a_site_that_is_there_is_served_as_it_is(folder, run, saves, built):
    assert run("docs", "serve", "--port", 0).exit_code == 2
    (folder / "build" / "docs" / "site").mkdir(parents=True)
    (folder / "build" / "docs" / "site" / "index.html").write_text("as it is")
    saves(built.reads, nothing)
    assert run("docs", "serve", "--port", 0).exit_code == 0
    assert (built.read, built.titles) == (["as it is"], [])


def test_a_port_that_is_taken_is_named(own, run, saves):
    with docs_serve._server(own, 0, docs_serve.Lock()) as server:
        found = run("docs", "serve", "./my-game", "--port", server.server_port)
    assert found.exit_code == 2
    assert f"port {server.server_port}: " in found.stderr


def test_the_command_that_builds_can_be_read(own):
    words = docs_serve.build_command(("./my-game",), own)[3:]
    assert main.make_context("rulewright", words).params["reader"] == "en"
