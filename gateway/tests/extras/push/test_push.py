"""Push messages of a running site: choices, subscriptions that end with their session, messages sent at most once."""

import asyncio
import time
from collections.abc import AsyncGenerator
from zoneinfo import ZoneInfo

import httpx
import msgspec
import pytest

from fixtures.admin import execute
from fixtures.certificates import Authority
from fixtures.installed import World
from gateway.app import Application
from gateway.config import settings
from gateway.database.database import Databases
from gateway.extras import world_events
from gateway.extras.push import endpoints
from gateway.extras.push.feature import PushFeature
from gateway.extras.push.notices import Notice
from gateway.extras.push.noting import RANK_SECONDS, NoticeReader, lost_ranks, opened_windows
from gateway.extras.push.outbox import PushSender, push_message
from gateway.extras.push.subscriptions import Subscriptions
from gateway.extras.world.handlers import World as WorldPages
from gateway.extras.world.store import WorldStore
from gateway.extras.world.tracker import WorldTracker
from gateway.extras.world_events import WorldEvent
from gateway.features.messages import outbox
from gateway.features.privacy.public_snapshot import PublicSnapshots
from gateway.http.trusted_certificates import trusted_certificates
from gateway.registration.announcements import Announcements
from gateway.tests.conftest import ClientFactory, WorldFactory
from gateway.tests.extras.support.push_service import HOST, Browser, PushService, push_service
from gateway.tests.support.account_app import APP_ENV, assert_error, bearer, site, token_of, without_jobs
from gateway.tests.support.commands import run_command
from gateway.tests.support.polling import wait_for_answer
from gateway.tests.support.wait_until import until

PATH = "/api/player/push"
ZONE = ZoneInfo("America/Argentina/Buenos_Aires")
QUEEN_ANT, RAID_BOSS, GIRAN = 29001, 25325, 3
CHOICES = {"bosses": [QUEEN_ANT], "raid_bosses": False, "castles": [GIRAN], "milestones": True, "rank_lost": True}
ENV = APP_ENV | {"GATEWAY_PUSH_ALLOWED_HOSTS": HOST, "GATEWAY_SERVER_PUBLIC_URL": "https://play.example"}
NO_KILLERS: dict[str, list[int]] = {"killers": []}


class PushSite:
    """A running application without jobs: a test runs those of push."""

    def __init__(self, world: World, application: Application, http: httpx.AsyncClient, service: PushService) -> None:
        self.world, self.application, self.http, self.service = world, application, http, service
        self.databases = Databases.open(application.settings)
        self.sender = self.new_sender()

    def new_sender(self) -> PushSender:
        subscriptions = Subscriptions(self.databases.site, self.application.settings)
        return PushSender(self.databases.site, subscriptions, lambda _notice, _language: b"{}")

    async def subscribe(self, browser: Browser, token: str = "", language: str = "de") -> dict[str, str]:
        """Returns the headers of the session."""
        headers = bearer(token or await token_of(self.http, "demo"))
        form = {"choices": CHOICES, "language": language, "subscription": browser.subscription}
        answer = await self.http.put(PATH, headers=headers, json=form)
        assert (answer.status_code, answer.json()["is_subscribed"]) == (200, True), answer.text
        await site(self.world, "UPDATE push_subscriptions SET created_at = created_at - 600")
        return headers

    async def add_messages(self) -> None:
        """Adds a message for every subscription."""
        now = int(time.time())
        notice = Notice(kind="boss_killed", subject_id=QUEEN_ANT, at=now, expires_at=now + 3600)
        rows = await site(self.world, "SELECT id, login FROM push_subscriptions")
        batch = [push_message(int(id), str(login), notice, now) for id, login in rows]
        await self.databases.site.transact(lambda session: outbox.add(session, batch))

    async def states(self) -> list[str]:
        return [row[0] for row in await site(self.world, "SELECT state FROM messages ORDER BY id")]

    async def subscriptions(self) -> int:
        return len(await site(self.world, "SELECT id FROM push_subscriptions"))


