"""A session: rule sets and plays under way in, an answer to every line out, whatever the line says."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from math import isfinite
from typing import Any, NoReturn

from verifier.diagnostics import as_json
from verifier.interface import Play, RuleSet, RulewrightError, games
from verifier.report.replay import refusal_as_json, replay_as_json
from verifier.serve.protocol import (
    LONGEST_LINE,
    MOST_PLAYS,
    PROTOCOL,
    REQUESTS,
    RequestError,
    check_request,
)
from verifier.version import VERSION

Request = Mapping[str, Any]
Answer = dict[str, Any]

_encoded = json.JSONEncoder(separators=(",", ":")).encode


class Session:
    """Answers requests one by one; `open` is false once somebody has said `bye`."""

    def __init__(self) -> None:
        self.open = True
        self._rules: dict[str, RuleSet] = {}
        self._plays: dict[int, Play] = {}
        self._opened = 0
        self._answers: dict[str, Callable[[Request], Answer]] = {
            name: getattr(self, "_" + name.replace("-", "_")) for name in REQUESTS
        }

    def line(self, line: bytes) -> str:
        """The answer to one line, as one line of ASCII."""
        try:
            request = parsed(line)
        except RequestError as error:
            return _encoded({"id": None, "error": error.as_json()})
        return _encoded(self.answer(request))

    def answer(self, request: Any) -> Answer:
        """The answer to a request, with its `id`: an `answer`, or an `error` with code and message."""
        number = request.get("id") if isinstance(request, dict) else None
        try:
            return {"id": number, "answer": self._answers[check_request(request)](request)}
        except RequestError as error:
            found = error.as_json()
        except RulewrightError as error:
            found = error_as_json(error)
        except Exception as error:
            # A mistake of ours must not end a session that others depend on.
            words = f"a mistake in Rulewright, not in the request: {type(error).__name__}: {error}"
            found = {"code": "internal", "message": words[:1_000]}
        return {"id": number, "error": found}

    # --- rule sets

    def _hello(self, request: Request) -> Answer:
        if request.get("protocol", PROTOCOL) != PROTOCOL:
            raise RequestError("protocol", f"this is protocol {PROTOCOL}", protocol=PROTOCOL)
        return {
            "protocol": PROTOCOL,
            "rulewright": VERSION,
            "requests": list(REQUESTS),
            "limits": {"line": LONGEST_LINE, "plays": MOST_PLAYS},
        }

    def _games(self, request: Request) -> Answer:
        return {"games": games()}

    def _load(self, request: Request) -> Answer:
        self._rules.pop(request["ruleset"], None)
        rules = self._rules_of(request["ruleset"])
        return {"ruleset": rules.name, "players": list(rules.players)}

    def _rules_of(self, name: str) -> RuleSet:
        if name not in self._rules:
            self._rules[name] = RuleSet(name)
        return self._rules[name]

    # --- plays that begin, go on and end

    def _new(self, request: Request) -> Answer:
        given = {name: request.get(name) for name in ("seed", "players", "given", "shuffles", "rolls")}
        return self._opened_play(self._rules_of(request["ruleset"]).new(**given))

    def _from_state(self, request: Request) -> Answer:
        name = request["state"].get("ruleset")
        if not isinstance(name, str):
            raise RequestError("missing", "a state names its `ruleset`", field="state")
        return self._opened_play(self._rules_of(name).from_state(request["state"], request.get("seed")))

    def _replay(self, request: Request) -> Answer:
        name = request["written"].get("ruleset")
        if not isinstance(name, str):
            raise RequestError("missing", "a written play names its `ruleset`", field="written")
        rules = self._rules_of(name)
        written, found = rules.judged(request["written"])
        answer = replay_as_json(written, found)
        if request.get("keep"):
            play = rules.replay(request["written"], request.get("seed")).play
            answer["play"] = self._opened_play(play)["play"]
        return answer

    def _opened_play(self, play: Play) -> Answer:
        if len(self._plays) >= MOST_PLAYS:
            raise RequestError("too-many-plays", f"{MOST_PLAYS} plays are open; `close` some of them")
        self._opened += 1
        self._plays[self._opened] = play
        return self._position(self._opened)

    def _play(self, request: Request) -> Play:
        found = self._plays.get(request["play"])
        if found is None:
            raise RequestError("no-such-play", f"no play {request['play']} is open", field="play")
        return found

    def _position(self, number: int) -> Answer:
        """Where a play stands."""
        play = self._plays[number]
        return {"play": number, "moves": play.length, "player": play.player, "over": play.over}

    def _apply(self, request: Request) -> Answer:
        play = self._play(request)
        if ("move" in request) == ("moves" in request):
            raise RequestError("missing", "`apply` needs either `move` or `moves`", field="move")
        if "shuffles" in request or "rolls" in request:
            play.feed(request.get("shuffles", ()), request.get("rolls", ()))
        moves: Sequence[Any] = request["moves"] if "moves" in request else [request["move"]]
        for made, move in enumerate(moves):
            if type(move) is not dict:
                raise RequestError("wrong-type", "a move is an object", field="moves", made=made)
            try:
                play.apply(move)
            except RulewrightError as error:
                raise RequestError(**error_as_json(error), made=made) from None
        return self._position(request["play"])

    def _undo(self, request: Request) -> Answer:
        play, count = self._play(request), request.get("count", 1)
        if count < 0:
            raise RequestError("wrong-type", "`count` of `undo` is not negative", field="count")
        if count > play.undoable:
            words = f"only {play.undoable} moves can be taken back"
            raise RequestError("nothing-to-undo", words, undoable=play.undoable)
        play.undo(count)
        return self._position(request["play"])

    def _close(self, request: Request) -> Answer:
        self._play(request)
        del self._plays[request["play"]]
        return {"play": request["play"], "open": len(self._plays)}

    def _bye(self, request: Request) -> Answer:
        self.open = False
        return {}

    # --- questions about a play

    def _legal(self, request: Request) -> Answer:
        play = self._play(request)
        return {"player": play.player, "legal_moves": play.legal()}

    def _why(self, request: Request) -> Answer:
        refusals = self._play(request).why_not(request["move"])
        return {"legal": not refusals, "refusals": [refusal_as_json(each) for each in refusals]}

    def _view(self, request: Request) -> Answer:
        return self._play(request).view(request["player"], request.get("empty", False))

    def _score(self, request: Request) -> Answer:
        play = self._play(request)
        seats = [request["player"]] if "player" in request else list(range(play.players))
        scores = [play.score(seat) for seat in seats]
        return {
            "players": [
                {"player": each.player, "score": each.value, "steps": [part.as_json() for part in each.parts]}
                for each in scores
            ]
        }

    def _result(self, request: Request) -> Answer:
        play = self._play(request)
        result = play.result()
        written = result and {"scores": list(result.scores), "winners": list(result.winners)}
        return {"over": play.over, "result": written}

    def _state(self, request: Request) -> Answer:
        return {"state": self._play(request).state()}

    def _written(self, request: Request) -> Answer:
        return {"written": self._play(request).trace()}


def parsed(line: bytes) -> Any:
    """The value that a line holds; what is no JSON raises `RequestError`."""
    if len(line) > LONGEST_LINE:
        raise RequestError("too-long", f"a line has at most {LONGEST_LINE} bytes")
    try:
        return json.loads(line.decode("utf-8"), parse_constant=_no_number, parse_float=_finite)
    except UnicodeDecodeError as error:
        raise RequestError("not-json", f"byte {error.start + 1} is not UTF-8") from None
    except RecursionError:
        raise RequestError("not-json", "this is nested too deeply") from None
    except ValueError as error:
        raise RequestError("not-json", str(error).split(";")[0]) from None


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is not JSON")


def _finite(word: str) -> float:
    found = float(word)
    return found if isfinite(found) else _no_number(word)


def error_as_json(error: RulewrightError) -> Answer:
    """What cannot be done: by the code of its diagnostic, as refused moves, or as it is said."""
    if error.refusals:
        refusals = [refusal_as_json(each) for each in error.refusals]
        return {"code": "refused", "message": str(error), "refusals": refusals}
    if error.diagnostics:
        first = error.diagnostics[0]
        found = [as_json(each) for each in error.diagnostics]
        return {"code": first.code, "message": first.title, "hint": first.hint, "diagnostics": found}
    return {"code": "not-possible", "message": str(error)}
