"""The competitions page of the administration: opening with errors by field, withdrawal, and prizes paid once."""

import asyncio
import time
from datetime import timedelta
from typing import Any

import httpx
import msgspec
import pytest

from fixtures.installed import World
from gateway.administration.permissions import STEP_UP_SECONDS
from gateway.config.settings import Settings
from gateway.config.site_days import date_of, day_of
from gateway.extras.competitions.rules import Board, BoardRow
from gateway.tests.administration.operator_app import change_sessions, new_key, operator_headers
from gateway.tests.conftest import WorldFactory
from gateway.tests.support.account_app import assert_error, site
from gateway.tests.support.payment_app import wallet_balance
from gateway.tests.support.wallet_invariants import CONCURRENT
from gateway.world_snapshot.account_index import AccountHash

PATH = "/api/admin/competitions"
TODAY = date_of(day_of(time.time(), Settings().server.zone))
KEY = bytes(16)
PAST, CLANS = 70, 71


@pytest.fixture(scope="module")
def server(world: WorldFactory) -> World:
    return world("mobius", characters=60, seed=187)


def form(**changes: object) -> dict[str, Any]:
    days = {"first_day": str(TODAY + timedelta(1)), "last_day": str(TODAY + timedelta(2))}
    base = {"title": "Weekend", "metric": "pvp", **days, "prizes": [50, 30], "classes": [7]}
    return {**base, "reason": "the weekend", **changes}


async def test_opened_competition_is_listed_and_can_be_withdrawn(server: World, http: httpx.AsyncClient) -> None:
    headers = await operator_headers(server, "content")
    dry_run = await http.post(f"{PATH}?dry_run=true", json=form(), headers=headers)
    [change] = dry_run.json()["changes"]
    titles = {"en": " ", "es": " Fin de semana ", "pt": ""}
    assert (change["before"], change["after"]["coins"], change["after"]["classes"]) == (None, "80", "Rogue")
    assert (await http.get(PATH, headers=headers)).json()["data"] == []
    assert (
        await http.post(PATH, json=form(entrants="clans", titles=titles), headers=headers | new_key())
    ).status_code == 200
    [row] = (await http.get(PATH, headers=headers)).json()["data"]
    assert (row["state"], row["entrants"], row["prizes"], row["coins"]) == ("upcoming", "clans", [50, 30], 80)
    detail = (await http.get(f"{PATH}/{row['id']}", headers=headers)).json()
    assert (detail["reason"], [place["coins"] for place in detail["data"]]) == ("the weekend", [50, 30])
    public = {entry["id"]: entry for entry in (await http.get("/api/competitions")).json()["data"]}
    assert (public[row["id"]]["state"], public[row["id"]]["titles"]) == ("upcoming", {"es": "Fin de semana"})
    for prefix, title in (("", "Weekend"), ("/es", "Fin de semana"), ("/pt", "Weekend")):
        assert f"<title>{title}" in (await http.get(f"{prefix}/competition/{row['id']}")).text

    closing = f"{PATH}/{row['id']}/close"
    stale = await http.post(closing, json={"reason": "x", "version": "another"}, headers=headers | new_key())
    assert_error(stale, 409, "changed_meanwhile")
    for status in (200, 409):
        answer = await http.post(closing, json={"reason": "wrong prizes"}, headers=headers | new_key())
        assert answer.status_code == status, answer.text
    assert (await http.get(f"{PATH}/{row['id']}", headers=headers)).json()["competition"]["state"] == "closed"
    assert (await http.get(f"{PATH}/4000000000", headers=headers)).status_code == 404


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"title": "  "}, "title"),
        ({"titles": {"es": "a" * 81}}, "titles"),
        ({"titles": {"fr": "a"}}, "titles"),
        ({"first_day": str(TODAY - timedelta(1))}, "first_day"),
        ({"first_day": "9999-12-01", "last_day": "9999-12-02"}, "first_day"),
        ({"first_day": "tomorrow"}, "first_day"),
        ({"last_day": str(TODAY)}, "last_day"),
        ({"min_level": 0}, "min_level"),
        ({"min_level": 60, "max_level": 40}, "max_level"),
        ({"classes": [999]}, "classes"),
        ({"prizes": [0]}, "prizes"),
        ({"prizes": [1] * 51}, "prizes"),
        ({"metric": "luck"}, "metric"),
        ({"reason": " "}, "reason"),
    ],
)
async def test_invalid_competition_is_refused_by_its_field(
    server: World, http: httpx.AsyncClient, changes: dict[str, object], field: str
) -> None:
    headers = await operator_headers(server, "owner")
    response = await http.post(PATH, json=form(**changes), headers=headers | new_key())
    assert response.status_code == 400, response.text
    assert [name.partition("[")[0] for name in response.json()["fields"]] == [field]