@pytest.fixture(scope="module")
async def running(
    world: WorldFactory, client: ClientFactory, tmp_path_factory: pytest.TempPathFactory
) -> AsyncGenerator[PushSite]:
    own_world, patch = world("mobius", characters=60, seed=83), pytest.MonkeyPatch()
    authority = Authority(tmp_path_factory.mktemp("authority"), HOST)
    patch.setenv("SSL_CERT_FILE", str(authority.file))
    trusted_certificates.cache_clear()
    databases = Databases.open(own_world.settings)
    async with push_service(authority) as service, without_jobs(own_world):
        patch.setattr(endpoints, "resolve", service.resolve)
        siege_at = int(time.time()) + 1800
        await execute(own_world.game_admin_dsn, f"UPDATE castle SET siegeDate = {siege_at}000 WHERE id = {GIRAN}")
        await WorldTracker(WorldStore(databases.site), databases.game, ZONE).read(int(time.time()))
        application = Application(settings.load(None, {**own_world.environment, **ENV}))
        async with client(application.asgi) as http:
            await wait_for_answer(http, "/api/world/castles")
            await wait_for_answer(http, "/api/rankings/pvp")  # who is public is known
            test_site = PushSite(own_world, application, http, service)
            yield test_site
            await test_site.databases.close()
    await databases.close()
    patch.undo()
    trusted_certificates.cache_clear()


@pytest.fixture
async def own_site(running: PushSite) -> AsyncGenerator[PushSite]:
    await site(running.world, "DELETE FROM push_subscriptions", "DELETE FROM messages", "DELETE FROM push_choices")
    running.service.pushes.clear()
    running.service.status, running.service.headers = 201, ""
    running.sender = running.new_sender()
    yield running
    await running.sender.close()


async def test_chosen_events_reach_the_browser_once(own_site: PushSite) -> None:
    headers = bearer(await token_of(own_site.http, "demo"))
    first = (await own_site.http.get(PATH, headers=headers)).json()
    assert (first["is_subscribed"], first["choices"]["bosses"]) == (False, [])
    browser, now = Browser(), int(time.time())
    await own_site.subscribe(browser, headers["Authorization"].removeprefix("Bearer "), "es")
    rows = await site(own_site.world, "SELECT sealed, endpoint_hash FROM push_subscriptions")
    assert HOST not in str(rows)
    character = (await own_site.http.get("/api/player/characters", headers=headers)).json()["data"][0]
    await site(
        own_site.world,
        f"REPLACE INTO milestones VALUES ({character['id']}, 1, 'level_76', {now - 9}, 60)",
        "INSERT INTO competitions VALUES (8, 'Cup', 'pvp', 1, 2, 1, 80, '', 1, NULL, 'characters', NULL)",
        f"INSERT INTO competition_prizes VALUES (8, 1, 5, {character['id']}, 'demo', 'paid', {now - 8}), "
        f"(8, 2, 3, {character['id']}, 'demo', 'young', {now - 8})",
    )
    events = [
        WorldEvent(kind="boss_killed", subject_id=QUEEN_ANT, at=now - 5, accuracy_seconds=60, details=NO_KILLERS),
        WorldEvent(kind="boss_killed", subject_id=RAID_BOSS, at=now - 5, accuracy_seconds=60, details=NO_KILLERS),
        WorldEvent(kind="boss_killed", subject_id=QUEEN_ANT, at=now - 900, accuracy_seconds=60, details=NO_KILLERS),
        WorldEvent(kind="castle_taken", subject_id=GIRAN, at=now - 7, accuracy_seconds=60, object_id=0),
    ]
    await world_events.add(own_site.databases.site, events, ZONE, now)
    push = own_site.application.parts.get(PushFeature)
    reader, channel = push.reader, push.sender.channel
    assert await reader.note() == 5
    reader.forget()
    assert [await reader.note(), len(await own_site.states())] == [0, 5]
    assert [await channel.work(), await channel.work()] == [5, 0]
    payloads = {payload["title"]: payload for payload in own_site.service.payloads(browser)}
    assert {title: payload["tag"] for title, payload in payloads.items()} == {
        "Queen Ant cayó": f"boss-{QUEEN_ANT}",
        "Giran tiene nuevo dueño": f"castle-{GIRAN}",
        "Asedio de Giran en menos de una hora": f"castle-{GIRAN}",
        f"{character['name']}: nivel 76": f"milestone-{character['id']}-level_76",
        f"{character['name']} ganó un premio": f"prize-{character['id']}",
    }
    assert payloads[f"{character['name']} ganó un premio"]["url"] == "/es/competition/8"
    assert payloads["Giran tiene nuevo dueño"]["body"] == "Un clan tomó el castillo."
    assert payloads["Queen Ant cayó"]["url"].startswith("/es/bosses/queen-ant/")
    headers = own_site.service.pushes[0].headers
    assert (headers["content-encoding"], headers["host"], headers["urgency"]) == ("aes128gcm", HOST, "normal")
    assert headers["authorization"].startswith("vapid t=")
    assert headers["authorization"].endswith(f", k={first['public_key']}".lower())
    assert 0 < int(headers["ttl"]) <= 86_400
    assert len(headers["topic"]) == 32
    assert len({push.headers["topic"] for push in own_site.service.pushes}) == 4
    tables = ("competition_prizes WHERE competition_id", "competitions WHERE id")
    await site(own_site.world, *(f"DELETE FROM {table} = 8" for table in tables))


