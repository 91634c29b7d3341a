"""Finished public responses as bytes, in front of the framework.

A hit costs a look-up by the raw query string and two messages. Everything else (the limit by address apart) happens on
a miss: refusing what no parameter is named like, normalising the query, asking the framework once for however many
wait, and keeping the answer. Redis is never asked here.
"""

import asyncio
import math
import time
from collections import deque
from collections.abc import Callable, Collection, Iterable
from typing import Any

import msgspec
import structlog
from litestar.handlers import HTTPRouteHandler

from gateway.http.errors import REQUEST_ID, InternalError, Problem, TooManyRequests
from gateway.http.query_string import PublicQuery
from gateway.http.rate_limit import Clients, Throttle
from gateway.http.responses import Headers, Reply, RequestIds, Scope, Send, send_problem, send_reply, send_whole
from gateway.http.s3fifo import ByteStore
from gateway.observability.logging import AccessLog
from gateway.observability.metrics import Row

POLICY = "public"  # the key in a handler's `opt`
ALIASES = 4  # spellings of one question that lead to its answer without normalising
PATIENCE = 0.25  # seconds to wait for a fresh answer while there is an old one
RETRY = 1.0  # seconds for which an old answer stands in after a fresh one could not be made
ALIAS_BYTES = 512
READS = frozenset({"GET", "HEAD"})
JSON = (b"content-type", b"application/json")

log = structlog.stdlib.get_logger("gateway.http")

App = Callable[[Scope, Any, Any], Any]


class Policy(msgspec.Struct, frozen=True):
    """How the answers of one public route are kept.

    `max_age`: seconds of life here and in browsers. `stale`: seconds after that in which an old answer may be shown
    while a new one cannot be made. `version`: "rankings" renews the answer with each snapshot. `fold`: parameters that
    are compared as case-folded NFC text.
    """

    max_age: int
    stale: int = 0
    version: str = ""
    fold: frozenset[str] = frozenset()

    @property
    def cache_control(self) -> bytes:
        # A browser may show an old page while it fetches the next one, but not yesterday's; a failure it may bridge.
        meanwhile = min(self.stale, 4 * self.max_age)
        return (
            f"public, max-age={self.max_age}, stale-while-revalidate={meanwhile}, stale-if-error={self.stale}".encode()
        )


def public(*, max_age: int, stale: int = 0, version: str = "", fold: Collection[str] = ()) -> dict[str, Any]:
    """`opt=` of a handler whose answers are the same for everybody."""
    return {POLICY: Policy(max_age, stale, version, frozenset(fold))}


class Answer:
    """One question's answer, renewed in place, so that every alias of the question sees the new one."""

    __slots__ = ("aliases", "dead_at", "fresh_until", "hit", "made", "reply", "route", "size", "version")

    def __init__(self, route: "Route") -> None:
        self.route = route
        self.aliases: list[bytes] = []
        self.hit = False
        self.size = 0

    reply: Reply
    fresh_until: float
    dead_at: float
    made: float  # when its content was, by this process's monotonic clock
    version: str


class Route:
    """A public route: its policy, its parameters and the answers by raw query string."""

    def __init__(self, path: str, handler: HTTPRouteHandler, version: Callable[[], str]) -> None:
        self.path = path
        self.policy: Policy = handler.opt[POLICY]
        self.query = PublicQuery(handler, self.policy.fold)
        self.aliases: dict[bytes, Answer] = {}
        self.version = version
        self.versions = deque[str](maxlen=2)
        """The two latest that an answer was made for."""
        self.cache_control = self.policy.cache_control
        self.hits = self.misses = self.stale = self.refused = 0
        self.quick = self.unchanged = 0
        """Answered by the way that asks nobody, and those of them that were 304."""
        self.operation = ""
        self.took = Row()


class Failure(Exception):  # noqa: N818 - an answer that is not kept, carried to all who wait for it
    """What the framework answered instead of a 200."""

    def __init__(self, status: int, headers: Headers, body: bytes, request_id: str) -> None:
        self.status, self.headers, self.body, self.request_id = status, headers, body, request_id


