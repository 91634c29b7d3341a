"""Rendered pages: the leader renders and shares them, other processes load those of their own build."""

from collections.abc import AsyncGenerator, Callable, Mapping
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
import pytest

from fixtures.servers import Redis
from gateway.config.sections import RedisSettings
from gateway.http.rendering.page_store import PageStore, markup_of
from gateway.http.rendering.renderer_process import RendererProcess, RenderError
from gateway.redis.client import RedisClient

SCRIPT = """
globalThis.render = (path, language, frame, content) => {
    const { answers } = JSON.parse(frame);
    const text = answers["/api/text"];
    if (text === path) throw new Error("broken");
    const html = `<p>${text} ${JSON.parse(content)}</p>`;
    const own = path.startsWith("/n/") ? [`/api/names${path}`, `/api/names${path}/days`] : [];
    return `${path === "/plain" ? "" : ["/api/text", ...own].join(" ")}\\n${html}`;
};
"""
FOREIGN_OPTIONS: list[dict[str, Any]] = [
    {"build": "b2"},
    {"content": lambda: ("other", str)},
    {"language": "es"},
]
VIEWS = {"/": "en", "/plain": "en", "/rankings?tab=pk": "en"}


class Leader:
    def __init__(self, leads: bool) -> None:
        self.is_leader = leads


class World:
    """A snapshot's version and the text that the API answers; None: no answer."""

    version, text, content = "v1", "one", "c1"
    reads = 0

    def content_in(self, _language: str) -> str:
        return f'"{self.content}"'

    async def read(self, address: str) -> bytes | None:
        if address.startswith("/api/names/"):
            return None
        assert address == "/api/text"
        self.reads += 1
        return msgspec.json.encode(self.text) if self.text else None


PagesByView = dict[str, bytes]
Open = Callable[..., tuple[PageStore, PagesByView]]


@pytest.fixture
def world() -> World:
    return World()


@pytest.fixture
async def open_store(tmp_path: Path, redis_server: Redis, world: World) -> AsyncGenerator[Open]:
    renderers: list[RendererProcess] = []
    redis = RedisClient.open(RedisSettings(url=redis_server.url, prefix=tmp_path.name))
    assert redis

    def open_one(
        leads: bool, script: str = SCRIPT, views: Mapping[str, str] = VIEWS, **options: Any
    ) -> tuple[PageStore, PagesByView]:
        markup_by_view: PagesByView = {}

        def publish(markup: Mapping[str, bytes], content: str) -> None:
            assert content == world.content
            markup_by_view.clear()
            markup_by_view.update(markup)

        defaults: dict[str, Any] = {"build": "b1", "content": lambda: (world.content, world.content_in)}
        renderers.append(RendererProcess(script))
        store = PageStore(
            renderers[-1],
            lambda: views,
            read=world.read,
            publish=publish,
            version=lambda: world.version,
            redis=redis,
            leader=Leader(leads),
            zone=ZoneInfo("Pacific/Kiritimati"),
            **{**defaults, **options},
        )
        return store, markup_by_view

    yield open_one
    for renderer in renderers:
        await renderer.close()
    await redis.close()


async def test_a_snapshot_is_rendered_once_and_loaded_by_the_same_build_alone(open_store: Open, world: World) -> None:
    leader, leader_pages = open_store(True)
    follower, follower_pages = open_store(False)
    foreign_stores = [open_store(False, **options) for options in FOREIGN_OPTIONS]
    await follower.tick()
    assert follower_pages == {}
    for text in ("one", "two"):
        world.text, world.version = text, f"of {text}"
        for store in (leader, follower, leader, follower):
            await store.tick()
        assert list(leader_pages) == list(VIEWS)
        assert f"<p>{text} c1</p>".encode() in leader_pages["/"]
        assert follower_pages == leader_pages
        assert dict(leader.samples())["fishi_rendered_pages"] == len(VIEWS)
    assert world.reads == 2
    for store, foreign_pages in foreign_stores:
        await store.tick()
        assert foreign_pages == {}


async def test_leader_takes_over_the_pages_of_its_snapshot_alone_after_a_restart(
    open_store: Open, world: World
) -> None:
    leader, leader_pages = open_store(True)
    await leader.tick()
    for version, reads in (("v1", 1), ("w1", 2)):
        world.version = version
        restarted_leader, pages = open_store(True)
        await restarted_leader.tick()
        assert pages == leader_pages
        assert world.reads == reads, "rendered again only for another snapshot"


