"""The renderer process: what the script gets and gives, its limits, and its confinement."""

import asyncio
import os
import resource
import signal
import subprocess
import sys
from collections.abc import AsyncGenerator
from pathlib import Path

import msgspec
import pytest

from gateway.http.rendering.protocol import RenderRequest
from gateway.http.rendering.renderer_process import RendererLostError, RendererProcess, RenderError

SCRIPT = """
const pages = {
    "/text": (frame) => JSON.parse(frame).text,
    "/cut": (frame) => JSON.parse(frame).text.slice(0, 1),
    "/throws": () => { throw new Error("no such screen") },
    "/endless": () => { for (;;); },
    "/hungry": () => { const all = []; for (;;) all.push(new Array(1e7).fill(all.length)); },
    "/globals": () => ["fetch", "require", "process", "XMLHttpRequest", "WebSocket", "importScripts"]
        .filter((name) => name in globalThis).join(),
};
globalThis.render = (path, language, frame) => `${language}\\n${pages[path](frame)}`;
"""
HOSTILE = (
    """</script><script>alert(1)</script> \u2028\u2029 `${pages}` "); throw 1; (" \\ \\u0022 {{origin}} 名 \U0001f600"""
)


def request(path: str, text: str = "") -> RenderRequest:
    return RenderRequest(path, "en", msgspec.json.encode({"text": text}).decode(), "{}")


@pytest.fixture
async def renderer() -> AsyncGenerator[RendererProcess]:
    process = RendererProcess(SCRIPT)
    yield process
    await process.close()


async def test_memory_of_the_service_is_not_the_renderers(renderer: RendererProcess) -> None:
    """A large service would otherwise start a new process for each page."""
    large = bytearray(400 << 20)
    large[:: resource.getpagesize()] = b"x" * len(large[:: resource.getpagesize()])
    await renderer.render(request("/text", "one"))
    first = renderer.pid
    await renderer.render(request("/text", "two"))
    assert renderer.pid == first
    assert renderer.memory_bytes < 320 << 20


async def test_data_reach_the_script_as_data(renderer: RendererProcess) -> None:
    page = await renderer.render(request("/text", HOSTILE))
    assert page.html == HOSTILE
    assert page.reads == ["en"]
    assert renderer.memory_bytes > 10 << 20
    assert (await renderer.render(request("/globals"))).html == ""


@pytest.mark.parametrize("path", ["/throws", "/endless", "/hungry", "/unknown"])
async def test_a_failed_page_does_not_stop_the_next_one(renderer: RendererProcess, path: str) -> None:
    with pytest.raises(RenderError) as error:
        await renderer.render(request(path))
    assert ("longer than" in str(error.value)) == (path == "/endless")
    try:
        page = await renderer.render(request("/text", "next"))
    except RendererLostError:  # the process may be about to end: the next page starts another one
        page = await renderer.render(request("/text", "next"))
    assert page.html == "next"


async def test_a_killed_process_is_replaced(renderer: RendererProcess) -> None:
    await renderer.render(request("/text"))
    assert renderer.pid
    os.kill(renderer.pid, signal.SIGKILL)
    with pytest.raises(RendererLostError):
        await renderer.render(request("/text"))
    assert (await renderer.render(request("/text", "again"))).html == "again"


@pytest.mark.parametrize("script", ["", "throw new Error()", "for (", "globalThis.render = () => 1"])
async def test_an_unusable_script_is_an_error(script: str) -> None:
    process = RendererProcess(script)
    with pytest.raises(RenderError):
        await process.render(request("/text"))
    await process.close()


async def test_the_process_has_no_secrets_of_the_service(
    renderer: RendererProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GATEWAY_DATABASE_SITE_DSN", "mysql://site:secret@localhost/site")
    await renderer.render(request("/text"))
    environment = Path(f"/proc/{renderer.pid}/environ")
    assert b"secret" not in await asyncio.to_thread(environment.read_bytes)


@pytest.mark.parametrize("attempt", ["open(__file__)", "open('/tmp/x', 'w')", "socket.socket()"])
def test_a_confined_process_opens_neither_files_nor_sockets(attempt: str) -> None:
    code = f"import socket; from gateway.http.rendering.renderer_main import confine; confine(); {attempt}"
    process = subprocess.run(
        [sys.executable, "-c", code.replace("__file__", repr(__file__))], capture_output=True, text=True, check=False
    )
    assert process.returncode == 1
    assert "Too many open files" in process.stderr


async def test_a_text_cut_inside_a_character_is_an_error_of_its_page_alone(renderer: RendererProcess) -> None:
    await renderer.render(request("/text", "one"))
    first = renderer.pid
    with pytest.raises(RenderError, match="inside a character"):
        await renderer.render(request("/cut", "\U0001f600"))
    assert (await renderer.render(request("/text", "two"))).html == "two"
    assert renderer.pid == first
