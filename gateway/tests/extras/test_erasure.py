"""`gateway accounts export` and `erase`: what the site holds about an account, and an account that it forgets."""

import asyncio
import json
import re
import time
from collections.abc import AsyncGenerator
from typing import Any

import pytest
from msgspec.structs import replace

from fixtures import site_schema
from fixtures.admin import execute
from fixtures.installed import World, in_schema
from fixtures.payment_snapshots import AMOUNT, COINS, make_snapshot, mercadopago_ref
from fixtures.site_schema import NOW
from gateway.concurrency.durations import DAY
from gateway.database.database import Database
from gateway.features.account_overview.erasure import erase
from gateway.features.account_overview.personal_data import all_personal_data
from gateway.features.ledger import anchors
from gateway.features.ledger.adjust import adjust
from gateway.features.ledger.provenance import PROVENANCE_RULES
from gateway.features.operators.operator_log import running
from gateway.features.payments.provider_payment import Settlement
from gateway.features.payments.reconcile import reconcile
from gateway.features.roulette.eligibility import spin_rules
from gateway.features.roulette.verification import all_rules
from gateway.tests.conftest import WorldFactory
from gateway.tests.extras.support.personal_rows import (
    CHANGE,
    MERCHANT,
    TEXT_COLUMNS,
    add_books,
    add_rewards,
    add_rows,
    columns_with,
)
from gateway.tests.support.account_app import site as in_site
from gateway.tests.support.commands import run_command
from gateway.tests.support.corruptions import broken_after
from gateway.tests.support.databases import site_of

pytestmark = pytest.mark.database

EVA, GUS, IVO = "evaluna_9", "gustavo_9", "ivonne_9"
KEPT_COLUMNS = {"privacy.login"}
"""The characters are still in the game: what their player has hidden stays hidden."""
NAMES = re.compile(r"login|account|owner|name|character_name|email|recipient|receiver|subject")
"""Columns that may hold a login or the name of a character."""
OTHER_NAMES = {
    "clan_names.name": "of clans",
    "code_campaigns.name": "of campaigns",
    "erased_days.account": "names that replaced logins",
    "erasures.subject": "names that replaced logins, and ids of characters",
    "former_clans.name": "of clans",
    "hidden_texts.name": "operators hide names in the game, whoever has them",
    "history_state.name": "of states",
    "installation.name": "of settings",
    "operators.name": "of operators",
    "payments.name": "of payments",
    "push_messages.subject": "ids of the game",
    "recharge_campaigns.name": "of campaigns",
    "schema_migrations.name": "of files",
    "seasons.name": "of seasons",
}


@pytest.fixture(scope="module")
async def books(world: WorldFactory) -> World:
    """Three accounts with rows in every table, of a day that is closed."""
    world_of_books = world("mobius", characters=60, seed=92)
    site = site_of(world_of_books)
    for number, login in enumerate((EVA, GUS, IVO), start=1001):
        await add_books(world_of_books, site, login, number)
        await add_rewards(world_of_books, site, login, number)
        await add_rows(world_of_books, site, login, number)
    await in_site(
        world_of_books, f"UPDATE operator_log SET at = {NOW}", f"UPDATE ledger_transfers SET created_at = {NOW}"
    )
    assert len(await anchors.write(site, NOW + 2 * DAY)) == 1
    await site.close()
    return world_of_books


@pytest.fixture
async def site(books: World) -> AsyncGenerator[Database]:
    database = site_of(books)
    yield database
    await database.close()


@pytest.fixture(scope="module")
async def personal_export(books: World) -> dict[str, Any]:
    result = await run_command(books, "accounts", "export", EVA.upper(), "--by", "ann")
    assert result.code == 0, result.err
    return json.loads(result.out)


@pytest.fixture(scope="module")
async def alias(books: World, personal_export: dict[str, Any]) -> str:
    """The name that replaces the login of the erased account."""
    assert personal_export["login"] == EVA
    words = ("accounts", "erase", EVA, "--confirm", EVA, "--reason", "asked by mail", "--by", "ann")
    result = await run_command(books, *words)
    assert result.code == 0, result.err
    (name,) = re.findall(r"erased:[0-9a-f]{16}", result.out)
    return name


async def broken_subjects(world: World, statements: str = "SELECT 1") -> dict[str, list[str]]:
    """Returns the subjects of the violations by rule, after statements of an administrator that are rolled back."""
    rules = [*all_rules(world.settings.security.data_keys), *PROVENANCE_RULES, anchors.rule("")]
    dsn = in_schema(world.admin_dsn, world.schemas.site)
    async with site_schema.connect(dsn) as database:
        broken_rules = await broken_after(database, statements, rules)
    return {name: [violation.subject for violation in rule.violations] for name, rule in broken_rules.items()}


