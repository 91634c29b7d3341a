"""Assembly only: what is plugged into what."""

import os
from collections.abc import AsyncGenerator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import cast

from litestar import Litestar
from litestar.handlers import HTTPRouteHandler

from gateway import jobs, package_data
from gateway.concurrency.background_tasks import Supervisor
from gateway.config import settings
from gateway.database.database import Databases
from gateway.features import accounts, characters, deliveries, payments, rankings, wallet
from gateway.features.accounts.password_hashing import Hashing
from gateway.features.accounts.tokens import Tokens
from gateway.features.deliveries import game_table
from gateway.features.deliveries.metrics import Queue
from gateway.features.inventory import handlers as inventory
from gateway.features.inventory.handlers import Inventories
from gateway.features.items import catalogue
from gateway.features.ledger.daily_check import Audit
from gateway.features.player import profile, progression, security_log
from gateway.features.roulette import handlers as roulette
from gateway.features.server_status import stats, status
from gateway.features.site_content import downloads, media, server_info
from gateway.http import errors, figures, health, openapi
from gateway.http.figures import Requests, Runs, Spins, Statements
from gateway.http.rate_limit import Clients, Throttle
from gateway.http.rate_limit_shared import Limiter
from gateway.http.request_bodies import only_json
from gateway.http.response_cache import POLICY, App, ResponseCache, Route
from gateway.http.responses import RequestIds
from gateway.http.router import Front
from gateway.http.security_headers import data_headers, page_headers
from gateway.http.static_files import Pages
from gateway.observability.logging import AccessLog
from gateway.observability.metrics import FOLDER, Metrics, Samples, series
from gateway.redis.cache import Cache, RedisDoor
from gateway.redis.leader import Lease
from gateway.state import GatewayState

BODY_LIMIT = 64 * 1024  # bytes; nothing is uploaded here

PUBLIC = (status, server_info, media, downloads, stats, rankings)
PERSONAL = (accounts, profile, characters, inventory, wallet, deliveries, payments, roulette, progression, security_log)
NOUNS = (*PUBLIC, *PERSONAL, health)


def handlers(wanted: settings.Settings) -> list[HTTPRouteHandler]:
    """Every route that the framework answers."""
    routes: list[HTTPRouteHandler] = [route for noun in NOUNS for route in noun.routes]
    return [*routes, *openapi.routes(routes, wanted.server.name, wanted.server.public_url)]


def new_state(wanted: settings.Settings) -> GatewayState:
    """Of one process; `running` fills it."""
    return GatewayState({"settings": wanted, "stopping": False, "supervisor": Supervisor()})


def create_app(wanted: settings.Settings, state: GatewayState | None = None) -> App:
    """The service as one ASGI application with a lifespan; opens nothing before that begins."""
    state = state or new_state(wanted)
    routes = handlers(wanted)
    metrics, statements = Metrics(), Statements()
    framework = Litestar(
        routes,
        state=state,
        lifespan=[lambda _app: running(state, metrics, statements)],
        exception_handlers={Exception: errors.respond},
        before_request=only_json,
        # The framework would hand every handler a copy.
        type_decoders=[(lambda kind: kind is GatewayState, lambda _kind, _value: state)],
        request_max_body_size=BODY_LIMIT,
        openapi_config=None,
        logging_config=None,
    )
    state.runs, state.spins = Runs(), Spins()
    requests = Requests(figures.operations(framework))
    metrics.sources += [statements.samples, requests.samples, state.runs.samples, state.spins.samples]
    metrics.sources.append(figures.of_process(lambda: known.key if (known := state.get("family")) else ""))
    return _in_front(cast("App", framework), routes, state, metrics, requests)


def _in_front(
    framework: App, routes: list[HTTPRouteHandler], state: GatewayState, metrics: Metrics, requests: Requests
) -> App:
    wanted = state.settings
    ids, log = RequestIds(), AccessLog(requests.count)
    clients = state.clients = Clients(wanted.server.trusted_proxies, loopback=wanted.limits.loopback)
    origin = wanted.server.public_url
    pages = Pages(package_data.ui(), package_data.content() / "files", origin, page_headers(origin))
    front = Front(framework, pages, headers=data_headers(origin), ids=ids, log=log)
    public = [
        Route(path, route, _version(route, state)) for route in routes if POLICY in route.opt for path in route.paths
    ]
    outermost = ResponseCache(
        framework,
        front,
        public,
        throttle=Throttle(wanted.limits.public_per_second, wanted.limits.public_burst),
        clients=clients,
        headers=data_headers(origin),
        ids=ids,
        log=log,
        limit=wanted.cache.response_mb * 1024 * 1024,
    )
    requests.watch(public)
    metrics.sources.append(lambda: _samples(state, outermost, front, log))
    return outermost


