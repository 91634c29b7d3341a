"""A service is killed in the middle of a save, and a browser leaves in the middle of an upload: nothing is lost."""

import asyncio
import os
import signal
from hashlib import sha256
from pathlib import Path
from typing import Any

import httpx
import pytest

from fixtures.installed import World
from fixtures.service import Service
from gateway.tests.administration.operator_app import operator_headers
from gateway.tests.administration.test_content import ARTICLE, PNG, RULES, Editor, environment
from gateway.tests.conftest import ServiceFactory, WorldFactory
from gateway.tests.support.account_app import site
from gateway.tests.support.serve_processes import events, workers
from gateway.tests.support.wait_until import until

SEASON = "news/season.md"
SAVED_PATHS = "SELECT path FROM content_versions WHERE operator IS NOT NULL ORDER BY id"


@pytest.fixture
def place(world: WorldFactory) -> World:
    return world(characters=60, seed=16)


@pytest.mark.parametrize("blocked_path", [RULES, SEASON])
async def test_save_of_a_killed_service_is_completed_by_the_repeated_request(
    place: World, service: ServiceFactory, folder: Path, blocked_path: str
) -> None:
    """A pipe in place of the half-written file holds the service between the stored version and that file."""
    await site(place, "DELETE FROM content_versions")
    headers, rules = await operator_headers(place, "content"), (folder / RULES).read_text()
    pipe = (folder / blocked_path).parent / f".{Path(blocked_path).name}.half"
    os.mkfifo(pipe)
    with service(place, environment(folder)) as running:
        async with httpx.AsyncClient(base_url=running.url, timeout=60) as http:
            editor = Editor(http, headers)
            edits = [await editor.edit(RULES, "Be kind.\n"), {"path": SEASON, "text": ARTICLE}]
            saving = asyncio.create_task(editor.save(*edits, key="once"))

            async def is_blocked() -> bool:
                is_rules_written = (folder / RULES).read_text() != rules
                return len(await site(place, SAVED_PATHS)) == 2 and is_rules_written == (blocked_path == SEASON)

            await until(is_blocked)
            assert not saving.done()
            await kill_during(saving, running)
        pipe.unlink()
        await asyncio.to_thread(running.start)
        async with httpx.AsyncClient(base_url=running.url, timeout=60) as http:
            await check_repeated(Editor(http, headers), folder, edits, rules if blocked_path == RULES else "Be kind.\n")
    assert await site(place, SAVED_PATHS) == [(RULES,), (SEASON,)]


async def kill_during(saving: asyncio.Task[Any], running: Service) -> None:
    """Kills the service and its workers, so that the save has no answer."""
    processes = workers(running)
    running.kill()
    for process in processes:
        os.kill(process, signal.SIGKILL)
    with pytest.raises(httpx.TransportError):
        await saving


async def check_repeated(editor: Editor, folder: Path, edits: list[dict[str, Any]], rules: str) -> None:
    report = await editor.get("")
    assert (report["mistake"], (folder / RULES).read_text(), (folder / SEASON).exists()) == (None, rules, False)
    assert [row["has_text"] for row in (await editor.get("/file", path=SEASON))["versions"]] == [True]
    for _ in range(2):
        assert (await editor.save(*edits, key="once")).status_code == 200
        assert ((folder / RULES).read_text(), (folder / SEASON).read_text()) == ("Be kind.\n", ARTICLE)
    (folder / RULES).write_text("By hand.\n")
    assert (await editor.save(*edits, key="once")).status_code == 200
    assert (folder / RULES).read_text() == "By hand.\n"


async def test_picture_that_a_killed_save_replaces_comes_back(
    place: World, service: ServiceFactory, folder: Path
) -> None:
    """A pipe holds the service between the stored former picture and the new one."""
    path, former, new = "pictures/season.png", PNG + b"1", PNG + b"2"
    (folder / "pictures").mkdir()
    (folder / path).write_bytes(former)
    headers, hashes = await operator_headers(place, "content"), [sha256(data).hexdigest() for data in (former, new)]
    pipe = folder / "pictures" / ".season.png.half"
    os.mkfifo(pipe)
    with service(place, environment(folder)) as running:
        async with httpx.AsyncClient(base_url=running.url, timeout=60) as http:
            editor = Editor(http, headers)
            await editor.upload("season.png", new)
            edit = {"path": path, "hash": hashes[0], "upload": hashes[1]}
            saving = asyncio.create_task(editor.save(edit, key="picture"))
            former_version = folder / ".versions" / hashes[0]
            await until(lambda: asyncio.to_thread(former_version.exists))
            await kill_during(saving, running)
        pipe.unlink()
        assert (folder / path).read_bytes() == former
        await asyncio.to_thread(running.start)
        async with httpx.AsyncClient(base_url=running.url, timeout=60) as http:
            editor = Editor(http, headers)
            assert (await editor.save(edit, key="picture")).status_code == 200
            assert (folder / path).read_bytes() == new
            assert (await editor.save({"path": path, "hash": hashes[1], "upload": hashes[0]})).status_code == 200
    assert (folder / path).read_bytes() == former


async def test_upload_that_is_aborted_leaves_nothing_behind(
    place: World, service: ServiceFactory, folder: Path
) -> None:
    headers = await operator_headers(place, "content")
    with service(place, environment(folder)) as running:
        writer = await begin_upload(running, headers)

        async def is_begun() -> bool:
            return any((folder / ".uploads").glob("*.half"))

        async def is_gone() -> bool:
            return not any((folder / ".uploads").iterdir())

        await until(is_begun)
        writer.transport.abort()
        await until(is_gone)
    assert not events(running, "unhandled_exception")


async def begin_upload(running: Service, headers: dict[str, str]) -> asyncio.StreamWriter:
    """Sends a part of a picture."""
    _, writer = await asyncio.open_connection("127.0.0.1", running.port)
    lines = [
        "POST /api/admin/content/pictures?name=a.png HTTP/1.1",
        f"Host: 127.0.0.1:{running.port}",
        *(f"{name}: {value}" for name, value in headers.items()),
        "Content-Length: 100000",
    ]
    writer.write("\r\n".join([*lines, "", ""]).encode() + PNG + bytes(1000))
    await writer.drain()
    return writer
