"""Response cache in front of the framework: finished public responses as bytes.

A hit costs one lookup by the raw query string and two ASGI messages. A miss validates and normalizes the query, calls
the framework once for all waiting requests (single flight) and stores the response. The rate limit per address applies
to both. Redis is not involved.
"""

import asyncio
import re
import time
from collections import defaultdict, deque
from collections.abc import Callable, Collection, Iterable
from dataclasses import KW_ONLY, InitVar, dataclass
from typing import Any, Final
from urllib.parse import quote, unquote

import msgspec
from litestar.handlers import HTTPRouteHandler

from gateway.http.anonymous_call import App, call_app
from gateway.http.direct_call import direct_call
from gateway.http.errors import InternalError, Problem, log_fields, log_unhandled
from gateway.http.path_segments import keep_encoded_slashes
from gateway.http.query_string import PublicQuery
from gateway.http.rate_limit import AddressLimit
from gateway.http.responses import (
    Headers,
    PreparedResponse,
    RequestIds,
    Scope,
    Send,
    send_prepared,
    send_problem,
    send_response,
    with_defaults,
)
from gateway.http.s3fifo import S3FifoCache
from gateway.observability.logging import AccessLog, add_log_fields
from gateway.observability.metrics import DurationBuckets

POLICY = "public"  # the key in a handler's `opt`
MAX_ALIASES = 4  # raw query strings for each response that are looked up without normalizing
MAX_ALIAS_BYTES = 512
MAX_PATH_LENGTH = 200  # of a path with parameters
REFRESH_WAIT_SECONDS = 0.25  # longest wait for a fresh response while a stale one exists
STALE_EXTENSION_SECONDS = 1.0  # a stale response is served for this long after a failed or slow refresh
NOT_FOUND = 404  # the subject is gone or hidden, so no stale response replaces this one
READ_METHODS = frozenset({"GET", "HEAD"})

_PARAMETER, _TYPE = re.compile(r"\{[^}]+\}"), re.compile(r":\w+(?=\})")


class CachePolicy(msgspec.Struct, frozen=True, kw_only=True):
    """Lifetimes of the responses of one public route.

    `max_age`: seconds of freshness here and in browsers. `stale`: seconds after that in which the old response may be
    served if no new one can be made. `version`: "rankings" expires responses with each snapshot, "characters" also with
    each change of privacy, "world" also with each reading of the world, "content" with each change of the content
    folder, "controls" with each change of switches and notices, "game" with each start and stop of the game. `fold`:
    parameters that are compared as case-folded NFC text. `direct`: see `direct_call`; such a handler waits for nothing,
    except with a parameter of `waits_with`. `is_drawn`: a picture, of which an address may ask for few new ones.
    `browser_age`: seconds of freshness in browsers, where they have to ask again sooner.
    """

    max_age: int
    stale: int = 0
    version: str = ""
    fold: frozenset[str] = frozenset()
    direct: bool = False
    waits_with: frozenset[str] = frozenset()
    is_drawn: bool = False
    browser_age: int | None = None

    @property
    def cache_control(self) -> bytes:
        # Revalidation must not show a very old page; an error of the service may be bridged for the whole time.
        max_age = self.max_age if self.browser_age is None else self.browser_age
        revalidate = min(self.stale, 4 * max_age)
        return f"public, max-age={max_age}, stale-while-revalidate={revalidate}, stale-if-error={self.stale}".encode()


def public(
    *,
    max_age: int,
    stale: int = 0,
    version: str = "",
    fold: Collection[str] = (),
    direct: bool = False,
    waits_with: Collection[str] = (),
    is_drawn: bool = False,
    browser_age: int | None = None,
) -> dict[str, Any]:
    """Returns `opt=` for a handler whose responses are equal for all clients."""
    return {
        POLICY: CachePolicy(
            max_age=max_age,
            stale=stale,
            version=version,
            fold=frozenset(fold),
            direct=direct,
            waits_with=frozenset(waits_with),
            is_drawn=is_drawn,
            browser_age=browser_age,
        )
    }


DRAWINGS_PER_SECOND: Final = 1
DRAWINGS_BURST: Final = 20
"""Pictures that are not in the cache, by address."""


