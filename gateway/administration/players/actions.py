"""Changes that operators make for one player, through the functions of the commands.

Each call takes `dry_run=true`, a reason and an idempotency key, and writes the operators' log (see `changes`).
"""

import time
from typing import Annotated, Final

from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, JSONBody
from msgspec import Meta

from gateway.administration.changes import Change, ChangeForm, ChangeResult, OperatorChange
from gateway.administration.coin_grants import limits_of
from gateway.administration.players.account import PlayerReader
from gateway.administration.players.sources import Login, PlayerSources
from gateway.administration.routes import post
from gateway.concurrency.durations import DAY
from gateway.database.database import Database
from gateway.features.account_overview import decisions
from gateway.features.accounts.repository import ACTIVITY
from gateway.features.accounts.reused_names import OWNER
from gateway.features.deliveries import resolve
from gateway.features.deliveries.command import BY_HAND
from gateway.features.ledger import Insufficient
from gateway.features.ledger.adjust import AdjustmentKeyReused, adjust
from gateway.features.ledger.posting import MAX_AMOUNT
from gateway.features.operators import coin_grants, site_controls
from gateway.features.operators.site_controls import Control
from gateway.http.errors import Conflict, GameUnavailable, NotFound, ValidationFailed
from gateway.texts import Text, text

_ERRORS: Final = (NotFound, Conflict, ValidationFailed)
_DAYS_MAX: Final = 3650


class AdjustForm(ChangeForm, forbid_unknown_fields=True, kw_only=True):
    """`amount`: coins to add; negative: to take."""

    amount: Annotated[int, Meta(ge=-MAX_AMOUNT, le=MAX_AMOUNT)]


class ReleaseForm(ChangeForm, forbid_unknown_fields=True, kw_only=True):
    """`force`: even if the game may still deliver it."""

    force: bool = False


class ConfirmForm(ChangeForm, forbid_unknown_fields=True, kw_only=True):
    receipt: Annotated[str, Meta(max_length=128)] = ""


class BlockForm(ChangeForm, forbid_unknown_fields=True, kw_only=True):
    """`days`: null: until an operator lifts it."""

    days: Annotated[int, Meta(ge=1, le=_DAYS_MAX)] | None = None


async def _settle(change: OperatorChange, id: int, form: ReleaseForm | ConfirmForm) -> ChangeResult:
    async def work(joined_site: Database) -> Text:
        now = int(time.time())
        outcome = (
            await resolve.release(joined_site, id, now, force=form.force)
            if isinstance(form, ReleaseForm)
            else await resolve.confirm(joined_site, id, form.receipt.strip() or BY_HAND, now)
        )
        if not outcome.is_done:
            raise Conflict(outcome.message)
        return outcome.message

    word = "release" if isinstance(form, ReleaseForm) else "confirm"
    return await change.apply(form, f"delivery:{id}", work, command=f"deliveries {word}")


def routes(sources: PlayerSources, reader: PlayerReader) -> list[HTTPRouteHandler]:
    return [
        *_coin_routes(sources, reader),
        *_block_routes(reader, sends_mail=sources.settings.sends_mail),
        *_access_routes(sources, reader),
    ]


def _coin_routes(sources: PlayerSources, reader: PlayerReader) -> list[HTTPRouteHandler]:
    @post("/api/admin/accounts/{login:str}/adjust", *_ERRORS, GameUnavailable, permission="coins.adjust")
    async def adjust_coins(change: Change, login: Login, data: JSONBody[AdjustForm]) -> ChangeResult:
        """Give coins to an account, or take them. Above the operator's daily sum they wait for a release."""
        account = login.lower()
        await reader.require(account)
        if data.amount == 0:
            raise ValidationFailed(fields={"amount": text("reasons.amount_missing")})

        async def work(joined_site: Database) -> Text | None:
            operator, now = change.operator, int(time.time())
            if data.amount > 0:
                limit = limits_of(sources.settings.admin).get(operator.role, 0)
                async with joined_site.transaction() as session:
                    if await coin_grants.is_above(session, operator.name, data.amount, limit, now):
                        key = change.unique_key
                        await coin_grants.hold_adjustment(session, operator.name, account, data.amount, key, now)
                        return text("reasons.coins_held")
                    await coin_grants.add_adjustment(session, operator.name, data.amount, now)
            try:
                await adjust(joined_site, account, data.amount, change.unique_key)
            except Insufficient:
                raise Conflict(text("reasons.wallet_short")) from None
            except AdjustmentKeyReused:
                raise Conflict from None
            return None

        return await change.apply(data, f"account:{account}", work, command=f"ledger adjust {data.amount:+}")

    @post("/api/admin/deliveries/{id:int}/release", *_ERRORS, permission="deliveries.settle")
    async def release_delivery(change: Change, id: FromPath[int], data: JSONBody[ReleaseForm]) -> ChangeResult:
        """The character does not have the coins: give them back to the wallet."""
        return await _settle(change, id, data)

    @post("/api/admin/deliveries/{id:int}/confirm", *_ERRORS, permission="deliveries.settle")
    async def confirm_delivery(change: Change, id: FromPath[int], data: JSONBody[ConfirmForm]) -> ChangeResult:
        """The character has the coins."""
        return await _settle(change, id, data)

    return [adjust_coins, release_delivery, confirm_delivery]


