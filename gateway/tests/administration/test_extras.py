"""The page of extras of the administration: the state of each, and who may read it."""

from typing import Any

import httpx

from fixtures.installed import World
from gateway.registration.extra import installed_extras
from gateway.tests.administration.operator_app import operator_headers
from gateway.tests.support.account_app import site


async def rows(http: httpx.AsyncClient, headers: dict[str, str]) -> dict[str, dict[str, Any]]:
    response = await http.get("/api/admin/extras", headers=headers)
    assert response.status_code == 200
    return {row["name"]: row for row in response.json()["data"]}


async def test_extras_have_the_state_of_their_tables(server: World, http: httpx.AsyncClient) -> None:
    headers = await operator_headers(server, "support")
    extras = await rows(http, headers)
    assert [*extras] == [*installed_extras()]
    assert extras["votes"] == {
        "name": "votes",
        "summary": installed_extras()["votes"].summary,
        "is_on": True,
        "is_default": False,
        "needs": [],
        "tables": ["votes", "vote_accounts", "vote_answers"],
        "tables_state": "current",
        "version": 1,
        "newest_version": 1,
    }
    assert (extras["search"]["tables_state"], extras["search"]["version"]) == ("none", 0)

    await site(server, "UPDATE installation SET value = '2' WHERE name = 'tables.codes'")
    await site(server, "UPDATE installation SET name = 'no.tables.votes' WHERE name = 'tables.votes'")
    extras = await rows(http, headers)
    await site(server, "UPDATE installation SET value = '1' WHERE name = 'tables.codes'")
    await site(server, "UPDATE installation SET name = 'tables.votes' WHERE name = 'no.tables.votes'")
    assert (extras["codes"]["tables_state"], extras["votes"]["tables_state"]) == ("newer", "absent")


async def test_extras_are_not_for_finance_and_content(server: World, http: httpx.AsyncClient) -> None:
    for role in ("finance", "content"):
        response = await http.get("/api/admin/extras", headers=await operator_headers(server, role))
        assert response.status_code == 403