def _version(route: HTTPRouteHandler, state: GatewayState) -> Callable[[], str]:
    if route.opt[POLICY].version == "rankings":
        return lambda: state.snapshots.version
    return str


@asynccontextmanager
async def running(state: GatewayState, metrics: Metrics, statements: Statements) -> AsyncGenerator[None]:
    """Opens the doors, starts what runs by itself, and ends both in order."""
    wanted, supervisor = state.settings, state.supervisor
    async with AsyncExitStack() as doors:
        state.db = await Databases.open(wanted, statements)
        doors.push_async_callback(state.db.close)
        if state.db.replica:
            await state.db.replica.look()
        state.redis = RedisDoor.open(wanted.redis)
        if state.redis:
            doors.push_async_callback(state.redis.close)
        state.cache = Cache(state.redis, wanted.cache.near_seconds)
        doors.push_async_callback(state.cache.close)
        state.leader = Lease(state.redis, "snapshot")
        doors.push_async_callback(state.leader.release)
        state.snapshots = rankings.Snapshots(
            wanted,
            redis=state.redis.snapshot if state.redis else None,
            leader=state.leader,
            replica=lambda: bool(state.db.replica and state.db.replica.fit),
        )
        await _open_accounts(state, doors)
        _open_payments(state, doors, metrics)
        state.audit = Audit(wanted)
        state.queue = Queue(state.db.site)
        metrics.sources += [state.audit.samples, state.queue.samples]
        _open_handover(state, doors)
        state.status = status.StatusBoard(
            wanted.status, site=state.db.site, redis=state.redis, leader=state.leader, players=state.snapshots
        )
        state.pulse = health.Pulse(state)
        doors.push_async_callback(supervisor.stop)
        await state.leader.renew()
        if state.db.replica:
            supervisor.start("replica", state.db.replica.run)
        supervisor.start("leader", state.leader.run)
        supervisor.start("snapshots", state.snapshots.run)
        supervisor.start("status", state.status.run)
        supervisor.start("jobs", lambda: jobs.run(state))
        if state.cashier:
            supervisor.start("cashier", state.cashier.run)
        if folder := os.environ.get(FOLDER):
            supervisor.start("metrics", lambda: metrics.run(Path(folder)))
        yield
        state.stopping = True


async def _open_accounts(state: GatewayState, doors: AsyncExitStack) -> None:
    """What a token, a password or a player's own page is answered with."""
    wanted = state.settings
    state.tokens = Tokens(
        wanted.accounts.token_secret, wanted.accounts.token_secret_previous, wanted.accounts.token_days
    )
    state.hashing = Hashing(wanted.accounts.hash_threads)
    doors.callback(state.hashing.close)
    state.limiter = Limiter(state.redis)
    state.sessions = accounts.Sessions(state.db.auth)
    await accounts.prepare(state)
    state.catalogue = catalogue.load(wanted.items.catalogue)
    state.inventories = Inventories(wanted, state.db, state.redis)
    doors.push_async_callback(state.inventories.close)


def _open_payments(state: GatewayState, doors: AsyncExitStack, metrics: Metrics) -> None:
    wanted, figures = state.settings.payments, payments.Figures()
    state.provider, state.cashier = payments.open_provider(wanted, figures.called), None
    if state.provider:
        doors.push_async_callback(state.provider.close)
        state.cashier = payments.open_cashier(state.db.site, state.provider, wanted, figures)
        metrics.sources.append(figures.samples)


def _open_handover(state: GatewayState, doors: AsyncExitStack) -> None:
    state.courier = game_table.open_courier(state.settings, state.db.site, lambda: accounts.family(state))
    if state.courier:
        doors.push_async_callback(state.courier.close)


def _samples(state: GatewayState, outermost: ResponseCache, front: Front, log: AccessLog) -> Samples:
    entries, size = outermost.kept
    yield series("gateway_response_cache_entries"), entries
    yield series("gateway_response_cache_bytes"), size
    yield series("gateway_pages_total"), front.page_hits
    yield series("gateway_log_lines_unwritten_total"), log.unwritten
    yield from figures.of_stores(state.db, state.redis, state.cache)
    yield from state.snapshots.samples()
    yield series("gateway_ready"), int(health.ready(state).status == "ready")
    yield series("gateway_leads"), int(state.leader.leads)
