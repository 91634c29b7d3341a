"""The pages of money, wheel and switches make the changes of the commands: once as a dry run, once for real."""

import csv
import io
import time
from collections.abc import AsyncGenerator
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest

from fixtures.installed import World
from gateway.features.payments.donation_export import COLUMNS
from gateway.tests.administration.operator_app import ADMIN_ENV, new_key, operator_headers
from gateway.tests.conftest import ClientFactory
from gateway.tests.support.account_app import assert_error, open_app, site, without_jobs
from gateway.tests.support.databases import clear_money
from gateway.tests.support.payment_app import (
    PAYMENT_FIELDS,
    insert_donation,
    read_balances,
    scripted_environment,
)
from gateway.tests.support.scripted_http_server import ScriptedServer, http_response, open_scripted_server

Values = dict[str, Any]


class Desk:
    """An owner's session at an application with a scripted payment provider."""

    def __init__(
        self, world: World, http: httpx.AsyncClient, headers: dict[str, str], provider: ScriptedServer
    ) -> None:
        self.world, self.http, self.headers, self.provider = world, http, headers, provider

    async def get(self, path: str) -> httpx.Response:
        return await self.http.get(f"/api/admin/{path}", headers=self.headers)

    async def request(self, method: str, path: str, *, dry_run: bool = False, **form: object) -> httpx.Response:
        return await self.http.request(
            method,
            f"/api/admin/{path}",
            params={"dry_run": "true"} if dry_run else {},
            json={"reason": "ticket 9", **form},
            headers=self.headers | new_key(),
        )

    async def change(self, method: str, path: str, *, dry_run: bool = False, **form: object) -> Values:
        response = await self.request(method, path, dry_run=dry_run, **form)
        assert response.status_code == 200, response.text
        return response.json()


@pytest.fixture
async def desk(server: World, client: ClientFactory) -> AsyncGenerator[Desk]:
    async with open_scripted_server() as provider, without_jobs(server):
        provider.respond_with(http_response(200, {"results": [], "paging": {}}))
        env = ADMIN_ENV | scripted_environment(provider, "http://127.0.0.1:1")
        async with open_app(server, client, **env) as http:
            yield Desk(server, http, await operator_headers(server), provider)
    await clear_money(server)


def payment_response(donation: str, **change: object) -> bytes:
    fields = PAYMENT_FIELDS | {"external_reference": donation, "transaction_amount": 5000, "collector_id": 1}
    return http_response(200, {"results": [fields | {"live_mode": True} | change], "paging": {}})


async def test_reconcile_shows_the_change_and_posts_it_once(desk: Desk) -> None:
    donation = await insert_donation(desk.world, "desk1")
    desk.provider.respond_with(payment_response(donation))
    dry_run_result = await desk.change("POST", "reconcile", dry_run=True, donation=donation)
    old_values, new_values = next(
        (row["before"], row["after"]) for row in dry_run_result["changes"] if row["subject"] == f"donation:{donation}"
    )
    assert (old_values["status"], new_values["status"], new_values["coins_credited"]) == ("pending", "completed", 57)
    assert await read_balances(desk.world, "desk1") == {}
    result = await desk.change("POST", "reconcile", donation=donation, version=dry_run_result["version"])
    assert result["message"] == "1: coins posted."
    assert (await read_balances(desk.world, "desk1"))["wallet"] == 57
    second_result = await desk.change("POST", "reconcile", donation=donation)
    assert second_result["message"] == "1: nothing to post."
    assert (await read_balances(desk.world, "desk1"))["wallet"] == 57
    assert_error(await desk.request("POST", "reconcile", donation="unknown"), 404, "not_found")


async def test_reconcile_of_all_counts_due_payments_and_asks_for_them(desk: Desk) -> None:
    donation = await insert_donation(desk.world, "desk2")
    await site(desk.world, f"UPDATE donations SET created_at = created_at - 1200 WHERE id = '{donation}'")
    desk.provider.respond_with(payment_response(donation, id=1300000002))
    dry_run_result = await desk.change("POST", "reconcile", dry_run=True)
    assert dry_run_result["message"] == "Payments with webhooks: 0. Pending donations: 1. Finished donations: 0."
    assert desk.provider.requests == []
    result = await desk.change("POST", "reconcile")
    assert result["message"] == "1: coins posted."
    assert (await read_balances(desk.world, "desk2"))["wallet"] == 57