class CachedResponse:
    """The response to one normalized query. A refresh replaces its content in place, so all aliases see it."""

    def __init__(self, route: "CachedRoute") -> None:
        self.route = route
        self.aliases: list[bytes] = []
        self.hit = self.is_stale = False
        self.size = 0

    headers: Headers
    response: PreparedResponse
    created_at: float  # time of the content; like the other two in seconds of the monotonic clock
    fresh_until: float
    stale_until: float
    version: str

    def is_fresh(self, now: float) -> bool:
        return now < self.fresh_until and self.version == self.route.version()


class CachedRoute:
    """A public route: its policy, its parameters, its responses by alias, and its counters.

    An alias is the raw query string; of a path with parameters, the path and the raw query string.
    """

    def __init__(self, path: str, handler: HTTPRouteHandler, version: Callable[[], str]) -> None:
        self.path = _TYPE.sub("", path)
        self.template = re.compile(_PARAMETER.sub("[^/]+", path)) if "{" in path else None
        self.policy: CachePolicy = handler.opt[POLICY]
        self.query = PublicQuery(handler, self.policy.fold)
        self.call = direct_call(handler) if self.policy.direct else None
        self.aliases: dict[bytes, CachedResponse] = {}
        self.version = version
        self.recent_versions = deque[str](maxlen=2)
        self.cache_control = self.policy.cache_control
        self.hits = self.misses = self.stale_hits = self.refusals = 0
        self.fast_hits = self.not_modified = 0
        """Hits by alias, and the 304 responses among them."""
        self.operation = ""
        self.durations = DurationBuckets()

    def waits(self, query: bytes) -> bool:
        """Returns True if other tasks run while the handler answers the normalized query."""
        names = (pair.partition(b"=")[0].decode() for pair in query.split(b"&"))
        return self.call is None or any(name in self.policy.waits_with for name in names)


class UncacheableResponse(Exception):  # noqa: N818 - a response, raised to all waiting requests
    """A response of the framework with a status other than 200. `problem`: what it says, for each reader's language."""

    def __init__(
        self,
        status: int,
        headers: Headers,
        body: bytes,
        request_id: str,
        log_fields: dict[str, str],
        problem: Problem | None,
    ) -> None:
        self.status = status
        self.headers = headers
        self.body = body
        self.request_id = request_id
        self.log_fields = log_fields
        self.problem = problem


