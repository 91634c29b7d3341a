"""/api/roulette: the wheel, spins, and the data for verifying them."""

import re
import time
from collections.abc import Callable
from typing import Annotated, Any, Final

from litestar import Request
from litestar.datastructures import ResponseHeader
from litestar.handlers import HTTPRouteHandler
from litestar.params import HeaderParameter, JSONBody, PathParameter, QueryParameter
from msgspec.structs import asdict, replace

from gateway.config.settings import Settings
from gateway.database.database import Database
from gateway.features.accounts import Caller, Sessions
from gateway.features.operators.site_controls import SiteControls
from gateway.features.roulette import repository, seeds, wheel_versions
from gateway.features.roulette.eligibility import SpinRules, spin_rules
from gateway.features.roulette.fairness import is_client_seed
from gateway.features.roulette.metrics import SpinMetrics
from gateway.features.roulette.schemas import (
    ClientSeedForm,
    RotatedFairness,
    RouletteConfig,
    RouletteCooldown,
    RouletteFairness,
    RouletteHistory,
    RouletteStats,
    SpinResult,
    WheelTable,
    slots_of,
)
from gateway.features.roulette.seeds import ClientSeedFixed, ClientSeedInUse, SeedPairs
from gateway.features.roulette.spin import SpinRefused, spin
from gateway.http import idempotency
from gateway.http.errors import (
    AccountFrozen,
    BadRequest,
    Conflict,
    NotFound,
    SiteUnavailable,
    ValidationFailed,
    reader_language,
)
from gateway.http.rate_limit_shared import Limiter
from gateway.http.response_cache import public
from gateway.http.routes import get, post
from gateway.registration.feature import Feature
from gateway.texts import text

FRESH_SECONDS: Final = 2
"""The switch takes effect within five seconds."""
STALE_SECONDS: Final = 24 * 3600
"""Age up to which a stale wheel is served while the site's database is down."""
EMPTY: Final = (b"", b"{}")
"""Accepted bodies of a spin, with any content type."""

_SPIN_ID: Final = re.compile(r"([0-9]{1,18})-([0-9]{1,18})")
PLAYER = (AccountFrozen, SiteUnavailable)


def _cursor_of(spin_id: str | None) -> tuple[int, int]:
    """Returns seed pair and nonce of a spin's id; zeros without one."""
    match = _SPIN_ID.fullmatch(spin_id or "0-0")
    if match is None:
        raise ValidationFailed(fields={"before": text("fields.spin_id")})
    return int(match[1]), int(match[2])


def feature(
    settings: Settings,
    site: Database,
    limiter: Limiter,
    controls: SiteControls,
    sessions: Sessions,
    coin_name: Callable[[], str],
) -> Feature:
    spins = SpinMetrics()
    spin_routes = _spin_routes(settings, site, spins, controls, sessions, coin_name)
    fairness_routes = _fairness_routes(settings, site, limiter)
    return Feature(name="roulette", routes=[*spin_routes, *fairness_routes], samples=[spins.samples])


def _check(client_seed: str) -> None:
    if not is_client_seed(client_seed):
        raise ValidationFailed(fields={"client_seed": text("fields.key")})