def _block_routes(reader: PlayerReader, *, sends_mail: bool) -> list[HTTPRouteHandler]:
    @post("/api/admin/accounts/{login:str}/block", *_ERRORS, GameUnavailable, permission="accounts.block")
    async def block_account(change: Change, login: Login, data: JSONBody[BlockForm]) -> ChangeResult:
        """Refuse an account on the site."""
        account, now = login.lower(), int(time.time())
        await reader.require(account)
        until = now + data.days * DAY if data.days else None
        control = Control(
            "block", account, now, until, operator=change.operator.name, reason=data.reason.strip(), changed_at=now
        )

        async def work(joined_site: Database) -> None:
            async with joined_site.transaction() as session:
                if await site_controls.put(session, control):
                    await decisions.note_block(session, account, is_blocked=True, sends_mail=sends_mail)

        return await change.apply(data, f"account:{account}", work, command="block")

    @post("/api/admin/accounts/{login:str}/unblock", *_ERRORS, permission="accounts.block")
    async def unblock_account(change: Change, login: Login, data: JSONBody[ChangeForm]) -> ChangeResult:
        """Lift the block of an account."""
        account = login.lower()

        async def work(joined_site: Database) -> None:
            async with joined_site.transaction() as session:
                if not await site_controls.remove(session, "block", account):
                    raise Conflict(text("reasons.not_blocked"))
                await decisions.note_block(session, account, is_blocked=False, sends_mail=sends_mail)

        return await change.apply(data, f"account:{account}", work, command="block --lift")

    return [block_account, unblock_account]


def _access_routes(sources: PlayerSources, reader: PlayerReader) -> list[HTTPRouteHandler]:
    @post("/api/admin/accounts/{login:str}/end-sessions", *_ERRORS, permission="accounts.end_sessions")
    async def end_player_sessions(change: Change, login: Login, data: JSONBody[ChangeForm]) -> ChangeResult:
        """End all sessions of a player."""
        account = login.lower()
        await reader.require(account)

        async def work(joined_site: Database) -> None:
            async with joined_site.transaction() as session:
                await decisions.end_sessions(session, account)

        return await change.apply(data, f"account:{account}", work, command="end sessions")

    @post("/api/admin/accounts/{login:str}/reset-factors", *_ERRORS, permission="accounts.reset_factors")
    async def reset_player_factors(change: Change, login: Login, data: JSONBody[ChangeForm]) -> ChangeResult:
        """Remove all second factors of a player, and end all sessions."""
        account, sends_mail = login.lower(), sources.settings.sends_mail
        await reader.require(account)

        async def work(joined_site: Database) -> None:
            async with joined_site.transaction() as session:
                if await decisions.reset_factors(session, account, sends_mail=sends_mail) is None:
                    raise Conflict(text("reasons.no_factor"))

        return await change.apply(data, f"account:{account}", work, command="accounts reset-factors")

    @post("/api/admin/accounts/{login:str}/adopt", *_ERRORS, GameUnavailable, permission="accounts.adopt")
    async def adopt_account(change: Change, login: Login, data: JSONBody[ChangeForm]) -> ChangeResult:
        """Give the coins and the history of a reused name to its present account."""
        account = login.lower()
        activity = await sources.auth.one(ACTIVITY, login=account)
        if activity is None:
            raise NotFound

        async def work(joined_site: Database) -> None:
            owner = await joined_site.one(OWNER, login=account)
            frozen_at = owner.frozen_at if owner else None
            async with joined_site.transaction() as session:
                if frozen_at is None or not await decisions.adopt(session, account, frozen_at, activity.created_at):
                    raise Conflict(text("reasons.not_frozen"))

        return await change.apply(data, f"account:{account}", work, command="accounts adopt")

    return [end_player_sessions, reset_player_factors, adopt_account]
