"""Tickets: permissions first, then a question and its answer from both sides, pictures, limits and mails."""

import io
import os
import re
import time
import uuid
from collections.abc import AsyncGenerator
from typing import Any

import httpx
import pytest
from PIL import Image

from fixtures.databases import open_databases
from fixtures.installed import World
from gateway.administration.permissions import Role
from gateway.extras.tickets import pictures, store
from gateway.extras.tickets.extra import EXTRA
from gateway.registration.extra import Parts
from gateway.tests.administration.operator_app import ADMIN_ENV, new_key, operator_headers
from gateway.tests.conftest import ClientFactory, WorldFactory
from gateway.tests.support.account_app import assert_error, bearer, new_account, open_app, site
from gateway.tests.support.commands import run_command
from gateway.tests.support.mail_server import MailServer, mail_server
from gateway.tests.support.player_pages import add_donation
from gateway.tests.support.wait_until import until

PATH, ADMIN = "/api/player/tickets", "/api/admin/tickets"
ITEM = {"topic": "item", "title": "My bow", "text": "It is gone.\r\nSince\x00 today \u202e😀"}
ROLES: tuple[Role, ...] = ("owner", "finance", "support", "content")


@pytest.fixture(scope="module")
def server(world: WorldFactory) -> World:
    return world("mobius", characters=60, seed=187)


@pytest.fixture(scope="module")
async def smtp() -> AsyncGenerator[MailServer]:
    async with mail_server() as smtp:
        yield smtp


@pytest.fixture(scope="module")
async def application(server: World, client: ClientFactory, smtp: MailServer) -> AsyncGenerator[httpx.AsyncClient]:
    limits = {"GATEWAY_TICKETS_PER_DAY": "6", "GATEWAY_TICKETS_MESSAGES_PER_HOUR": "8"}
    async with open_app(server, client, **ADMIN_ENV, **limits, **smtp.environment) as http:
        yield http


async def player(http: httpx.AsyncClient) -> dict[str, str]:
    """Returns the headers of a new account, at an address of its own."""
    name = f"t{uuid.uuid4().hex[:10]}"
    address = f"2001:db8:{name[1:5]}:{name[5:9]}::1"
    return bearer(await new_account(http, name)) | {"X-Forwarded-For": address, "Name": name}


async def open_ticket(http: httpx.AsyncClient, headers: dict[str, str], **form: Any) -> int:
    answer = await http.post(PATH, json=ITEM | form, headers=headers | new_key())
    assert answer.status_code == 201, answer.text
    return int(answer.json()["ticket"]["id"])


