"""Reads the data of the game and the site about one account, for `gateway account` and the administration."""

import time
from datetime import datetime
from typing import Final

from msgspec import Struct
from msgspec.structs import asdict

from gateway.database.database import Database
from gateway.features.accounts import AccountRepository
from gateway.features.accounts.repository import Credentials
from gateway.features.accounts.reused_names import OWNER
from gateway.features.characters import moment
from gateway.features.deliveries import command as deliveries
from gateway.features.deliveries.command import ListedDelivery
from gateway.features.ledger import statement
from gateway.features.ledger.statement import Statement
from gateway.features.operators import operator_log, site_controls
from gateway.features.operators.operator_log import LogEntry
from gateway.features.operators.site_controls import Control
from gateway.features.payments import donation_list
from gateway.features.payments.donation_list import DonationReport
from gateway.features.player.security_log import ENTRIES, SecurityLogRow
from gateway.features.roulette import repository as roulette
from gateway.features.roulette.schemas import RouletteStats
from gateway.features.wallet import holds
from gateway.features.wallet.balances import LedgerBalances, ledger_balances
from gateway.features.wallet.holds import HoldRules


class CharacterSummary(Struct, frozen=True):
    id: int
    name: str
    level: int
    online: int
    last_access: int | None


class GameAccount(Struct, frozen=True, kw_only=True):
    """`problem`: the reason for which the other fields are unknown. `email` may come from the site."""

    problem: str | None = None
    access_level: int | None = None
    access_label: str | None = None
    banned_until: datetime | None = None
    email: str | None = None
    created_at: datetime | None = None
    last_ip: str | None = None
    last_active: datetime | None = None


class AccountOverview(Struct, frozen=True, kw_only=True):
    """`frozen_at`: the account has the name of an earlier one. `statements`: of the wallet, the frozen coins and the
    debt, also with the cost and the prize of each spin. `sendable`: coins of the wallet that can be sent now;
    `sendable_from`: when all can be sent, None if they can be now.
    """

    login: str
    game: GameAccount
    block: Control | None
    frozen_at: int | None
    characters: list[CharacterSummary]
    donations: list[DonationReport]
    deliveries: list[ListedDelivery]
    balances: LedgerBalances
    sendable: int
    sendable_from: int | None
    statements: list[Statement]
    roulette: RouletteStats
    security_log: list[SecurityLogRow]
    operator_log: list[LogEntry]


NO_GAME_ACCOUNT: Final = GameAccount(problem="the game has no such account any more")


async def game_account(accounts: AccountRepository, row: Credentials) -> GameAccount:
    """Raises DatabaseError, or SiteUnavailable while the family is not known."""
    member = asdict(await accounts.member(row.account))
    label, until = accounts.access_label(row.access_level), moment(row.banned_until or None)
    return GameAccount(problem=None, access_level=row.access_level, access_label=label, banned_until=until, **member)


async def collect(
    site: Database, rules: HoldRules, account: str, count: int, game: GameAccount, characters: list[CharacterSummary]
) -> AccountOverview:
    """`count`: rows of each list. Raises DatabaseError if the site schema cannot be read."""
    now = int(time.time())
    controls = await site_controls.read(site)
    donations = await donation_list.read(site, account, "", 0, count)
    sent_deliveries = await deliveries.read(site, deliveries.STATUSES, account, count, now)
    statements = await statement.of_player(site, account, count)
    subjects = [
        f"account:{account}",
        *(f"payment:{payment.ref}" for report in donations for payment in report.payments),
        *(f"delivery:{delivery.id}" for delivery in sent_deliveries),
        *(entry.key for row in statements for entry in row.entries if entry.kind == "adjust"),
    ]
    owner = await site.one(OWNER, login=account)
    balances, credits = await ledger_balances(site, account), await holds.held_credits(site, rules, account, now)
    sendable_from = holds.sendable_from(balances.available, balances.available, credits, now)
    return AccountOverview(
        login=account,
        game=game,
        block=next((block for block in controls if (block.kind, block.name) == ("block", account)), None),
        frozen_at=owner.frozen_at if owner else None,
        characters=characters,
        donations=donations,
        deliveries=sent_deliveries,
        balances=balances,
        sendable=holds.sendable(balances.available, credits, now),
        sendable_from=sendable_from if sendable_from > now else None,
        statements=statements,
        roulette=await roulette.stats(site, account),
        security_log=await site.read(ENTRIES, login=account, limit=count),
        operator_log=await operator_log.entries(site, subjects, count),
    )