async def test_changed_content_is_rendered_again_and_shared(open_store: Open, world: World) -> None:
    leader, leader_pages = open_store(True)
    follower, follower_pages = open_store(False)
    for content in ("c1", "c2", "c3"):
        world.content = content
        for store in (leader, follower, leader, follower):
            await store.tick()
        assert f"<p>one {content}</p>".encode() in leader_pages["/"]
        assert follower_pages == leader_pages


async def test_pages_without_their_data_or_with_an_error_stay_empty(open_store: Open, world: World) -> None:
    leader, leader_pages = open_store(True)
    for text, views in (("", ["/plain"]), ("/", ["/plain", "/rankings?tab=pk"]), ("well", list(VIEWS))):
        world.text, world.version = text, f"of {text}"
        await leader.tick()
        assert list(leader_pages) == views
    world.version = ""
    await leader.tick()
    assert list(leader_pages) == list(VIEWS), "no snapshot is no reason to forget the last one"


async def test_pages_of_names_share_no_read_of_a_name(open_store: Open) -> None:
    store, _ = open_store(True)
    for number in (1, 2, 3):
        markup = await store.render_named(f"/n/{number}", "en", {f"/api/names/n/{number}": b"{}"}, '"c7"')
        frame = markup.decode().partition('id="first-frame">')[2].partition("</script>")[0]
        assert set(msgspec.json.decode(frame)["answers"]) == {"/api/text", f"/api/names/n/{number}"}
        assert b"<p>one c7</p>" in markup


async def test_view_with_a_query_is_rendered_with_all_that_it_reads(open_store: Open, world: World) -> None:
    store, _ = open_store(True)
    markup = await store.render_view("/rankings?page=2", "en", '"c7"')
    assert b"<p>one c7</p>" in markup
    assert b'"/api/text":"one"' in markup
    world.text = ""
    with pytest.raises(RenderError):
        await store.render_view("/rankings?page=2", "en", '"c7"')


async def test_pages_of_one_kind_read_nothing_for_another(open_store: Open, world: World) -> None:
    """Otherwise each page with a name would carry all that any of them has ever read."""
    store, _ = open_store(True)
    await store.render_named("/n/1", "en", {"/api/names/n/1": b"{}"}, '"c7"')
    assert world.reads > 0
    reads = world.reads
    for answers in ({"/api/clans/1": b"{}"}, {"/api/names/n/2": b"null"}):
        markup = await store.render_named("/plain", "en", answers, '"c7"')
        frame = markup.decode().partition('id="first-frame">')[2].partition("</script>")[0]
        assert set(msgspec.json.decode(frame)["answers"]) == set(answers)
    assert world.reads == reads


async def test_a_lost_renderer_leaves_the_pages_empty_and_asks_for_none_of_the_others(open_store: Open) -> None:
    leader, leader_pages = open_store(True, script="for (")
    await leader.tick()
    assert leader_pages == {}
    assert dict(leader.samples()) | {
        'fishi_page_renders_total{outcome="failed"}': 1,
        "fishi_rendered_pages": 0,
        "fishi_renderer_memory_bytes": 0,
    } == dict(leader.samples())


def test_no_text_ends_the_data() -> None:
    text = "</script><!-- & \u2028\u2029 ' \" {{origin}}"
    frame = msgspec.json.encode({"text": text}).decode()
    root, script, end = markup_of("<p></p>", frame).decode().split("\n")
    assert root == '<div id="root"><p></p></div>'
    data = script.removeprefix('<script type="application/json" id="first-frame">').removesuffix("</script>")
    assert msgspec.json.decode(data) == {"text": text}
    assert not set("<>&\u2028\u2029") & set(data)
    assert end == ""


async def test_each_view_is_rendered_in_its_language(open_store: Open) -> None:
    script = "globalThis.render = (path, language) => `\\n${path} ${language}`;"
    store, pages = open_store(True, script, views={"/": "en", "/es": "es"})
    await store.tick()
    assert [page.partition(b"</div>")[0] for page in pages.values()] == [
        b'<div id="root">/ en',
        b'<div id="root">/es es',
    ]