async def test_export_escapes_formulas_and_is_logged(desk: Desk) -> None:
    donation = await insert_donation(desk.world, "=1+2")
    now = int(time.time())
    await site(
        desk.world,
        "INSERT INTO payments (id, donation_id, status, detail, outcome, amount, refunded, updated_ms, first_seen_at, "
        f"seen_at) VALUES (4711, '{donation}', 'approved', '', 'completed', 500000, 0, 1, {now}, {now}), "
        f"(4712, NULL, 'approved', '', 'failed', 1, 0, 1, {now - 200 * 86_400}, {now})",
    )
    response = await desk.get("payments.csv")
    assert response.headers["content-type"].startswith("text/csv")
    header, row = csv.reader(io.StringIO(response.text))
    assert header == list(COLUMNS)
    assert row[:4] == ["4711", "mercadopago", donation, "'=1+2"]
    assert len((await desk.get("payments.csv?since=2025-01-01&until=2026-12-31")).text.splitlines()) >= 2
    ((subject,),) = await site(
        desk.world, "SELECT subject FROM operator_log WHERE command = 'money.export' ORDER BY id LIMIT 1"
    )
    assert str(subject).startswith("payments:")


async def test_evidence_request_is_logged(desk: Desk) -> None:
    donation = await insert_donation(desk.world, "desk3")
    response = await desk.request("POST", f"donations/{donation}/evidence")
    assert response.json()["account"] == "desk3"
    ((command,),) = await site(desk.world, f"SELECT command FROM operator_log WHERE subject = 'donation:{donation}'")
    assert command == "money.evidence"


async def test_switch_closes_until_its_end_and_opens_again(desk: Desk) -> None:
    await site(desk.world, "DELETE FROM site_controls")
    until = (datetime.now(UTC) + timedelta(hours=1)).isoformat(timespec="seconds")
    dry_run_result = await desk.change("PUT", "switches/roulette", dry_run=True, is_on=False, until=until)
    assert dry_run_result["changes"][0]["after"]["reason"] == "ticket 9"
    assert await closed(desk) == {}
    await desk.change("PUT", "switches/roulette", is_on=False, until=until)
    row = (await closed(desk))["roulette"]
    assert (row["reason"], datetime.fromisoformat(row["until"])) == ("ticket 9", datetime.fromisoformat(until))
    await desk.change("PUT", "switches/roulette", is_on=True)
    assert await closed(desk) == {}
    past = await desk.request("PUT", "switches/roulette", is_on=False, until="2026-01-01T00:00:00Z")
    assert_error(past, 400, "validation_failed", until="That is over already.")
    assert_error(await desk.request("PUT", "switches/nothing", is_on=False), 404, "not_found")


async def closed(desk: Desk) -> dict[str, Any]:
    switches = (await desk.get("controls")).json()["switches"]
    return {row["feature"]: row["closed"] for row in switches if row["closed"]}


async def test_notice_is_shown_and_removed(desk: Desk) -> None:
    await site(desk.world, "DELETE FROM site_controls")
    text = "Maintenance at 18:00"
    dry_run_result = await desk.change("POST", "notices", dry_run=True, text=text)
    assert dry_run_result["changes"][0]["after"]["name"] == text
    assert (await desk.get("controls")).json()["notices"] == []
    until = "9999-12-31T23:59:00-03:00"  # in UTC after the calendar's end
    await desk.change("POST", "notices", text=text, starts_at="2030-01-01T00:00:00-03:00", until=until)
    (row,) = (await desk.get("controls")).json()["notices"]
    assert (row["name"], row["starts_at"], row["until"]) == (text, "2030-01-01T03:00:00Z", "9999-12-31T23:59:59Z")
    empty = await desk.request("POST", "notices", text=" ")
    assert_error(empty, 400, "validation_failed", text="Write one line of text.")
    await desk.change("POST", "notices/removal", text=text)
    assert (await desk.get("controls")).json()["notices"] == []
    assert_error(await desk.request("POST", "notices/removal", text=text), 404, "not_found")


async def test_wheel_report_is_measured_once_for_many_requests(desk: Desk) -> None:
    first, second = (await desk.get("wheel")).json(), (await desk.get("wheel")).json()
    assert first == second
    assert first["measured_at"]
