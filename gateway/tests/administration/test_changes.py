"""Changes of operators: once per key, as a dry run, with their log rows in the same transaction, within limits."""

import asyncio
import json
import time
from collections.abc import AsyncGenerator
from datetime import UTC, datetime
from functools import partial

import msgspec
import pytest

from fixtures.installed import World
from gateway.administration.changes import (
    ChangedMeanwhile,
    ChangeForm,
    ChangeResult,
    DailyLimitReached,
    OperatorChange,
)
from gateway.administration.permissions import PERMISSIONS, Permission
from gateway.administration.sessions import OperatorIdentity
from gateway.database.database import Database
from gateway.features.ledger import adjust
from gateway.features.operators import site_controls
from gateway.features.operators.operator_log import REASON_MAX, LogRow, Outcome, read_reason
from gateway.features.operators.site_controls import Control
from gateway.http.errors import Conflict, ValidationFailed
from gateway.http.idempotency import KeyReused
from gateway.tests.administration.operator_app import add_operator
from gateway.tests.support.account_app import site
from gateway.tests.support.databases import open_site
from gateway.texts import Text, text

FORM = ChangeForm(reason="the wheel has 11 slots")


@pytest.fixture
async def database(server: World) -> AsyncGenerator[Database]:
    await site(server, "DELETE FROM site_controls")
    async with open_site(server) as database:
        yield database


def change(database: Database, key: str | None, *, dry_run: bool = False, language: str = "en") -> OperatorChange:
    identity = OperatorIdentity(
        name="rafa",
        role="support",
        address="203.0.113.9",
        session="s",
        permission="log.read",
        confirmed_at=0,
        factor_at=0,
        idle_ends_at=0,
        ends_at=0,
        language=language,
    )
    return OperatorChange(database, identity, key, dry_run)


async def close_roulette(database: Database, reason: str = FORM.reason) -> Text:
    now = int(time.time())
    async with database.transaction() as session:
        await site_controls.put(session, Control("switch", "roulette", now, None, "rafa", reason, now))
    return text("reasons.coins_paid", coins=1200)


async def apply(change: OperatorChange, form: ChangeForm = FORM, reason: str = FORM.reason) -> ChangeResult:
    work = partial(close_roulette, reason=reason)
    return await change.apply(form, "switch:roulette", work, command="switch off")


async def rows(server: World, table: str) -> int:
    [(count,)] = await site(server, f"SELECT COUNT(*) FROM {table}")
    return int(count)


async def test_dry_run_shows_the_change_and_leaves_nothing(server: World, database: Database) -> None:
    log = await rows(server, "operator_log")
    dry_run_result = await apply(change(database, None, dry_run=True))
    assert [(row.subject, row.before) for row in dry_run_result.changes] == [("switch:roulette", None)]
    assert (dry_run_result.changes[0].after or {})["name"] == "roulette"
    assert (await rows(server, "site_controls"), await rows(server, "operator_log")) == (0, log)


async def test_change_is_made_and_logged_once_for_a_key(server: World, database: Database) -> None:
    results = await asyncio.gather(*(apply(change(database, "once")) for _ in range(4)))
    assert len({result.version for result in results}) == 1
    assert results[0].message == "1,200 coins in all."
    spanish = await apply(change(database, "once", language="es"))
    assert (spanish.message, spanish.changes) == ("1.200 monedas en total.", results[0].changes)
    log_rows = await site(
        server,
        "SELECT operator, command, subject, reason, via, address, new_values FROM operator_log "
        "WHERE command = 'switch off' AND outcome = 'done' AND operator = 'rafa'",
    )
    assert [row[:6] for row in log_rows] == [
        ("rafa", "switch off", "switch:roulette", FORM.reason, "admin", "203.0.113.9")
    ]
    assert json.loads(str(log_rows[0][6]))["reason"] == FORM.reason
    with pytest.raises(KeyReused):
        await apply(change(database, "once"), ChangeForm(reason="another reason"))
    # As the previous release stored it.
    await site(
        server,
        "UPDATE operator_requests SET response = JSON_REMOVE(JSON_SET(response, '$.message', 'Done'), '$.texts')",
    )
    old_result = await apply(change(database, "once"))
    assert (old_result.version, old_result.message) == (results[0].version, None)


