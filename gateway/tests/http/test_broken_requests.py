"""Bodies that arrive slowly, incompletely or malformed, on real sockets: a 4xx at info, and the connection closes."""

from __future__ import annotations

import asyncio
from collections.abc import Generator

import pytest

from fixtures.service import Service
from gateway.tests.conftest import ServiceFactory, WorldFactory
from gateway.tests.support.serve_processes import events
from gateway.tests.support.wait_until import until

# A route with a form, and those that read the body themselves.
ROUTES = ["/api/auth/login", "/api/donations/webhook?data.id=1&type=payment", "/api/roulette/spin"]
HALF = b"Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"
BAD_CHUNK = b'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"a":\r\nnonsense\r\n'


@pytest.fixture(scope="module")
def running(world: WorldFactory, service: ServiceFactory) -> Generator[Service]:
    with service(world(characters=60, seed=61), {"GATEWAY_SERVER_BODY_TIMEOUT_SECONDS": "2"}) as running:
        yield running


async def send(service: Service, path: str, rest: bytes, *, hang_up: bool = False) -> bytes:
    """Sends the start of a POST; returns the response, which ends when the service closes the connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", service.port)
    writer.write(f"POST {path} HTTP/1.1\r\nHost: x\r\n".encode() + rest)
    await writer.drain()
    if hang_up:
        await asyncio.sleep(0.1)  # the request has to reach its handler
        writer.close()
        return b""
    try:
        async with asyncio.timeout(30):
            return await reader.read()
    finally:
        writer.close()


@pytest.mark.parametrize("path", ROUTES)
async def test_body_that_arrives_too_slowly_is_408_and_the_connection_closes(running: Service, path: str) -> None:
    response = await send(running, path, HALF)
    assert response.startswith(b"HTTP/1.1 408 "), response
    assert b'"error":"request_timeout"' in response
    assert b"connection: close" in response.lower()


@pytest.mark.parametrize("path", ROUTES)
@pytest.mark.parametrize("rest", [HALF, BAD_CHUNK], ids=["half", "chunk"])
async def test_incomplete_body_is_400_at_info(running: Service, path: str, rest: bytes) -> None:
    route = path.partition("?")[0]
    before = len(events(running, "request", route=route, status=400, level="info"))
    await send(running, path, rest, hang_up=True)

    async def logged() -> bool:
        return len(events(running, "request", route=route, status=400, level="info")) > before

    await until(logged)
    assert running.log
    text = running.log.read_text()
    assert "Traceback" not in text
    assert '"level":"error"' not in text


async def test_client_that_hangs_up_before_its_response_leaves_no_trace(running: Service) -> None:
    body = b'{"username":"nobody","password":"nothing1"}'
    head = b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(body)
    await send(running, ROUTES[0], head + body, hang_up=True)

    async def logged() -> bool:
        return bool(events(running, "request", route=ROUTES[0], status=401, level="info"))

    await until(logged)
    assert running.log
    assert "Traceback" not in running.log.read_text()
