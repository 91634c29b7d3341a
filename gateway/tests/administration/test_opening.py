"""The opening day in the administration: announced, changed and taken back as by the command, by who may."""

import time
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest

from fixtures.installed import World
from gateway.tests.administration.operator_app import new_key, operator_headers
from gateway.tests.conftest import WorldFactory
from gateway.tests.support.account_app import assert_error, site

PATH = "/api/admin/opening"


@pytest.fixture(scope="module")
def server(world: WorldFactory) -> World:
    return world("mobius", characters=60, seed=187)


def form(days: int, **changes: object) -> dict[str, Any]:
    opens_at = datetime.fromtimestamp(int(time.time()), UTC) + timedelta(days)
    return {"opens_at": opens_at.isoformat(), "is_registration_open": False, "reason": "launch", **changes}


async def test_opening_day_is_announced_changed_and_taken_back(server: World, http: httpx.AsyncClient) -> None:
    await site(server, "DELETE FROM openings")
    headers = await operator_headers(server, "content")
    first_form = form(3, message=" Soon ", texts={"es": "Pronto", "pt": ""})
    dry_run = (await http.put(f"{PATH}?dry_run=true", json=first_form, headers=headers)).json()
    assert dry_run["changes"][0]["subject"] == "opening"
    assert (await http.get(PATH, headers=headers)).json()["phase"] == "none"
    assert (await http.put(PATH, json=first_form, headers=headers | new_key())).status_code == 200
    state = (await http.get(PATH, headers=headers)).json()
    assert (state["phase"], state["is_registration_open"], state["has_folder"]) == ("waiting", False, False)
    assert (state["message"], state["texts"]) == ("Soon", {"es": "Pronto"})
    moved_form = form(4, is_registration_open=True)
    assert (await http.put(PATH, json=moved_form, headers=headers | new_key())).status_code == 200
    assert (await http.get(PATH, headers=headers)).json()["is_registration_open"] is True
    assert await site(server, "SELECT sequence FROM openings") == [(1,)]
    removal = {"reason": "another day"}
    assert (await http.post(f"{PATH}/removal", json=removal, headers=headers | new_key())).status_code == 200
    assert (await http.post(f"{PATH}/removal", json=removal, headers=headers | new_key())).status_code == 404
    assert (await http.get(PATH, headers=headers)).json()["phase"] == "none"


async def test_opening_day_is_refused_by_field_and_to_other_roles(server: World, http: httpx.AsyncClient) -> None:
    headers = await operator_headers(server, "content")
    for change, field in (
        ({"opens_at": "2020-01-01T00:00:00Z"}, "opens_at"),
        ({"opens_at": "2999-01-01T00:00:00Z"}, "opens_at"),
        ({"message": "two\nlines"}, "message"),
    ):
        answer = await http.put(PATH, json=form(3, **change), headers=headers | new_key())
        assert (answer.status_code, list(answer.json()["fields"])) == (400, [field]), answer.text
    support = await operator_headers(server, "support")
    assert (await http.get(PATH, headers=support)).status_code == 200
    assert_error(await http.put(PATH, json=form(3), headers=support | new_key()), 403, "not_permitted")