def _spin_routes(
    settings: Settings,
    site: Database,
    spins: SpinMetrics,
    controls: SiteControls,
    sessions: Sessions,
    coin_name: Callable[[], str],
) -> list[HTTPRouteHandler]:
    configured_rules = spin_rules(settings)

    def current_rules() -> SpinRules:
        is_on = configured_rules.enabled and controls.is_on("roulette")
        return replace(configured_rules, enabled=is_on, coin_name=coin_name())

    @get("/api/roulette/config", SiteUnavailable, opt=public(max_age=FRESH_SECONDS, stale=STALE_SECONDS))
    async def get_roulette_config() -> RouletteConfig:
        """The wheel, with its published odds."""
        rules = current_rules()
        return RouletteConfig(
            enabled=rules.enabled,
            spin_cost=rules.cost,
            max_daily_spins=rules.max_daily_spins,
            cooldown_seconds=rules.cooldown_seconds,
            wheel_version=await wheel_versions.latest(site, rules, int(time.time())),
            slots=slots_of(rules.wheel),
        )

    @post("/api/roulette/spin", BadRequest, ValidationFailed, AccountFrozen, SiteUnavailable)
    async def spin_roulette(
        caller: Caller,
        request: Request[Any, Any, Any],
        idempotency_key: Annotated[str | None, HeaderParameter(name=idempotency.HEADER)] = None,
    ) -> SpinResult:
        """Spin the wheel."""
        if (await request.body()).strip() not in EMPTY:
            raise BadRequest(text("details.spin_body"))
        if idempotency_key is not None:
            idempotency.check(idempotency_key)
        rules, language = current_rules(), reader_language(request.scope)
        proved_at = await sessions.confirmed_at(caller) if rules.step_up_above else None
        try:
            result = await spin(site, rules, caller.login, idempotency_key, time.time, proved_at)
        except SpinRefused as error:
            return SpinResult(success=False, message=error.text.read(language), reason=error.reason)
        spins.record(result.name, result.cost, result.prize)
        prize_text = text("spins.won", coins=result.prize, coin=rules.coin_name)
        outcome = prize_text if result.prize else text("spins.nothing")
        return SpinResult(
            success=True,
            message=outcome.read(language),
            slot_result=result.position,
            prize_tier=result.prize_tier,
            prize_amount=result.prize,
            spin_id=result.name,
            balance=result.balance,
            wheel_version=result.wheel_version,
        )

    @get("/api/roulette/stats", *PLAYER)
    async def get_roulette_stats(caller: Caller) -> RouletteStats:
        """Coins that the account has spent and won."""
        return await repository.stats(site, caller.login)

    @get("/api/roulette/history", ValidationFailed, AccountFrozen, SiteUnavailable)
    async def get_roulette_history(
        caller: Caller,
        limit: Annotated[int, QueryParameter(ge=1, le=100)] = 10,
        before: Annotated[str | None, QueryParameter(description="The id of a spin: older ones follow.")] = None,
    ) -> RouletteHistory:
        """The account's spins, newest first."""
        return await repository.history(site, caller.login, limit, _cursor_of(before))

    @get("/api/roulette/cooldown", *PLAYER)
    async def get_roulette_cooldown(caller: Caller) -> RouletteCooldown:
        """Eligibility of the account for a spin now."""
        return await repository.cooldown(site, current_rules(), caller.login, int(time.time()))

    return [get_roulette_config, spin_roulette, get_roulette_stats, get_roulette_history, get_roulette_cooldown]


def _fairness_routes(settings: Settings, site: Database, limiter: Limiter) -> list[HTTPRouteHandler]:
    rules, limits = spin_rules(settings), settings.limits

    async def fairness_of(pairs: SeedPairs) -> RouletteFairness:
        latest, active = await wheel_versions.latest(site, rules, int(time.time())), pairs.active
        return RouletteFairness(
            server_seed_hash=active.server_seed_hash,
            next_server_seed_hash=pairs.next.server_seed_hash,
            client_seed=active.client_seed or None,
            nonce=active.nonce,
            wheel_version=active.wheel_version or latest,
            next_wheel_version=pairs.next.wheel_version or latest,
            latest_wheel_version=latest,
            operator_verifiable=bool(active.operator_verifiable),
        )

    @get(
        "/api/roulette/wheels/{version:int}",
        NotFound,
        SiteUnavailable,
        response_headers=[ResponseHeader(name="Cache-Control", value="public, max-age=31536000, immutable")],
    )
    async def get_roulette_wheel(version: Annotated[int, PathParameter(ge=1, le=2**31 - 1)]) -> WheelTable:
        """One version of the wheel; it never changes."""
        for table in await wheel_versions.tables(site, [version]):
            return table
        raise NotFound(text("details.no_wheel"))

    @get("/api/roulette/fairness", *PLAYER)
    async def get_roulette_fairness(caller: Caller) -> RouletteFairness:
        """The hashes of the seeds that are promised, and their wheels."""
        return await fairness_of(await seeds.pairs_of(site, rules, caller.login, time.time))

    @post("/api/roulette/fairness/client-seed", ValidationFailed, AccountFrozen, Conflict, SiteUnavailable)
    async def set_roulette_client_seed(caller: Caller, data: JSONBody[ClientSeedForm]) -> RouletteFairness:
        """Set the client seed of the active pair, once and before its first spin."""
        _check(data.client_seed)
        try:
            pairs = await seeds.set_client_seed(site, rules, caller.login, data.client_seed, time.time)
        except ClientSeedFixed:
            raise Conflict(text("details.client_seed_fixed")) from None
        return await fairness_of(pairs)

    @post("/api/roulette/fairness/rotate", ValidationFailed, AccountFrozen, SiteUnavailable)
    async def rotate_roulette_seeds(caller: Caller, data: JSONBody[ClientSeedForm]) -> RotatedFairness:
        """Reveal the seed in use, and play with the next one."""
        _check(data.client_seed)
        detail = text("details.many_seeds")
        await limiter.require(f"rotate:{caller.login}", limits.seed_rotations, limits.seed_rotations_seconds, detail)
        try:
            revealed_seed, pairs = await seeds.rotate(site, rules, caller.login, data.client_seed, time.time)
        except ClientSeedInUse:
            raise ValidationFailed(fields={"client_seed": text("fields.unchanged.client_seed")}) from None
        return RotatedFairness(**asdict(await fairness_of(pairs)), server_seed=revealed_seed)

    return [get_roulette_wheel, get_roulette_fairness, set_roulette_client_seed, rotate_roulette_seeds]