class ResponseCache:
    """The outermost ASGI application. What is no public read goes on to `rest`."""

    def __init__(
        self,
        app: App,
        rest: App,
        routes: Iterable[Route],
        *,
        throttle: Throttle,
        clients: Clients,
        headers: Headers,
        ids: RequestIds,
        log: AccessLog,
        limit: int,
    ) -> None:
        self._app = app
        self._rest = rest
        self._routes = {route.path: route for route in routes}
        self._throttle = throttle
        self._clients = clients
        self._headers = headers
        self._ids = ids
        self._log = log
        self._limit = limit
        self._store: ByteStore[Answer] = ByteStore(limit)
        self._flights: dict[str, asyncio.Task[Answer]] = {}

    async def __call__(self, scope: Scope, receive: Any, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] not in READS or not (route := self._routes.get(scope["path"])):
            await self._rest(scope, receive, send)
            return
        now = time.monotonic()
        key = self._clients.key(scope)
        if key and (wait := self._throttle.wait(key, now)):
            route.refused += 1
            problem = TooManyRequests(retry_after=math.ceil(wait))
            await send_problem(scope, send, problem, self._ids(), self._headers)
            return
        answer = route.aliases.get(scope["query_string"])
        if answer is None or now >= answer.fresh_until or answer.version != route.version():
            await self._miss(route, scope, send, now)
            return
        answer.hit = True
        route.hits += 1
        route.quick += 1
        if await send_reply(scope, send, answer.reply, self._ids()) == 304:
            route.unchanged += 1
        route.took.add(time.monotonic() - now)

    @property
    def kept(self) -> tuple[int, int]:
        """How many answers are kept, and their bytes."""
        return len(self._store), self._store.size

    async def _miss(self, route: Route, scope: Scope, send: Send, began: float) -> None:
        request_id = self._ids()
        raw: bytes = scope["query_string"]
        try:
            same, query = route.query.normalised(raw)
            key = f"{route.path}?{same}"
            answer, verdict = await self._find(route, key, query, began)
        except Problem as problem:
            status, verdict = problem.status, "refused"
            await send_problem(scope, send, problem, request_id, self._headers)
        except Failure as failure:
            status, verdict = failure.status, "pass"
            request_id = failure.request_id
            await send_whole(scope, send, status, failure.headers, failure.body)
        else:
            self._alias(route, raw, key, answer)
            status = await send_reply(scope, send, answer.reply, request_id)
        self._log.request(request_id, route.path, scope["method"], status, time.monotonic() - began, verdict)

    async def _find(self, route: Route, key: str, query: bytes, now: float) -> tuple[Answer, str]:
        """The answer and the cache's verdict on it. Raises Failure."""
        answer = self._store.get(key)
        if answer and now < answer.fresh_until and answer.version == route.version():
            answer.hit = True
            route.hits += 1
            return answer, "hit"
        route.misses += 1
        flight = self._fly(route, key, query)
        if answer is None or now >= answer.dead_at:
            return await asyncio.shield(flight), "miss"
        await asyncio.wait([flight], timeout=PATIENCE)
        if flight.done() and not flight.cancelled() and flight.exception() is None:
            return flight.result(), "renewed"
        self._stand_in(answer)
        route.stale += 1
        return answer, "stale"

    def _stand_in(self, answer: Answer) -> None:
        """Lets an old answer speak a little longer, and say how old it is."""
        now = time.monotonic()
        answer.reply = self._reply(answer.route, answer.reply.body, int(now - answer.made))
        answer.version = answer.route.version()
        answer.fresh_until = min(now + RETRY, answer.dead_at)

    def _fly(self, route: Route, key: str, query: bytes) -> asyncio.Task[Answer]:
        """The one request to the framework for a key. A visitor that goes away does not end it."""
        if (flight := self._flights.get(key)) is None:
            flight = self._flights[key] = asyncio.create_task(self._load(route, key, query))
            flight.add_done_callback(lambda done: self._landed(key, done))
        return flight

    def _landed(self, key: str, flight: asyncio.Task[Answer]) -> None:
        del self._flights[key]
        if not flight.cancelled():
            flight.exception()  # those who waited have it; if all went away, it is nobody's

    async def _load(self, route: Route, key: str, query: bytes) -> Answer:
        request_id, version = self._ids(), route.version()
        if version not in route.versions:
            route.versions.append(version)
            self._forget_old(route)
        try:
            status, headers, body = await ask(self._app, route.path, query, request_id)
        except Exception:
            log.exception("unanswered", request_id=request_id, route=route.path)
            raise InternalError from None
        if status != 200:
            named = [*headers, *self._headers, (b"x-request-id", request_id.encode())]
            raise Failure(status, named, body, request_id)
        age = int(dict(headers).get(b"age", b"0"))
        now = time.monotonic()
        answer = self._store.get(key) or Answer(route)
        answer.reply = self._reply(route, body, age)
        answer.version = version
        answer.made = now - age
        answer.fresh_until = now + max(RETRY, route.policy.max_age - age)
        answer.dead_at = answer.fresh_until + route.policy.stale
        self._keep(key, answer)
        return answer

    def _reply(self, route: Route, body: bytes, age: int) -> Reply:
        headers = [JSON, (b"cache-control", route.cache_control), *self._headers]
        return Reply([*headers, (b"age", str(age).encode())] if age else headers, body)

    def _keep(self, key: str, answer: Answer) -> None:
        size = answer.reply.size
        if self._store.get(key) is answer:
            gone = self._store.resize(key, size)
        elif size <= self._limit // 8:
            answer.size = size
            gone = self._store.add(key, answer)
        else:
            return
        _unlist(gone)

    def _forget_old(self, route: Route) -> None:
        """What nobody asked for in two versions: good to stand in and for nothing else, and ever more of it."""
        _unlist(self._store.drop(lambda answer: answer.route is route and answer.version not in route.versions))

    def _alias(self, route: Route, raw: bytes, key: str, answer: Answer) -> None:
        """Remembers how the question was spelled; no longer than its answer is kept."""
        if raw in route.aliases or len(raw) > ALIAS_BYTES or self._store.get(key) is not answer:
            return
        if len(answer.aliases) >= ALIASES:
            route.aliases.pop(answer.aliases.pop(0), None)
        answer.aliases.append(raw)
        route.aliases[raw] = answer


def _unlist(gone: Iterable[Answer]) -> None:
    for answer in gone:
        for alias in answer.aliases:
            answer.route.aliases.pop(alias, None)


async def ask(app: App, path: str, query: bytes, request_id: str) -> tuple[int, Headers, bytes]:
    """Asks the framework as nobody in particular: no header of a visitor can colour what all will get."""
    scope: Scope = {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query,
        "root_path": "",
        "headers": [],
        "client": None,
        "server": None,
        "state": {},
        REQUEST_ID: request_id,
    }
    parts: list[bytes] = []
    start: dict[str, Any] = {}

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            start.update(message)
        else:
            parts.append(message.get("body", b""))

    await app(scope, receive, send)
    dropped = {b"content-length", b"content-type"} if start["status"] == 200 else {b"content-length"}
    headers = [(name.lower(), value) for name, value in start["headers"] if name.lower() not in dropped]
    return start["status"], headers, b"".join(parts)