async def test_starred_subjects_are_told_of_where_the_account_chose_it(own_site: PushSite) -> None:
    await own_site.subscribe(Browser())
    now = int(time.time())
    views = own_site.world.schemas.views
    [(hero,), (other_hero,)] = await site(
        own_site.world,
        f"SELECT character_id FROM {views}.characters JOIN {views}.accounts ON accounts.login = account_name "
        "WHERE account_name <> 'demo' AND characters.access_level = 0 AND accounts.access_level = 0 "
        f"AND deletion_at IS NULL AND login NOT IN (SELECT login FROM {views}.account_bans) "
        "ORDER BY pvp_kills DESC LIMIT 2",
    )
    stars = (("boss", RAID_BOSS), ("clan", 77), ("character", hero))
    await site(
        own_site.world,
        *(f"INSERT INTO watch_stars VALUES ('demo', '{kind}', {number}, {now - 99})" for kind, number in stars),
    )
    events = [
        WorldEvent(kind="boss_killed", subject_id=RAID_BOSS, at=now - 4, accuracy_seconds=60, details=NO_KILLERS),
        WorldEvent(kind="boss_killed", subject_id=RAID_BOSS + 1, at=now - 4, accuracy_seconds=60, details=NO_KILLERS),
        WorldEvent(kind="castle_taken", subject_id=GIRAN + 1, at=now - 6, accuracy_seconds=60, object_id=77),
        WorldEvent(kind="hero", subject_id=hero, at=now - 3, accuracy_seconds=60),
        WorldEvent(kind="hero", subject_id=other_hero, at=now - 3, accuracy_seconds=60),
    ]
    await world_events.add(own_site.databases.site, events, ZONE, now)
    parts = own_site.application.parts
    subscriptions = parts.get(PushFeature).subscriptions
    pages = parts.get(WorldPages), parts.get(PublicSnapshots), Announcements(list)
    kinds = "'boss_killed', 'castle_taken', 'hero'"
    subject_ids = f"SELECT JSON_VALUE(content, '$.subject_id') FROM messages WHERE kind IN ({kinds})"
    for choice, expected in ((False, set[int]()), (True, {RAID_BOSS, GIRAN + 1, int(hero)})):
        choices = msgspec.json.encode({**CHOICES, "stars": choice}).decode()
        await site(own_site.world, f"UPDATE push_choices SET choices = '{choices}'", "DELETE FROM messages")
        await NoticeReader(own_site.databases.site, subscriptions, *pages).note()
        assert {int(row[0]) for row in await site(own_site.world, subject_ids)} - {QUEEN_ANT, GIRAN} == expected


@pytest.mark.parametrize(
    ("status", "state", "subscriptions"),
    [
        (404, "gone", 0),
        (410, "gone", 0),
        (429, "waiting", 1),
        (503, "waiting", 1),
        (403, "refused", 1),
        (307, "refused", 1),
        (500, "claimed", 1),
        (0, "claimed", 1),
    ],
)
async def test_answer_of_the_push_service_decides(
    own_site: PushSite, status: int, state: str, subscriptions: int
) -> None:
    await own_site.subscribe(Browser())
    await own_site.add_messages()
    own_site.service.status = status
    own_site.service.headers = f"Retry-After: 120\r\nLocation: https://{HOST}/other\r\n"
    began = int(time.time())
    assert await own_site.sender.channel.work() == 0
    own_site.service.status = 201
    assert await own_site.sender.channel.work() == 0
    assert len(own_site.service.pushes) == 1
    assert (await own_site.states(), await own_site.subscriptions()) == ([state], subscriptions)
    due = int((await site(own_site.world, "SELECT due_at FROM messages"))[0][0])
    assert (due >= began + 120) is (state == "waiting")
    await own_site.subscribe(Browser())
    await own_site.add_messages()
    is_closed = state == "waiting"
    assert bool(await own_site.sender.channel.work()) is not is_closed
    assert (len(own_site.service.pushes) == 1) is is_closed