async def read(http: httpx.AsyncClient, path: str, headers: dict[str, str]) -> Any:
    answer = await http.get(path, headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def act(http: httpx.AsyncClient, path: str, headers: dict[str, str], **form: Any) -> httpx.Response:
    return await http.post(path, json=form, headers=headers | new_key())


def picture(kind: str = "PNG", size: tuple[int, int] = (64, 32), **options: Any) -> bytes:
    output = io.BytesIO()
    Image.effect_noise(size, 90).convert("RGB").save(output, kind, **options)
    return output.getvalue()


async def test_each_role_sees_and_changes_the_tickets_of_its_rights_alone(
    server: World, http: httpx.AsyncClient
) -> None:
    headers = await player(http)
    donation = await add_donation(server, headers["Name"], created_at=int(time.time()))
    item, money = await open_ticket(http, headers), await open_ticket(http, headers, donation_id=donation)
    for id in (item, money):
        answer = await http.post(f"{PATH}/{id}/pictures", content=picture(), headers=headers)
        assert answer.status_code == 200, answer.text
    numbers = {id: (await read(http, f"{PATH}/{id}", headers))["pictures"][0]["id"] for id in (item, money)}
    for role in ROLES:
        operator = await operator_headers(server, role)
        tickets = await http.get(ADMIN, params={"search": headers["Name"]}, headers=operator)
        listed_ids = {row["id"] for row in tickets.json().get("data", [])}
        needs = (await read(http, "/api/admin/overview", operator))["needs"]
        subjects = {need["subject"] for need in needs if need["account"] == headers["Name"]}
        visible_ids = {"owner": {item, money}, "finance": {item, money}, "support": {item}, "content": set[int]()}[role]
        assert (listed_ids, subjects) == (visible_ids, {f"ticket:{id}" for id in visible_ids}), role
        for id in (item, money):
            status = 200 if id in visible_ids else 403 if role == "content" else 404
            for path in (f"{ADMIN}/{id}", f"{ADMIN}/{id}/pictures/{numbers[id]}"):
                assert (await http.get(path, headers=operator)).status_code == status, (role, path)
            assert (await act(http, f"{ADMIN}/{id}/notes", operator, text="seen")).status_code == status, role
            assert (await act(http, f"{ADMIN}/{id}/state", operator, state="waiting")).status_code == status, role
            forms = {"text": "Hello", "last_message": 2**31}
            assert (await act(http, f"{ADMIN}/{id}/answer", operator, **forms)).status_code == status, role
            assert (await act(http, f"{ADMIN}/{id}/state", operator, state="open")).status_code == status, role
    other_ticket = f"{ADMIN}/{item}/pictures/{numbers[money]}"
    assert (await http.get(other_ticket, headers=await operator_headers(server))).status_code == 404


async def test_player_sees_own_tickets_alone(server: World, http: httpx.AsyncClient) -> None:
    headers, stranger = await player(http), await player(http)
    id = await open_ticket(http, headers, donation_id="")
    assert (await read(http, f"{PATH}/{id}", headers))["donation_id"] is None
    upload = await http.post(f"{PATH}/{id}/pictures", content=picture(), headers=headers)
    number = upload.json()["pictures"][0]["id"]
    for path in (f"{PATH}/{id}", f"{PATH}/{id}/pictures/{number}"):
        assert (await http.get(path, headers=headers)).status_code == 200
        assert_error(await http.get(path, headers=stranger), 404, "not_found")
        assert (await http.get(path)).status_code == 401
    for word in ("messages", "close", "pictures"):
        form = {"content": picture()} if word == "pictures" else {"json": {"text": "x"}}
        answer = await http.post(f"{PATH}/{id}/{word}", headers=stranger | new_key(), **form)  # type: ignore[arg-type]
        assert_error(answer, 404, "not_found")
    assert (await read(http, PATH, stranger))["data"] == []
    donation = await add_donation(server, headers["Name"])
    assert_error(await act(http, PATH, stranger, **ITEM, donation_id=donation), 404, "not_found")


async def test_question_is_answered_by_page_bell_and_mail(
    server: World, http: httpx.AsyncClient, smtp: MailServer
) -> None:
    headers, operator = await player(http), await operator_headers(server, "support")
    name, email = headers["Name"], f"{headers['Name']}@example.org"
    key = new_key()
    threads = [(await http.post(PATH, json=ITEM, headers=headers | key)).json() for _ in range(2)]
    assert threads[0] == threads[1], "a repeated request writes no second ticket"
    id, messages = threads[0]["ticket"]["id"], threads[0]["messages"]
    assert [(row["text"], row["is_own"]) for row in messages] == [("It is gone.\nSince today \u202e😀", True)]

    await act(http, f"{ADMIN}/{id}/notes", operator, text="a thief?")
    read_until = messages[-1]["id"]
    await act(http, f"{PATH}/{id}/messages", headers, text="And my helmet.")
    late = await act(http, f"{ADMIN}/{id}/answer", operator, text="Look again.", last_message=read_until)
    assert_error(late, 409, "changed_meanwhile")
    await site(server, f"REPLACE INTO confirmed_emails VALUES ('{name}', '{email}', 1)")
    await site(server, f"UPDATE account_owners SET language = 'es' WHERE login = '{name}'")
    thread = await read(http, f"{ADMIN}/{id}", operator)
    assert [row["author"] for row in thread["messages"]] == ["player", "note", "player"]
    assert (thread["language"], thread["replies"]["solved"][:14]) == ("es", "Ya está resuel")
    form = {"text": "Mirá en el depósito. " * 20, "last_message": thread["messages"][-1]["id"]}
    assert (await act(http, f"{ADMIN}/{id}/answer", operator, **form)).status_code == 200
    log = await site(server, f"SELECT new_values FROM operator_log WHERE subject = 'ticket:{id}' ORDER BY id")
    assert "depósito" not in str([*log])
    assert '"answer":"419 characters"' in str(log[-1][0])

    player_thread = await read(http, f"{PATH}/{id}", headers)
    assert player_thread["ticket"]["state"] == "answered"
    assert [row["is_own"] for row in player_thread["messages"]] == [True, True, False], "notes are not shown"
    assert "thief" not in str(player_thread)
    news = await read(http, "/api/player/watch/news", headers)
    (entry,) = [entry for day in news["days"] for entry in day["entries"] if entry["kind"] == "ticket"]
    values = {"id": str(id), "title": "My bow", "address": f"/tickets?ticket={id}"}
    assert (entry["values"], entry["is_unread"]) == (values, True)

    def mails_of_ticket() -> list[str]:
        return [text for text in smtp.texts(email) if f"/es/tickets?ticket={id}" in text]

    async def mail_has_arrived() -> bool:
        return bool(mails_of_ticket())

    await until(mail_has_arrived)
    (mail,) = mails_of_ticket()
    assert "Mirá en el depósito." in mail
    assert form["text"].strip() not in mail, "the beginning alone"

    await act(http, f"{PATH}/{id}/messages", headers, text="Thank you!")
    assert (await read(http, f"{PATH}/{id}", headers))["ticket"]["state"] == "open"
    assert (await http.post(f"{PATH}/{id}/close", headers=headers)).json()["ticket"]["state"] == "closed"
    for answer in (
        await act(http, f"{PATH}/{id}/messages", headers, text="One more"),
        await http.post(f"{PATH}/{id}/close", headers=headers),
        await http.post(f"{PATH}/{id}/pictures", content=picture(), headers=headers),
    ):
        assert_error(answer, 409, "conflict")


async def test_answer_sends_no_mail_to_an_address_that_is_not_confirmed(server: World, http: httpx.AsyncClient) -> None:
    headers = await player(http)
    id = await open_ticket(http, headers)
    operator = await operator_headers(server)
    answer = await act(http, f"{ADMIN}/{id}/answer", operator, text="Hello", last_message=2**31, closes=True)
    assert answer.status_code == 200, answer.text
    assert (await read(http, f"{PATH}/{id}", headers))["ticket"]["state"] == "closed"
    assert [
        *await site(server, f"SELECT id FROM messages WHERE login = '{headers['Name']}' AND channel = 'ticket'")
    ] == []


async def test_pictures_are_encoded_anew_and_others_refused(http: httpx.AsyncClient) -> None:
    headers = await player(http)
    id = await open_ticket(http, headers)
    exif = Image.Exif()
    exif[0x010E] = "a secret place"
    exif[0x0112] = 6
    photo = picture("JPEG", (3000, 1500), exif=exif)
    assert b"secret" in photo
    upload = await http.post(f"{PATH}/{id}/pictures", content=photo, headers=headers)
    number = upload.json()["pictures"][0]["id"]
    answer = await http.get(f"{PATH}/{id}/pictures/{number}", headers=headers)
    with Image.open(io.BytesIO(answer.content)) as image:
        assert (image.format, image.height > image.width, "exif" in image.info) == ("WEBP", True, False)
    assert len(answer.content) <= 300_000
    assert b"secret" not in answer.content
    assert answer.headers["content-type"] == "image/webp"
    assert answer.headers["content-disposition"] == f'inline; filename="picture-{number}.webp"'
    assert (answer.headers["x-content-type-options"], answer.headers["cache-control"]) == ("nosniff", "no-store")
    assert answer.headers["content-security-policy"].startswith("default-src 'none'")
    bomb = io.BytesIO()
    Image.new("1", (20_000, 20_000)).save(bomb, "PNG")
    for content in (
        b"<svg onload='alert(1)'/>",
        picture("GIF"),
        b"",
        bomb.getvalue(),
        b"\xff\xd8\xff" + os.urandom(99),
    ):
        refused = await http.post(f"{PATH}/{id}/pictures", content=content, headers=headers)
        assert (refused.status_code, [*refused.json()["fields"]]) == (400, ["picture"])
    assert len((await read(http, f"{PATH}/{id}", headers))["pictures"]) == 1


async def test_pictures_have_limits_of_bytes(http: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch) -> None:
    headers = await player(http)
    id = await open_ticket(http, headers)
    monkeypatch.setattr(pictures, "MAX_BYTES", 1000)
    large = await http.post(f"{PATH}/{id}/pictures", content=picture(size=(99, 99)), headers=headers)
    assert_error(large, 413, "too_large")
    monkeypatch.setattr(pictures, "MAX_BYTES", 100_000)
    answers = [await http.post(f"{PATH}/{id}/pictures", content=picture(), headers=headers) for _ in range(2)]
    used = (await read(http, PATH, headers))["picture_bytes"]
    monkeypatch.setattr(store, "ACCOUNT_BYTES", used)
    answers.append(await http.post(f"{PATH}/{id}/pictures", content=picture(), headers=headers))
    assert [answer.status_code for answer in answers] == [200, 200, 409], [answer.text for answer in answers]
    assert (await read(http, PATH, headers))["picture_bytes"] == used > 0


async def test_tickets_and_messages_are_limited(http: httpx.AsyncClient) -> None:
    headers = await player(http)
    ids = [await open_ticket(http, headers) for _ in range(store.MAX_OPEN)]
    assert_error(await act(http, PATH, headers, **ITEM), 409, "conflict")
    assert (await http.post(f"{PATH}/{ids[0]}/close", headers=headers)).status_code == 200
    limited = await act(http, PATH, headers, **ITEM)
    assert_error(limited, 429, "too_many_requests")
    assert int(limited.headers["retry-after"]) > 0
    answers = [await act(http, f"{PATH}/{ids[1]}/messages", headers, text="again") for _ in range(9)]
    assert [answer.status_code for answer in answers] == [200] * 8 + [429]


@pytest.mark.parametrize(
    ("form", "field"),
    [
        ({"title": " \x00"}, "title"),
        ({"text": "\n"}, "text"),
        ({"text": "a" * 4001}, "text"),
        ({"topic": "x"}, "topic"),
    ],
)
async def test_form_names_its_field(http: httpx.AsyncClient, form: dict[str, str], field: str) -> None:
    answer = await act(http, PATH, await player(http), **{**ITEM, **form})
    assert (answer.status_code, [*answer.json()["fields"]]) == (400, [field])


async def test_search_states_and_topics_filter_the_list(server: World, http: httpx.AsyncClient) -> None:
    headers, operator = await player(http), await operator_headers(server)
    word = uuid.uuid4().hex
    id = await open_ticket(http, headers, text=f"The word {word.upper()}")
    for query in ({"search": word}, {"search": str(id), "state": "open"}, {"search": headers["Name"], "topic": "item"}):
        rows = (await http.get(ADMIN, params=query, headers=operator)).json()["data"]
        assert id in {row["id"] for row in rows}, query
    for query in ({"search": word, "state": "closed"}, {"search": word, "topic": "spin"}, {"search": f"{word}x"}):
        assert (await http.get(ADMIN, params=query, headers=operator)).json()["data"] == [], query
    new_topic = await act(http, f"{ADMIN}/{id}/state", operator, state="open", topic="paid")
    assert new_topic.status_code == 200, new_topic.text
    assert_error(await act(http, f"{ADMIN}/{id}/state", operator, state="open"), 409, "conflict")
    support = await operator_headers(server, "support")
    assert (await http.get(f"{ADMIN}/{id}", headers=support)).status_code == 404


async def test_old_tickets_are_closed_and_then_deleted(server: World, http: httpx.AsyncClient) -> None:
    headers = await player(http)
    ids = [await open_ticket(http, headers) for _ in range(3)]
    upload = await http.post(f"{PATH}/{ids[0]}/pictures", content=picture(), headers=headers)
    assert upload.status_code == 200
    now, day = int(time.time()), 86_400
    for id, state, age in zip(ids, ("closed", "answered", "open"), (181, 15, 400), strict=True):
        await site(server, f"UPDATE tickets SET state = '{state}', changed_at = {now - age * day} WHERE id = {id}")
    async with open_databases(server.settings) as databases:
        (entry,) = EXTRA.retention(Parts(server.settings, databases))
        assert await entry.prune(now) == 1
    rows = (await read(http, PATH, headers))["data"]
    assert {row["id"]: row["state"] for row in rows} == {ids[1]: "closed", ids[2]: "open"}
    assert [*await site(server, f"SELECT id FROM ticket_pictures WHERE ticket_id = {ids[0]}")] == []


async def test_doctor_counts_tickets_without_an_answer(server: World, http: httpx.AsyncClient) -> None:
    id = await open_ticket(http, await player(http))
    await site(server, f"UPDATE tickets SET waiting_since = UNIX_TIMESTAMP() - 90000 WHERE id = {id}")
    report = await run_command(server, "doctor", "--only", "tickets")
    assert re.search(r"tickets: \d+, of them \d+ to answer", report.out), report
    assert re.search(r"tickets: \d+ without an answer for more than 24 hours", report.out), report
    assert "the administration is off" in report.out
