"""Stars of an account and their news: in the page, in the private feed and in the weekly mail."""

import asyncio
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest
from structlog.testing import capture_logs

from fixtures.installed import World
from gateway.app import Application
from gateway.config import settings
from gateway.config.settings import Settings
from gateway.database.database import Databases
from gateway.database.installation import site_days
from gateway.extras.history.archive import HistoryArchive
from gateway.extras.watch import participants, star_news
from gateway.extras.watch.digest import mail_week, period_of
from gateway.features.privacy.repository import PrivacyStore
from gateway.jobs import Job
from gateway.registration.feature import jobs_of
from gateway.tests.conftest import ClientFactory
from gateway.tests.extras.watch.recorded_history import record, with_history, without_history
from gateway.tests.support.account_app import APP_ENV, bearer, game, site, token_of, without_jobs
from gateway.tests.support.commands import run_command
from gateway.tests.support.in_process_builder import in_process_builder
from gateway.tests.support.mail_server import PUBLIC_URL, MailServer, mail_server, part_of
from gateway.tests.support.polling import wait_for_answer
from gateway.world_snapshot.snapshot_store import Snapshots

SEED = 8585
BOSS, CASTLE, HOUR, DAY = 25325, 3, 3600, 86_400
EMAIL = "demo@example.org"
HERO = """
SELECT characters.character_id, characters.name, clans.clan_id, account_name FROM {views}.characters
JOIN {views}.clans ON clans.clan_id = characters.clan_id JOIN {views}.accounts ON accounts.login = account_name
WHERE characters.access_level = 0 AND characters.deletion_at IS NULL AND accounts.access_level = 0
AND login NOT IN (SELECT login FROM {views}.account_bans) AND login <> 'demo' ORDER BY pvp_kills DESC LIMIT 1
"""
DELIVERY = """
INSERT INTO deliveries (idempotency_key, account, character_id, character_name, item_id, amount, status, created_at,
    delivered_at) VALUES ('{login}-1', '{login}', 1, 'Alt', 4037, 7, 'delivered', {now} - 60, {now} - 30)
"""
DONATION = """
INSERT INTO donations (id, account, character_id, character_name, amount, currency, base_coins, bonus_coins,
    total_coins, status, created_at, credited_at, refunded_at, refunded_amount)
VALUES ('{login}-1', '{login}', 1, 'Alt', 500, 'ARS', 50, 0, 50, 'refunded', {now} - 90, {now} - 80, {now} - 70, 500)
"""


class WatchSite:
    """A running application with a mail server. `number`, `name`, `clan` and `login`: of a character with a star."""

    def __init__(self, world: World, application: Application, http: httpx.AsyncClient, smtp: MailServer) -> None:
        self.world, self.application = world, application
        self.http, self.smtp = http, smtp
        self.number = self.clan = 0
        self.name = self.login = ""

    def job(self, name: str) -> Job:
        return next(job for job in jobs_of(self.application.features) if job.name == name)

    async def star(self, *stars: tuple[str, str]) -> dict[str, Any]:
        form = {"stars": [{"kind": kind, "key": key} for kind, key in stars]}
        response = await self.http.put("/api/player/watch/stars", json=form)
        assert response.status_code == 200, response.text
        return response.json()

    async def news(self) -> list[dict[str, Any]]:
        answer = (await self.http.get("/api/player/watch/news")).json()
        return [entry for day in answer["days"] for entry in day["entries"]]

    async def kinds(self) -> set[str]:
        return {entry["kind"] for entry in await self.news() if entry["source"] == "star"}

    async def change(self, change: str) -> None:
        """Executes a statement in the game's database, or sets the privacy level, and takes a snapshot."""
        if change.startswith("UPDATE"):
            await game(self.world, change)
        else:
            row = f"'{self.login}', '{change}', UNIX_TIMESTAMP()"
            await site(self.world, f"REPLACE INTO privacy (login, level, changed_at) VALUES ({row})")
        await self.application.parts.get(PrivacyStore).refresh()
        await self.application.parts.get(Snapshots).renew()