async def test_prizes_wait_for_a_person_and_are_paid_once_by_many_payers(
    server: World, http: httpx.AsyncClient
) -> None:
    (winner, login), (leader, leader_login) = await add_final_competitions(server)
    headers = await operator_headers(server, "finance", "finance-of-prizes")
    needs = (await http.get("/api/admin/overview", headers=headers)).json()["needs"]
    due = {need["subject"]: need["coins"] for need in needs if need["kind"] == "competition_due"}
    assert due == {f"competition:{PAST}": 70, f"competition:{CLANS}": 9}
    paying = f"{PATH}/{PAST}/pay"
    dry_run = (await http.post(f"{paying}?dry_run=true", json={"reason": "x"}, headers=headers)).json()
    assert [change["after"]["outcome"] for change in dry_run["changes"]] == ["paid", "no prize: nobody has this place"]
    assert dry_run["changes"][0]["after"]["ledger"] == f"house:prizes -40, wallet:{login} +40"
    payload = {"reason": "the result is final", "version": dry_run["version"]}
    await change_sessions(server, "finance-of-prizes", confirmed_at=STEP_UP_SECONDS + 1)
    assert_error(await http.post(paying, json=payload, headers=headers | new_key()), 403, "step_up_required")
    await change_sessions(server, "finance-of-prizes", confirmed_at=0)

    answers = await asyncio.gather(
        *(http.post(paying, json=payload, headers=headers | new_key()) for _ in range(CONCURRENT))
    )
    statuses = sorted(answer.status_code for answer in answers)
    assert statuses == [200, *[409] * (CONCURRENT - 1)], [answer.text for answer in answers]
    assert await wallet_balance(server, login) == 40
    second_payment = await http.post(paying, json={"reason": "x"}, headers=headers | new_key())
    assert (second_payment.json()["changes"], await wallet_balance(server, login)) == ([], 40)
    detail = (await http.get(f"{PATH}/{PAST}", headers=headers)).json()
    assert [(row["outcome"], row["account"]) for row in detail["data"]] == [("paid", login), ("empty", "")]
    assert detail["competition"]["state"] == "paid"

    clans = (await http.post(f"{PATH}/{CLANS}/pay", json={"reason": "x"}, headers=headers | new_key())).json()
    assert [change["after"]["account"] for change in clans["changes"]] == [leader_login]
    assert await wallet_balance(server, leader_login) == 9 + 40 * (leader_login == login)
    owner = await operator_headers(server, "owner")
    closing = await http.post(f"{PATH}/{PAST}/close", json={"reason": "x"}, headers=owner | new_key())
    assert (closing.status_code, "settled" in closing.json()["message"]) == (409, True)
    assert winner, leader


async def add_final_competitions(server: World) -> list[tuple[int, str]]:
    """Returns winner and leader with their accounts. Two final competitions: one of a character, one of a clan."""
    views, account_hash = server.schemas.views, AccountHash(KEY)
    condition = (
        "COALESCE(characters.access_level, 0) = 0 AND COALESCE(accounts.access_level, 0) = 0 "
        f"AND login NOT IN (SELECT login FROM {views}.account_bans)"
    )
    tables = f"{views}.characters JOIN {views}.accounts ON login = account_name"
    [(character_id, login)] = await site(
        server,
        f"SELECT character_id, LOWER(account_name) FROM {tables} WHERE {condition} ORDER BY character_id LIMIT 1",
    )
    [(clan_id, leader_id, leader)] = await site(
        server,
        f"SELECT clans.clan_id, leader_id, LOWER(account_name) FROM {views}.clans JOIN ({tables}) "
        f"ON character_id = leader_id WHERE {condition} ORDER BY clans.clan_id LIMIT 1",
    )
    account_number = int(account_hash([str(login)])[0])
    boards = {PAST: [BoardRow(int(character_id), account_number, 9)], CLANS: [BoardRow(int(clan_id), 0, 12)]}
    bodies = {number: msgspec.json.encode(Board(1, True, rows)).decode() for number, rows in boards.items()}
    await site(
        server,
        f"INSERT INTO competitions VALUES ({PAST}, 'Past', 'pvp', 100, 101, 1, 80, '', 1, NULL, 'characters', NULL), "
        f"({CLANS}, 'Clans', 'pvp', 100, 101, 1, 80, '', 1, NULL, 'clans', NULL)",
        "INSERT INTO competition_prizes (competition_id, place, coins) "
        f"VALUES ({PAST}, 1, 40), ({PAST}, 2, 30), ({CLANS}, 1, 9)",
        f"REPLACE INTO history_state VALUES ('account_key', 0, '{KEY.hex()}'), "
        + ", ".join(f"('competition:{number}', 1, '{body}')" for number, body in bodies.items()),
        *(
            f"INSERT INTO profiles (login, first_login_at) VALUES ('{name}', 1000) "
            "ON DUPLICATE KEY UPDATE created_at = NULL, first_login_at = 1000"
            for name in {login, leader}
        ),
    )
    return [(int(character_id), str(login)), (int(leader_id), str(leader))]