async def checksums(world: World) -> object:
    dsn = in_schema(world.admin_dsn, world.schemas.site)
    tables = [str(name) for name, *_ in await execute(dsn, "SHOW TABLES")]
    return await execute(dsn, f"CHECKSUM TABLE {', '.join(tables)}")


async def test_every_column_with_a_name_is_one_that_an_erasure_handles(books: World) -> None:
    columns = await in_site(books, TEXT_COLUMNS)
    name_columns = {f"{table}.{column}" for table, column in columns if NAMES.fullmatch(str(column))}
    filled_columns = await columns_with(books, GUS)
    assert name_columns - filled_columns == set(OTHER_NAMES), (
        "a new column: erase_account has to handle it, and personal_rows to fill it"
    )


async def test_export_has_the_rows_of_the_account_without_secrets_and_others(
    site: Database, personal_export: dict[str, Any]
) -> None:
    data, text = personal_export["data"], json.dumps(personal_export)
    assert set(data) == {name for part in await all_personal_data(site) for name in part.statements} - {"milestones"}
    assert [row["character_name"] for row in data["donations"]] == [f"Hero of {EVA}"]
    assert [row["name"] for row in data["characters"]] == [f"Hero of {EVA}"]
    assert sum(row["amount"] for row in data["ledger"] if row["account"] == "wallet") == data["wallets"][-1]["balance"]
    assert [row["server_seed"] for row in data["roulette_seeds"]] == [None, None]
    for hidden in (GUS, "sealed-text", "public-key", '"ann"'):
        assert hidden not in text, hidden


async def test_rows_that_an_erasure_keeps_are_registered_with_a_reason(site: Database, alias: str) -> None:
    kept_names = set[str]()
    for part in await all_personal_data(site):
        for login in (EVA, alias):
            kept_names |= {name for name, rows in (await part.read(site, login)).items() if rows}
    assert kept_names == {name for part in await all_personal_data(site) for name in part.kept}