@pytest.fixture(scope="module")
async def running(own_world: World, client: ClientFactory) -> AsyncGenerator[WatchSite]:
    """News are not kept, and jobs run when a test runs them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(star_news, "CACHE_SECONDS", 0)
        patch.setattr(participants, "FRESH_SECONDS", 0)
        async with open_site(own_world, client) as running:
            yield running


@asynccontextmanager
async def open_site(own_world: World, client: ClientFactory) -> AsyncGenerator[WatchSite]:
    async with mail_server() as smtp, without_jobs(own_world):
        env = {**own_world.environment, **APP_ENV, **smtp.environment}
        with in_process_builder():
            application = Application(settings.load(None, env))
        async with client(application.asgi) as http:
            running = WatchSite(own_world, application, http, smtp)
            await wait_for_answer(http, "/api/rankings/pvp")
            await running.job("read_world").work(int(time.time()))
            await wait_for_answer(http, "/api/world/bosses")
            yield running


@pytest.fixture(autouse=True)
async def fresh(running: WatchSite) -> None:
    """No stars and no choices, and four events of the last hours about a public character of another account."""
    world, now = running.world, int(time.time())
    [row] = await site(world, HERO.format(views=world.schemas.views))
    running.number, running.name = int(row[0]), row[1]
    running.clan, running.login = int(row[2]), row[3]
    number, clan = running.number, running.clan
    killers = f'{{"killers": [{number}], "party": [[{number}, 88, 80, {clan}]]}}'
    owners = f'"started_at": {now - 9000}, "owner_before": {clan}, "owner_after": {clan}'
    events = (
        ("boss_killed", BOSS, 0, now - HOUR, killers),
        ("siege_ended", CASTLE, 0, now - 2 * HOUR, f'{{{owners}, "sides": [[{clan}, "owner"]]}}'),
        ("hero", number, 0, now - 3 * HOUR, '{"cycle": 1}'),
        ("clan_level", clan, 8, now - 40 * DAY, "{}"),
    )
    rows = (
        f"({place}, '{kind}', {subject}, {object_id}, {at}, {at}, 60, '{details}')"
        for place, (kind, subject, object_id, at, details) in enumerate(events, 1)
    )
    columns = "id, kind, subject_id, object_id, at, public_at, accuracy_seconds, details"
    tables = ("watch_stars", "watch_accounts", "world_events", "privacy", "messages", "deliveries", "donations")
    await site(
        world,
        *(f"DELETE FROM {table}" for table in tables),
        f"INSERT INTO world_events ({columns}) VALUES {', '.join(rows)}",
    )
    running.http.headers.update(bearer(await token_of(running.http, "demo")))


async def test_stars_and_news(running: WatchSite) -> None:
    unknown = (("character", "Nobody"), ("boss", "1"), ("castle", "atlantis"), ("item", "999999999"))
    places = (("boss", str(BOSS)), ("castle", "giran"), ("item", "8190"))
    watch = await running.star(("character", running.name), ("clan", f"~{running.clan}"), *places, *unknown)
    assert {(star["kind"], star["id"]) for star in watch["stars"]} == {
        ("character", running.number),
        ("clan", running.clan),
        ("boss", BOSS),
        ("castle", CASTLE),
        ("item", 8190),
    }
    # What happened before the star is shown, and is not unread.
    assert (watch["limit"], watch["unread"]) == (200, 0)
    news = {entry["kind"]: entry for entry in await running.news() if entry["source"] == "star"}
    assert {"boss_killed", "siege_ended", "hero"} <= {*news}
    assert "clan_level" not in news
    assert news["boss_killed"]["event"]["characters"][0]["char_name"] == running.name
    assert news["siege_ended"]["subject"]["key"] == "giran"

    response = await running.http.delete(f"/api/player/watch/stars/character/{running.name}")
    repetition = await running.http.delete(f"/api/player/watch/stars/character/~{running.number}")
    assert (response.status_code, repetition.status_code) == (204, 204)
    assert "hero" not in await running.kinds()
    assert (await running.http.delete("/api/player/watch/stars/guild/x")).status_code == 400
    assert (await running.http.get("/api/player/watch", headers={"Authorization": ""})).status_code == 401


async def test_a_participant_has_the_kills_and_sieges_of_others(running: WatchSite) -> None:
    await running.star(("character", f"~{running.number}"))
    assert await running.kinds() >= {"boss_killed", "hero"}
    await running.star(("clan", f"~{running.clan}"))
    assert await running.kinds() >= {"boss_killed", "hero", "siege_ended"}


async def test_news_are_unread_until_they_are_read_on_any_device(running: WatchSite) -> None:
    await running.star(("boss", str(BOSS)))
    await site(running.world, f"UPDATE watch_stars SET since = since - {DAY}")
    other_device = bearer(await token_of(running.http, "demo"))

    async def unread(headers: dict[str, str]) -> int:
        return (await running.http.get("/api/player/watch", headers=headers)).json()["unread"]

    own_count = sum(entry["source"] == "own" and entry["is_unread"] for entry in await running.news())
    assert await unread(other_device) == own_count + 1
    as_of = (await running.http.get("/api/player/watch/news")).json()["as_of"]
    answer = await running.http.post("/api/player/watch/read", json={"until": as_of})
    assert answer.json() == {"unread": 0}
    assert await unread(other_device) == 0
    await running.http.post("/api/player/watch/read", json={"until": "2020-01-01T00:00:00Z"})
    assert await unread(other_device) == 0
    # A clock that is ahead does not read what comes.
    await running.http.post("/api/player/watch/read", json={"until": "2099-01-01T00:00:00Z"})
    [(read_until,)] = await site(running.world, "SELECT read_until FROM watch_accounts")
    assert read_until <= time.time()


async def test_hidden_and_banned_players_are_in_no_star_news_or_feed(running: WatchSite) -> None:
    await running.star(("character", running.name), ("boss", str(BOSS)))
    feed = await open_feed(running)
    assert running.name in (await running.http.get(feed)).text
    ban = f"UPDATE characters SET accesslevel = -1 WHERE charId = {running.number}"
    unban = f"UPDATE characters SET accesslevel = 0 WHERE charId = {running.number}"
    for hide, show in (("rankings", "public"), ("hidden", "public"), (ban, unban)):
        await running.change(hide)
        for path in ("/api/player/watch", "/api/player/watch/news", feed):
            assert running.name not in (await running.http.get(path)).text, (hide, path)
        assert await running.kinds() == {"boss_killed"}
        await running.change(show)
        assert await running.kinds() == {"boss_killed", "hero"}


async def test_renamed_character_keeps_its_star(running: WatchSite) -> None:
    await running.star(("character", running.name))
    await running.change(f"UPDATE characters SET char_name = 'Renamed' WHERE charId = {running.number}")
    [star] = (await running.http.get("/api/player/watch")).json()["stars"]
    await running.change(f"UPDATE characters SET char_name = '{running.name}' WHERE charId = {running.number}")
    assert (star["name"], star["key"]) == ("Renamed", "Renamed")


async def test_star_does_not_pass_to_the_next_owner_of_an_id(running: WatchSite) -> None:
    await running.star(("character", running.name))
    born_at = int(time.time()) + 2 * HOUR
    await site(
        running.world,
        *without_history(running.number),
        f"INSERT INTO character_histories VALUES ({running.number}, 9, 1, {born_at}, 1, 1, 1, 1, 1, 1, 0)",
        f"INSERT INTO character_now VALUES ({running.number}, 9, 9, NULL, 1, 'x', 0, 1, 1, 1, 1, 1, 1, 0)",
    )
    assert (await running.http.get("/api/player/watch")).json()["stars"] == []
    await site(running.world, *without_history(running.number))


async def test_star_of_a_character_tells_records_and_ranks(running: WatchSite, monkeypatch: pytest.MonkeyPatch) -> None:
    today = int(time.time()) // DAY
    kills_by_day = {today - 50: 30, today - 20: 35, today - 10: 80}
    record(running.application.parts.get(HistoryArchive), today - 60, (today - 12, today - 5), monkeypatch)
    await site(running.world, *with_history(running.number, today - 60, kills_by_day))
    await running.star(("character", running.name))
    values = {entry["kind"]: entry["values"] for entry in await running.news()}
    await site(running.world, *without_history(running.number))
    assert (values["record"], values["rank"]) == ({"pvp": 45}, {"place": 1, "place_before": 5})


async def test_account_has_its_own_deliveries_and_payments_alone(running: WatchSite) -> None:
    now = int(time.time())
    for login in ("demo", running.login):
        await site(running.world, DELIVERY.format(login=login, now=now), DONATION.format(login=login, now=now))
    entries = [entry for entry in await running.news() if entry["kind"] in {"delivery", "payment"}]
    states = [(entry["kind"], entry["values"]["state"], entry["values"]["coins"]) for entry in entries]
    assert states == [("delivery", "delivered", 7), ("payment", "refunded", 50), ("payment", "completed", 50)]
    assert {entry["values"]["id"] for entry in entries if entry["kind"] == "payment"} == {"demo-1"}


async def test_account_has_results_and_prizes_of_its_competitions(running: WatchSite) -> None:
    now, world = int(time.time()), running.world
    [(own_id,)] = await site(
        world,
        f"SELECT MIN(character_id) FROM {world.schemas.views}.characters WHERE account_name = 'demo' "
        "AND access_level = 0 AND deletion_at IS NULL",
    )
    last_day = now // DAY - 4
    columns = f"'pvp', {last_day}, {last_day}, 1, 80, '', 1, NULL, 'characters', NULL"
    for number, is_final in ((1, "true"), (2, "false")):
        board = f'{{"at": 1, "is_final": {is_final}, "rows": [[{running.number}, 1, 9, "fell"], [{own_id}, 2, 5]]}}'
        await site(
            world,
            f"INSERT INTO competitions VALUES ({number}, 'Cup {number}', {columns})",
            f"REPLACE INTO history_state VALUES ('competition:{number}', 1, '{board}')",
        )
    await site(
        world,
        f"INSERT INTO competition_prizes VALUES (1, 2, 40, {own_id}, 'demo', 'paid', {now - 60}), "
        f"(1, 1, 90, {running.number}, '{running.login}', 'paid', {now - 60})",
    )
    news = {entry["kind"]: entry for entry in await running.news() if entry["source"] == "own"}
    await site(world, "DELETE FROM competition_prizes", "DELETE FROM competitions")
    assert (news["prize"]["values"]["coins"], news["prize"]["values"]["state"]) == (40, "paid")
    result = news["competition"]
    assert (result["values"]["title"], result["values"]["place"], result["subject"]["id"]) == ("Cup 1", 2, own_id)


async def open_feed(running: WatchSite) -> str:
    """Returns the path of a new feed."""
    return (await running.http.post("/api/player/watch/feed")).json()["address"].removeprefix(PUBLIC_URL)


async def test_feed_has_public_facts_and_its_secret_is_nowhere_else(running: WatchSite) -> None:
    now = int(time.time())
    await site(running.world, DELIVERY.format(login="demo", now=now))
    await running.star(("boss", str(BOSS)))
    with capture_logs() as logs:
        former, feed = await open_feed(running), await open_feed(running)
        running.http.headers.pop("Authorization")
        answer = await running.http.get(feed)
        paths = (former, f"{feed[:-9]}AAAA.atom", feed.removesuffix(".atom"))
        refusals = [await running.http.get(path) for path in paths]
        metrics = await running.http.get("/metrics")
    secret = feed.rpartition("/")[2].removesuffix(".atom")
    assert (answer.status_code, len(secret)) == (200, 22)
    assert (answer.headers["Cache-Control"], answer.headers["X-Robots-Tag"]) == ("private, max-age=900", "noindex")
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert "was killed" in answer.text
    assert "coins" not in answer.text
    bodies = [{**response.json(), "request_id": ""} for response in refusals]
    assert {response.status_code for response in refusals} == {404}
    assert bodies[0] == bodies[1] == bodies[2]
    row = str(await site(running.world, "SELECT * FROM watch_accounts"))
    assert all(secret not in text for text in (str(logs), metrics.text, row, answer.text))
    assert any(line.get("route", "").startswith("/feeds/watch/{") for line in logs)

    running.http.headers.update(bearer(await token_of(running.http, "demo")))
    assert (await running.http.get("/api/player/watch/feed")).json()["is_open"]
    assert not (await running.http.delete("/api/player/watch/feed")).json()["is_open"]
    assert (await running.http.get(feed)).status_code == 404


async def begin_digest(running: WatchSite) -> None:
    [(email,)] = await game(running.world, "SELECT email FROM accounts WHERE login = 'demo'")
    await site(running.world, f"REPLACE INTO confirmed_emails VALUES ('demo', '{str(email).lower()}', 1)")
    response = await running.http.put("/api/player/watch/digest", json={"is_on": True})
    assert response.json() == {"is_on": True, "is_offered": True, "has_confirmed_email": True}, response.text
    await site(running.world, "UPDATE watch_accounts SET digest_week = 1")


async def move_events_into_mail(running: WatchSite) -> None:
    """Moves the events into the middle of the week that the mail is about."""
    parts = running.application.parts
    days = await site_days(parts.get(Databases).site, parts.get(Settings).server.zone)
    first, _ = period_of(mail_week(days, time.time()), days)
    shift = int(time.time() - first.timestamp()) - 3 * DAY
    await site(running.world, f"UPDATE world_events SET at = at - {shift}, public_at = public_at - {shift}")


async def test_digest_is_one_mail_a_week_that_ends_with_one_click(running: WatchSite) -> None:
    await site(running.world, "DELETE FROM confirmed_emails")
    refused = await running.http.put("/api/player/watch/digest", json={"is_on": True})
    assert (refused.status_code, (await running.http.get("/api/player/watch/digest")).json()["is_on"]) == (409, False)
    await begin_digest(running)
    await running.star(("boss", str(BOSS)))
    await move_events_into_mail(running)
    note, send = running.job("note_digests"), running.job("send_digests")
    await asyncio.gather(*(note.work(0) for _ in range(4)))
    await note.work(0)
    [(count,)] = await site(running.world, "SELECT COUNT(*) FROM messages WHERE channel = 'digest'")
    assert count == 1
    # A leader that was killed between the claim and the answer: the mail is not sent again.
    await site(running.world, "UPDATE messages SET state = 'claimed', claimed_at = 1")
    await send.work(0)
    assert running.smtp.messages == []
    await site(running.world, "UPDATE messages SET state = 'waiting', claimed_at = NULL")
    await send.work(0)
    await send.work(0)
    [mail] = running.smtp.messages
    text = part_of(mail, "plain")
    assert "was killed" in text
    address = str(mail["List-Unsubscribe"]).strip("<>").removeprefix(PUBLIC_URL)
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert f"{PUBLIC_URL}{address}" in text

    running.http.headers.pop("Authorization")
    question = await running.http.get(address)
    assert (question.status_code, '<form method="post">' in question.text) == (200, True)
    assert (await site(running.world, "SELECT digest_week FROM watch_accounts"))[0][0]
    for path in ("/api/watch/unsubscribe/unknown", f"/api/watch/unsubscribe/{'é' * 22}", address, address):
        ended = await running.http.post(path, data={"List-Unsubscribe": "One-Click"})
        assert (ended.status_code, "You get no weekly mail any more." in ended.text) == (200, True)
    running.http.headers.update(bearer(await token_of(running.http, "demo")))
    assert not (await running.http.get("/api/player/watch/digest")).json()["is_on"]
    await note.work(0)
    assert len(await site(running.world, "SELECT id FROM messages WHERE channel = 'digest'")) == 1


async def test_digest_is_not_sent_without_news_or_to_a_changed_address(running: WatchSite) -> None:
    running.smtp.messages.clear()
    await begin_digest(running)
    await running.job("note_digests").work(0)
    await running.job("send_digests").work(0)
    await site(running.world, "UPDATE watch_accounts SET digest_week = 1", "DELETE FROM messages")
    await running.star(("boss", str(BOSS)))
    await site(running.world, f"UPDATE world_events SET at = at - {7 * DAY}, public_at = public_at - {7 * DAY}")
    await running.job("note_digests").work(0)
    await site(running.world, "UPDATE confirmed_emails SET email = 'other@example.org'")
    await running.job("send_digests").work(0)
    assert running.smtp.messages == []


async def test_doctor_counts_stars_and_mails_without_an_outcome(running: WatchSite) -> None:
    await running.star(("boss", str(BOSS)), ("castle", "giran"))
    await begin_digest(running)
    await running.job("note_digests").work(0)
    await site(running.world, "UPDATE messages SET state = 'claimed', claimed_at = 1")
    report = await run_command(running.world, "doctor", "--only", "watch")
    assert "watch: 1 accounts have 2 stars; 0 private feeds, 1 weekly mails" in report.out
    assert "1 accounts chose the weekly mail, and this site sends no mail" in report.out
    assert "1 weekly mails" in report.out