async def test_message_is_not_repeated_after_a_crash_between_claim_and_answer(own_site: PushSite) -> None:
    await own_site.subscribe(Browser())
    await own_site.add_messages()
    own_site.service.status = -1
    work = asyncio.create_task(own_site.sender.channel.work())

    async def has_arrived() -> bool:
        return bool(own_site.service.pushes)

    await until(has_arrived)
    work.cancel()
    await asyncio.gather(work, return_exceptions=True)
    own_site.service.status = 201
    assert await own_site.sender.channel.work() == 0
    assert await own_site.new_sender().channel.work() == 0
    assert (len(own_site.service.pushes), await own_site.states()) == (1, ["claimed"])
    await site(own_site.world, "UPDATE messages SET claimed_at = claimed_at - 601")
    report = await run_command(own_site.world, "doctor", "--only", "push", **ENV)
    assert "1 messages of the last days may or may not have been sent" in report.out


async def test_subscription_ends_with_its_session(own_site: PushSite) -> None:
    browsers: dict[str, Browser] = {}
    for name in ("logout", "expired", "idle", "deleted", "live"):
        browser = browsers[name] = Browser()
        headers = await own_site.subscribe(browser)
        if name == "logout":
            assert (await own_site.http.post("/api/auth/logout", headers=headers)).status_code == 200
        elif name == "deleted":
            assert (await own_site.http.delete(PATH, headers=headers)).json()["is_subscribed"] is False
        elif name != "live":
            column = "created_at" if name == "expired" else "seen_at"
            newest = "SELECT session FROM push_subscriptions ORDER BY id DESC LIMIT 1"
            await site(own_site.world, f"UPDATE sessions SET {column} = {column} - 8 * 86400 WHERE id = ({newest})")
    await own_site.add_messages()
    assert await own_site.sender.channel.work() == 1
    assert [push.path for push in own_site.service.pushes] == [browsers["live"].path]
    await own_site.application.parts.get(PushFeature).subscriptions.remove_ended(int(time.time()))
    assert await own_site.subscriptions() == 1


async def test_browser_belongs_to_the_last_session_that_subscribed_it(own_site: PushSite) -> None:
    browser = Browser()
    await own_site.subscribe(browser)
    await own_site.subscribe(browser)
    await own_site.add_messages()
    assert await own_site.sender.channel.work() == 1
    assert await own_site.subscriptions() == 1


@pytest.mark.parametrize(
    "change",
    [
        {"endpoint": "https://127.0.0.1/a"},
        {"endpoint": f"http://{HOST}/a"},
        {"p256dh": "AAAA"},
        {"auth": "no base64!"},
    ],
)
async def test_other_subscriptions_are_refused_without_their_address(
    own_site: PushSite, change: dict[str, str]
) -> None:
    headers = bearer(await token_of(own_site.http, "demo"))
    form = {"choices": CHOICES, "language": "en", "subscription": Browser().subscription | change}
    response = await own_site.http.put(PATH, headers=headers, json=form)
    assert_error(response, 400, "validation_failed", subscription="Push service is not supported")
    assert await own_site.subscriptions() == 0


async def test_sealed_keys_are_rotated(own_site: PushSite) -> None:
    await own_site.subscribe(Browser())
    result = await run_command(own_site.world, "keys", "rotate", "--reason", "test", "--by", "ann", **ENV)
    assert result.code == 0, result


def test_lost_rank_is_noted_for_own_characters_at_most_three_times_a_day() -> None:
    now = 1_900_000_000
    old_ranks, new_ranks = {1: 1, 2: 2, 3: 3}, {2: 1, 1: 2, 4: 3}
    (notice,) = lost_ranks(old_ranks, new_ranks, [1, 2, 3], now)
    assert (notice.subject_id, notice.value, notice.at % RANK_SECONDS) == (1, 2, 0)
    assert now < notice.at <= now + RANK_SECONDS
    assert lost_ranks(old_ranks, new_ranks, [2], now) == lost_ranks({}, new_ranks, [1], now) == []


def test_window_is_noted_in_the_hour_after_it_opens() -> None:
    now = 1_900_000_000
    windows = [((now - 10, now + 9000), 1), ((now + 1, now + 9000), 2), ((now - 3600, now + 9000), 3)]
    assert [(notice.subject_id, notice.expires_at) for notice in opened_windows(windows, now)] == [(1, now + 9000)]