@dataclass
class ResponseCache:
    """Outermost ASGI application. Passes all requests that are not public reads to `router`."""

    app: App
    router: App
    routes: InitVar[Iterable[CachedRoute]]
    _: KW_ONLY
    limit: AddressLimit
    headers: Headers
    ids: RequestIds
    log: AccessLog
    max_bytes: int

    def __post_init__(self, routes: Iterable[CachedRoute]) -> None:
        self._routes = {route.path: route for route in routes if not route.template}
        self._templates = defaultdict[str, list[CachedRoute]](list)
        for route in routes:
            if route.template:
                self._templates[_folder(route.path)].append(route)
        self._folders = tuple(self._templates)
        self._store: S3FifoCache[CachedResponse] = S3FifoCache(self.max_bytes)
        self._drawings = AddressLimit(self.limit.clients, DRAWINGS_PER_SECOND, DRAWINGS_BURST)
        self._flights: dict[str, asyncio.Task[CachedResponse]] = {}

    async def __call__(self, scope: Scope, receive: Any, send: Send) -> None:
        scope = keep_encoded_slashes(scope)
        is_read = scope["type"] == "http" and scope["method"] in READ_METHODS
        path: str = scope.get("path", "")
        if not is_read or not (route := self._routes.get(path) or self._match(path)):
            await self.router(scope, receive, send)
            return
        now = time.monotonic()
        if problem := self.limit.refuse(scope, now):
            route.refusals += 1
            request_id = self.ids()
            add_log_fields(scope, error=problem.error)
            await send_problem(scope, send, problem, request_id, self.headers)
            self.log.request(scope, request_id, route.path, scope["method"], 429, time.monotonic() - now, "refused")
            return
        alias: bytes = b"%s\0%s" % (path.encode(), scope["query_string"]) if route.template else scope["query_string"]
        cached = route.aliases.get(alias)
        if cached is None or not cached.is_fresh(now):
            await self._miss(route, alias, scope, send, now)
            return
        cached.hit = True
        route.hits += 1
        route.fast_hits += 1
        if await send_prepared(scope, send, cached.response, self.ids()) == 304:
            route.not_modified += 1
        route.durations.add(time.monotonic() - now)

    async def read(self, path: str, query: bytes = b"") -> tuple[int, bytes]:
        """Returns the status and the body of a public read for a page of this process, never a stale one."""
        route = self._routes.get(path) or self._match(path)
        if route is None:
            return NOT_FOUND, b""
        try:
            cache_key, query = route.query.normalize(query)
            key = f"{quote(path)}?{cache_key}"
            cached = self._store.get(key)
            if cached is None or cached.is_stale or not cached.is_fresh(time.monotonic()):
                cached = await asyncio.shield(self._single_flight(route, key, query))
        except UncacheableResponse as response:
            return response.status, response.body
        except Problem as problem:
            return problem.status, b""
        cached.hit = True
        return 200, cached.response.body

    async def read_address(self, address: str) -> bytes | None:
        """Returns the body of a public read without a name in its path; None if it has no answer."""
        path, _, query = address.partition("?")
        status, body = await self.read(path, query.encode()) if path in self._routes else (NOT_FOUND, b"")
        return body if status == 200 else None

    @property
    def stats(self) -> tuple[int, int]:
        """Number of stored responses, and their bytes."""
        return len(self._store), self._store.size

    def _match(self, path: str) -> CachedRoute | None:
        """Returns the route of a path with parameters."""
        if len(path) > MAX_PATH_LENGTH or not path.startswith(self._folders):
            return None
        routes = self._templates.get(_folder(path), ())
        return next((route for route in routes if route.template and route.template.fullmatch(path)), None)

    async def _miss(self, route: CachedRoute, alias: bytes, scope: Scope, send: Send, started_at: float) -> None:
        request_id = self.ids()
        try:
            if route.policy.is_drawn and (problem := self._drawings.refuse(scope, started_at)):
                raise problem
            cache_key, query = route.query.normalize(scope["query_string"])
            key = f"{quote(scope['path'])}?{cache_key}"
            cached, outcome = await self._lookup(route, key, query, started_at)
        except Problem as problem:
            add_log_fields(scope, **log_fields(problem))
            outcome, status = "refused", await send_problem(scope, send, problem, request_id, self.headers)
        except UncacheableResponse as response:
            status, outcome = response.status, "pass"
            add_log_fields(scope, **response.log_fields)
            request_id = response.request_id
            if response.problem:
                await send_problem(scope, send, response.problem, request_id, self.headers)
            else:
                await send_response(scope, send, status, response.headers, response.body)
        else:
            self._add_alias(route, alias, key, cached)
            status = await send_prepared(scope, send, cached.response, request_id)
        self.log.request(scope, request_id, route.path, scope["method"], status, time.monotonic() - started_at, outcome)

    async def _lookup(self, route: CachedRoute, key: str, query: bytes, now: float) -> tuple[CachedResponse, str]:
        """Returns the response and the outcome for the access log. Raises Problem or UncacheableResponse."""
        cached = self._store.get(key)
        if cached and cached.is_fresh(now):
            cached.hit = True
            route.hits += 1
            return cached, "hit"
        route.misses += 1
        if cached is None and not route.waits(query):  # no other request can ask for the same meanwhile
            return await self._load(route, key, query), "miss"
        flight = self._single_flight(route, key, query)
        if cached is None or now >= cached.stale_until:
            return await asyncio.shield(flight), "miss"
        await asyncio.wait([flight], timeout=REFRESH_WAIT_SECONDS)
        if flight.done() and not flight.cancelled():
            error = flight.exception()
            if error is None or (isinstance(error, UncacheableResponse) and error.status == NOT_FOUND):
                return flight.result(), "renewed"
        self._extend_stale(cached)
        route.stale_hits += 1
        return cached, "stale"

    def _extend_stale(self, cached: CachedResponse) -> None:
        """Serves a stale response a little longer, with its `Age`."""
        now = time.monotonic()
        cached.response = _prepare(cached.headers, cached.response.body, int(now - cached.created_at))
        cached.version, cached.is_stale = cached.route.version(), True
        cached.fresh_until = min(now + STALE_EXTENSION_SECONDS, cached.stale_until)

    def _single_flight(self, route: CachedRoute, key: str, query: bytes) -> asyncio.Task[CachedResponse]:
        """Returns the one call of the framework for a key. A client that disconnects does not cancel it."""
        if (flight := self._flights.get(key)) is None:
            flight = self._flights[key] = asyncio.create_task(self._load(route, key, query))
            flight.add_done_callback(lambda task: self._flight_done(key, task))
        return flight

    def _flight_done(self, key: str, flight: asyncio.Task[CachedResponse]) -> None:
        del self._flights[key]
        if not flight.cancelled():
            flight.exception()  # marks it as retrieved: all waiting clients may have disconnected

    async def _load(self, route: CachedRoute, key: str, query: bytes) -> CachedResponse:
        request_id, version = self.ids(), route.version()
        fields, problems = dict[str, str](), list[Problem]()
        if version not in route.recent_versions:
            route.recent_versions.append(version)
            self._evict_old_versions(route)
        try:
            answer = await route.call(query) if route.call else None
            if answer is None:
                answer = await call_app(self.app, unquote(key.partition("?")[0]), query, request_id, fields, problems)
            status, headers, body = answer
        except Exception as error:
            log_unhandled(error, request_id, route.path)
            raise InternalError from None
        if status != 200:
            headers = [*headers, *self.headers, (b"x-request-id", request_id.encode())]
            problem = problems[0] if problems else None
            raise UncacheableResponse(status, headers, body, request_id, fields, problem)
        age = int(dict(headers).get(b"age", b"0"))
        now = time.monotonic()
        cached = self._store.get(key) or CachedResponse(route)
        content_headers = [header for header in headers if header[0] != b"age"]
        cached.headers = with_defaults(content_headers, [(b"cache-control", route.cache_control), *self.headers])
        cached.response = _prepare(cached.headers, body, age)
        cached.version, cached.is_stale = version, False
        cached.created_at = now - age
        cached.fresh_until = now + max(STALE_EXTENSION_SECONDS, route.policy.max_age - age)
        cached.stale_until = cached.fresh_until + route.policy.stale
        self._put(key, cached)
        return cached

    def _put(self, key: str, cached: CachedResponse) -> None:
        size = cached.response.size
        if size <= self.max_bytes // 8 or self._store.get(key) is cached:
            _remove_aliases(self._store.put(key, cached, size))

    def _evict_old_versions(self, route: CachedRoute) -> None:
        """Evicts entries unused for two snapshot versions; they could only be served stale and would pile up."""
        old_responses = self._store.remove_if(
            lambda cached: cached.route is route and cached.version not in route.recent_versions
        )
        _remove_aliases(old_responses)

    def _add_alias(self, route: CachedRoute, alias: bytes, key: str, cached: CachedResponse) -> None:
        """Maps the alias to the response while that is stored."""
        if alias in route.aliases or len(alias) > MAX_ALIAS_BYTES or self._store.get(key) is not cached:
            return
        if len(cached.aliases) >= MAX_ALIASES:
            route.aliases.pop(cached.aliases.pop(0), None)
        cached.aliases.append(alias)
        route.aliases[alias] = cached


def _folder(path: str) -> str:
    """`/api/characters/Kael/history` → `/api/characters`: templates are compared with paths of their folder alone."""
    return "/".join(path.split("/", 3)[:3])


def _prepare(headers: Headers, body: bytes, age: int) -> PreparedResponse:
    is_picture = not {(b"content-type", b"image/jpeg"), (b"content-type", b"image/png")}.isdisjoint(headers)
    return PreparedResponse([*headers, (b"age", str(age).encode())] if age else headers, body, compress=not is_picture)


def _remove_aliases(responses: Iterable[CachedResponse]) -> None:
    for cached in responses:
        for alias in cached.aliases:
            cached.route.aliases.pop(alias, None)
