"""Maintenance: closed features and a notice in each language, as one change."""

from collections.abc import AsyncGenerator
from datetime import UTC, datetime, timedelta

import httpx
import pytest

from fixtures.installed import World
from gateway.tests.administration.operator_app import new_key, operator_headers
from gateway.tests.support.account_app import site

UNTIL = (datetime.now(UTC) + timedelta(hours=2)).replace(microsecond=0)
FORM: dict[str, object] = {
    "reason": "new index",
    "features": ["donations", "deliveries"],
    "text": "Back soon",
    "texts": {"es": "Ya volvemos"},
    "until": UNTIL.isoformat(),
}


@pytest.fixture(autouse=True)
async def no_controls(server: World) -> AsyncGenerator[None]:
    """Other tests share the world."""
    await site(server, "DELETE FROM site_controls")
    yield
    await site(server, "DELETE FROM site_controls")


@pytest.mark.parametrize("change", [{"until": "2020-01-01T00:00:00Z"}, {"text": "two\nlines"}, {"features": []}])
async def test_refused_maintenance_changes_nothing(
    server: World, http: httpx.AsyncClient, change: dict[str, object]
) -> None:
    assert (await begin(server, http, FORM | change)).status_code == 400
    assert await site(server, "SELECT * FROM site_controls") == []


async def test_maintenance_closes_features_and_shows_a_notice_in_one_change(
    server: World, http: httpx.AsyncClient
) -> None:
    response = await begin(server, http, FORM)
    assert [row["subject"] for row in response.json()["changes"]] == ["switch:donations", "switch:deliveries", "notice"]
    rows = await site(server, "SELECT kind, name, until, texts FROM site_controls ORDER BY kind, name")
    end = int(UNTIL.timestamp())
    assert rows == [
        ("notice", "Back soon", end, '{"es":"Ya volvemos"}'),
        ("switch", "deliveries", end, None),
        ("switch", "donations", end, None),
    ]
    log_rows = await site(server, "SELECT DISTINCT command FROM operator_log WHERE reason = 'new index'")
    assert log_rows == [("maintenance",)]


async def test_end_of_maintenance_opens_its_features_and_removes_its_notice_alone(
    server: World, http: httpx.AsyncClient
) -> None:
    await begin(server, http, FORM | {"features": ["roulette"], "text": "Another"})
    await begin(server, http, FORM)
    form = {"reason": "undone", "features": FORM["features"], "text": FORM["text"]}
    response = await begin(server, http, form, "/end")
    assert [row["after"] for row in response.json()["changes"]] == [None, None, None]
    rows = await site(server, "SELECT kind, name FROM site_controls ORDER BY kind")
    assert rows == [("notice", "Another"), ("switch", "roulette")]
    assert (await begin(server, http, form, "/end")).json()["changes"] == []


async def begin(server: World, http: httpx.AsyncClient, form: dict[str, object], path: str = "") -> httpx.Response:
    headers = await operator_headers(server, "support") | new_key()
    return await http.post(f"/api/admin/maintenance{path}", json=form, headers=headers)