async def test_change_is_refused_after_another_operator_was_quicker(server: World, database: Database) -> None:
    dry_run_result = await apply(change(database, None, dry_run=True))
    await apply(change(database, "quicker"))
    assert (await apply(change(database, None, dry_run=True))).changes == [], "it is so already"
    form = msgspec.structs.replace(FORM, version=dry_run_result.version)
    with pytest.raises(ChangedMeanwhile):
        await apply(change(database, "slower"), form, "another")
    second_dry_run = await apply(change(database, None, dry_run=True), reason="another")
    assert second_dry_run.changes[0].before is not None
    form = msgspec.structs.replace(FORM, version=second_dry_run.version)
    await apply(change(database, "second-look"), form, "another")


async def test_refused_change_is_rolled_back_and_logged(server: World, database: Database) -> None:
    async def work(joined_site: Database) -> None:
        await close_roulette(joined_site)
        await adjust.adjust(joined_site, "demo", 5, "refused-change")
        raise Conflict(text("reasons.not_blocked"), text("reasons.picture_missing", picture="x" * REASON_MAX))

    with pytest.raises(Conflict):
        await change(database, "refused").apply(FORM, "account:demo", work, command="adjust")
    assert await rows(server, "site_controls") == 0
    assert await rows(server, "ledger_transfers WHERE idempotency_key = 'adjust:refused-change'") == 0
    log_rows = await site(server, "SELECT subject, outcome, reason FROM operator_log WHERE command = 'adjust'")
    assert log_rows == [("account:demo", "refused", '[{"code":"reasons.not_blocked"}]')]


@pytest.mark.parametrize(
    ("outcome", "reason", "sentence"),
    [
        ("refused", '[{"code":"reasons.not_blocked"}]', "La cuenta no está bloqueada."),
        ("refused", "The account is not blocked.", "The account is not blocked."),
        ("refused", '[{"code":"reasons.of_a_later_release"}]', '[{"code":"reasons.of_a_later_release"}]'),
        ("done", '[{"code":"reasons.not_blocked"}]', '[{"code":"reasons.not_blocked"}]'),
    ],
)
def test_reason_of_a_refusal_is_read_in_the_language(outcome: Outcome, reason: str, sentence: str) -> None:
    row = LogRow(1, datetime(2026, 11, 29, tzinfo=UTC), "rafa", "c", "s", reason, "admin", outcome, None, None, None)
    assert read_reason(row, "es") == sentence


async def test_concurrent_changes_keep_the_daily_limit(
    server: World, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    await add_operator(server, "rosa", "support")
    identity = OperatorIdentity(
        name="rosa",
        role="support",
        address="203.0.113.9",
        session="s",
        permission="log.read",
        confirmed_at=0,
        factor_at=0,
        idle_ends_at=0,
        ends_at=0,
    )
    monkeypatch.setitem(PERMISSIONS, "log.read", Permission(("support",), per_day={"support": 1}))

    async def work(_: Database) -> None:
        await asyncio.sleep(0.05)

    async def attempt(number: int) -> ChangeResult:
        return await OperatorChange(database, identity, f"rosa-{number}", dry_run=False).apply(
            FORM, "switch:none", work
        )

    results = await asyncio.gather(*(attempt(number) for number in range(4)), return_exceptions=True)
    assert [type(result) for result in results].count(ChangeResult) == 1
    assert [type(result) for result in results].count(DailyLimitReached) == 3


async def test_change_needs_reason_and_key(database: Database) -> None:
    with pytest.raises(ValidationFailed, match="Write a reason"):
        await apply(change(database, "no-reason"), ChangeForm(reason=" "))
    with pytest.raises(ValidationFailed):
        await apply(change(database, None))
