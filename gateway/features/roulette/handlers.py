"""/api/roulette: the wheel, spins, and the data for verifying them."""

import math
import time
from typing import Annotated, Any, Final

from litestar import Request, get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import HeaderParameter, JSONBody, QueryParameter

from gateway.config.sections import LimitSettings
from gateway.config.settings import Settings
from gateway.database.database import Database
from gateway.features.accounts import Caller
from gateway.features.operators.site_controls import SiteControls
from gateway.features.roulette import repository, seeds
from gateway.features.roulette.eligibility import SpinRules, spin_rules
from gateway.features.roulette.fairness import is_client_seed
from gateway.features.roulette.metrics import SpinMetrics
from gateway.features.roulette.schemas import (
    RotatedFairness,
    RotateForm,
    RouletteConfig,
    RouletteCooldown,
    RouletteFairness,
    RouletteHistory,
    RouletteStats,
    SpinResult,
    slots_of,
)
from gateway.features.roulette.seeds import SeedPairs
from gateway.features.roulette.spin import SpinRefused, spin
from gateway.http import idempotency
from gateway.http.errors import (
    BadRequest,
    NotAuthenticated,
    SiteUnavailable,
    TooManyRequests,
    ValidationFailed,
    documented,
)
from gateway.http.rate_limit_shared import Limiter
from gateway.http.response_cache import public

FRESH_SECONDS: Final = 2
"""The switch takes effect within five seconds."""
STALE_SECONDS: Final = 24 * 3600
"""Age up to which a stale wheel is served while the site's database is down."""
EMPTY: Final = (b"", b"{}")
"""Accepted bodies of a spin, with any content type."""

PLAYER = documented(NotAuthenticated, SiteUnavailable)


def _public_part(pairs: SeedPairs) -> tuple[str, str, str, int]:
    return (pairs.active.server_seed_hash, pairs.next.server_seed_hash, pairs.active.client_seed, pairs.active.nonce)


def routes(
    settings: Settings, site: Database, limiter: Limiter, spins: SpinMetrics, controls: SiteControls
) -> list[HTTPRouteHandler]:
    return [*_spin_routes(settings, site, spins, controls), *_fairness_routes(settings.limits, site, limiter)]


def _spin_routes(
    settings: Settings, site: Database, spins: SpinMetrics, controls: SiteControls
) -> list[HTTPRouteHandler]:
    def current_rules() -> SpinRules:
        return spin_rules(settings, is_on=controls.is_on("roulette"))

    @get(
        "/api/roulette/config",
        opt=public(max_age=FRESH_SECONDS, stale=STALE_SECONDS),
        responses=documented(SiteUnavailable),
        operation_id="getRouletteConfig",
        summary="The wheel, with its published odds",
        tags=["roulette"],
    )
    async def config() -> RouletteConfig:
        rules = current_rules()
        return RouletteConfig(
            enabled=rules.enabled,
            spin_cost=rules.cost,
            max_daily_spins=rules.max_daily_spins,
            cooldown_seconds=rules.cooldown_seconds,
            wheel_version=await repository.version(site, rules.wheel, int(time.time())),
            slots=slots_of(rules.wheel),
        )

    @post(
        "/api/roulette/spin",
        status_code=200,
        responses=documented(BadRequest, ValidationFailed, NotAuthenticated, SiteUnavailable),
        operation_id="spinRoulette",
        summary="Spin the wheel",
        tags=["roulette"],
    )
    async def spin_roulette(
        caller: Caller,
        request: Request[Any, Any, Any],
        idempotency_key: Annotated[str | None, HeaderParameter(name=idempotency.HEADER)] = None,
    ) -> SpinResult:
        if (await request.body()).strip() not in EMPTY:
            raise BadRequest("A spin takes no body.")
        if idempotency_key is not None:
            idempotency.check(idempotency_key)
        rules = current_rules()
        try:
            result = await spin(site, rules, caller.login, idempotency_key, time.time)
        except SpinRefused as error:
            return SpinResult(success=False, message=str(error), reason=error.reason)
        spins.record(result.name, result.cost, result.prize)
        return SpinResult(
            success=True,
            message=f"You won {result.prize:,} {rules.coin_name}." if result.prize else "Nothing this time.",
            slot_result=result.position,
            prize_tier=result.prize_tier,
            prize_amount=result.prize,
            spin_id=result.name,
            balance=result.balance,
            wheel_version=result.wheel_version,
        )

    @get(
        "/api/roulette/stats",
        responses=PLAYER,
        operation_id="getRouletteStats",
        summary="What the account has spent and won",
        tags=["roulette"],
    )
    async def stats(caller: Caller) -> RouletteStats:
        return await repository.stats(site, caller.login)

    @get(
        "/api/roulette/history",
        responses=documented(ValidationFailed, NotAuthenticated, SiteUnavailable),
        operation_id="getRouletteHistory",
        summary="The account's last spins",
        tags=["roulette"],
    )
    async def history(caller: Caller, limit: Annotated[int, QueryParameter(ge=1, le=100)] = 10) -> RouletteHistory:
        return await repository.history(site, caller.login, limit)

    @get(
        "/api/roulette/cooldown",
        responses=PLAYER,
        operation_id="getRouletteCooldown",
        summary="Whether the account may spin now",
        tags=["roulette"],
    )
    async def cooldown(caller: Caller) -> RouletteCooldown:
        return await repository.cooldown(site, current_rules(), caller.login, int(time.time()))

    return [config, spin_roulette, stats, history, cooldown]


def _fairness_routes(limits: LimitSettings, site: Database, limiter: Limiter) -> list[HTTPRouteHandler]:
    @get(
        "/api/roulette/fairness",
        responses=PLAYER,
        operation_id="getRouletteFairness",
        summary="The hashes of the seeds that are promised",
        tags=["roulette"],
    )
    async def fairness(caller: Caller) -> RouletteFairness:
        return RouletteFairness(*_public_part(await seeds.shown(site, caller.login, time.time)))

    @post(
        "/api/roulette/fairness/rotate",
        status_code=200,
        responses=documented(ValidationFailed, NotAuthenticated, TooManyRequests, SiteUnavailable),
        operation_id="rotateRouletteSeeds",
        summary="Reveal the seed in use, and play with the next one",
        tags=["roulette"],
    )
    async def rotate(caller: Caller, data: JSONBody[RotateForm]) -> RotatedFairness:
        if data.client_seed is not None and not is_client_seed(data.client_seed):
            raise ValidationFailed(fields={"client_seed": "Must be 1 to 64 letters, digits, - and _"})
        wait = await limiter.take(f"rotate:{caller.login}", limits.seed_rotations, limits.seed_rotations_seconds)
        if wait > 0:
            raise TooManyRequests("Too many new seeds. Please try again later.", retry_after=max(1, math.ceil(wait)))
        revealed, pairs = await seeds.rotate(site, caller.login, data.client_seed, time.time)
        return RotatedFairness(*_public_part(pairs), revealed.server_seed)

    return [fairness, rotate]