async def test_erased_account_is_named_nowhere_and_every_rule_holds(books: World, alias: str) -> None:
    assert await columns_with(books, EVA) == KEPT_COLUMNS
    assert await broken_subjects(books) == {}
    (log,) = await in_site(
        books, "SELECT reason, new_values, old_values FROM operator_log WHERE subject = 'erased account'"
    )
    values = json.loads(str(log[1]))
    assert (log[0], values["account"], values["wallet"]) == ("asked by mail", alias, 0)
    assert await in_site(books, "SELECT day, account FROM erased_days") == [(NOW // DAY + 1, alias)]
    for table in ("donations", "deliveries", "roulette_spins", "votes", "code_redemptions", "campaign_offers"):
        assert (await in_site(books, f"SELECT COUNT(*) > 0 FROM {table} WHERE account = '{alias}'"))[0][0] == 1, table
    coins = "SELECT SUM(amount) FROM ledger_entries WHERE account = 'house:erased'"
    assert int((await in_site(books, coins))[0][0]) == json.loads(str(log[2]))["wallet"] > 0


async def test_erasure_of_one_account_changes_no_other(books: World, alias: str) -> None:
    """`IVO` has the same rows as the account that was erased, and as `GUS`."""
    filled_columns = await columns_with(books, GUS)
    assert filled_columns == await columns_with(books, IVO)
    assert filled_columns > {"security_log.login", "passkeys.login", "messages.receiver", "operator_requests.response"}


async def test_erased_account_is_erased_once(books: World, alias: str) -> None:
    words = ("accounts", "erase", EVA, "--reason", "again", "--confirm")
    result = await run_command(books, *words, EVA)
    assert (result.code, "there is no account" in result.err) == (1, True)
    assert (await run_command(books, *words, GUS)).code == 2
    of_alias = await run_command(books, "accounts", "erase", alias, "--reason", "x", "--confirm", alias)
    assert (of_alias.code, "keeps nothing" in of_alias.out) == (0, True)
    assert await in_site(books, "SELECT COUNT(*) FROM operator_log WHERE subject = 'erased account'") == [(1,)]


async def test_refund_after_the_erasure_is_booked_on_the_erased_account(
    books: World, site: Database, alias: str
) -> None:
    snapshot = make_snapshot("refunded", refunded=AMOUNT, at=2)
    state = replace(snapshot, ref=mercadopago_ref(1001), donation_id="donation-1001", settlement=Settlement(payer=7))
    assert await reconcile(site, MERCHANT, state, int(time.time())) == "moved"
    assert await in_site(books, "SELECT payer FROM payments WHERE id = 1001") == [(None,)]
    with running(CHANGE):
        await adjust(site, EVA, 5, "begins-new")
    owners = await in_site(
        books, f"SELECT owner, kind, balance FROM wallets WHERE owner IN ('{EVA}', '{alias}') AND balance > 0"
    )
    assert sorted(owners) == [(alias, "debt", COINS + COINS // 10), (EVA, "wallet", 5)]
    assert await broken_subjects(books) == {}
    with running(CHANGE):
        await adjust(site, EVA, -5, "ends-again")
        second = await erase(site, spin_rules(books.settings), EVA, int(time.time()))
    assert second not in {None, alias}


@pytest.mark.parametrize(
    ("statements", "subject"),
    [
        ("INSERT INTO erased_days (day, account, facts) SELECT day, 'erased:00', facts FROM ledger_anchors",
         "days of erased:00"),
        ("UPDATE erased_days SET facts = CONCAT(facts, ' ')", "days of erased:"),
        ("DELETE FROM erased_days", "2025-10-10, donations"),
        ("DELETE FROM operator_log WHERE subject = 'erased account'", "days of erased:"),
        ("UPDATE donations SET account = 'gus' WHERE LEFT(account, 7) = 'erased:'", "2025-10-10, donations"),
        ("UPDATE ledger_anchors SET facts = (SELECT MAX(facts) FROM erased_days)", "2025-10-10, hash of the anchor"),
    ],
)  # fmt: skip
async def test_forged_erasure_is_found(books: World, alias: str, statements: str, subject: str) -> None:
    subjects = (await broken_subjects(books, statements))["anchors"]
    assert any(text.startswith(subject) for text in subjects), subjects


async def test_anchors_of_a_new_day_wait_for_an_erasure(books: World, site: Database, alias: str) -> None:
    """Else they would be those of rows that the erasure is changing."""
    async with site.transaction() as session:
        await anchors.lock(session)
        writing = asyncio.create_task(anchors.write(site, NOW + 3 * DAY))
        await asyncio.sleep(0.3)
        assert not writing.done()
    assert len(await writing) == 1
    assert await broken_subjects(books) == {}


class Killed(BaseException):
    """The process ends."""


async def test_erasure_that_is_killed_at_any_statement_changes_nothing(books: World, alias: str) -> None:
    remaining, last, previous_checksums = 0, 0, await checksums(books)

    def count_down(*_outcome: object) -> None:
        nonlocal remaining
        remaining -= 1
        if remaining == 0:
            raise Killed

    for last in range(3, 1000, 4):
        site, remaining = site_of(books, count_down), last
        try:
            with running(CHANGE):
                await erase(site, spin_rules(books.settings), IVO, int(time.time()))
            break
        except Killed:
            assert await checksums(books) == previous_checksums, last
        finally:
            remaining = 0
            await site.close()
    assert last > 40
    assert await columns_with(books, IVO) == KEPT_COLUMNS
    assert await broken_subjects(books) == {}


@pytest.mark.parametrize(
    ("change", "undo", "text"),
    [
        ("UPDATE donations SET status = 'pending'", "UPDATE donations SET status = 'completed'", "can still be paid"),
        ("UPDATE donations SET disputed = 1", "UPDATE donations SET disputed = 0", "is disputed"),
        ("UPDATE payments SET mismatch = 'amount'", "UPDATE payments SET mismatch = NULL", "holds money"),
        ("UPDATE deliveries SET status = 'claimed' WHERE receipt = 'seen' AND account = 'gustavo_9'",
         "UPDATE deliveries SET status = 'delivered' WHERE receipt = 'seen'", "way to "),
        ("UPDATE site_controls SET until = NULL", "UPDATE site_controls SET until = starts_at + 1", "is blocked"),
        ("UPDATE spending_limits SET excluded_until = 4000000000", "UPDATE spending_limits SET excluded_until = NULL",
         "own break"),
        ("UPDATE donations SET character_name = 'X'", f"UPDATE donations SET character_name = 'Hero of {GUS}'",
         "The rows of 2025-10-10 are not those of its anchor"),
    ],
)  # fmt: skip
async def test_account_that_is_not_settled_is_refused(books: World, change: str, undo: str, text: str) -> None:
    conditions = {"donations": f"account = '{GUS}'", "payments": "id = 1002"}
    changes = [
        f"{line} WHERE {conditions[table]}" if (table := line.split()[1]) in conditions else line
        for line in (change, undo)
    ]
    previous_checksums = await checksums(books)
    await in_site(books, changes[0])
    try:
        result = await run_command(books, "accounts", "erase", GUS, "--confirm", GUS, "--reason", "asked")
    finally:
        await in_site(books, changes[1])
    assert (result.code, text in result.err) == (1, True), result.err
    assert await checksums(books) == previous_checksums
