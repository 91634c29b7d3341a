"""Requests of hostile and broken clients on real sockets: a documented 4xx, and the service goes on.

Generated valid and invalid requests go to each operation of the OpenAPI document, with and without a token: no response
is a 5xx, has another error format or leaks internals. Bounded and seeded: the same few requests in each run.
"""

import asyncio
import re
from collections import Counter
from collections.abc import Generator
from contextlib import suppress
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode

from fixtures.service import Service
from fixtures.world.people import SHA1
from gateway.tests.conftest import ServiceFactory, WorldFactory
from gateway.tests.support.account_app import PASSWORD
from gateway.tests.support.serve_processes import events
from gateway.tests.support.wait_until import until

EXAMPLES = 4
# Stack traces, SQL, the driver, file names, names of schemas and database users, a stored hash.
LEAK = re.compile(
    rf"Traceback|asyncmy|\bSELECT\b|INSERT INTO|/gateway/|_views\b|gateway_|\$2a\$|{re.escape(SHA1.decode())}"
)
LOGIN = "/api/auth/login"
# A route with a form, and those that read the body themselves.
ROUTES = [LOGIN, "/api/donations/webhook?data.id=1&type=payment", "/api/roulette/spin"]
HALF = b"Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"
BAD_CHUNK = b'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"a":\r\nnonsense\r\n'


@pytest.fixture(scope="module")
def running(world: WorldFactory, service: ServiceFactory) -> Generator[Service]:
    env = {"GATEWAY_ACCOUNTS_LOGIN_MIN_DURATION_MS": "1"}
    with service(world("mobius", seed=88), env) as running:
        yield running


async def send(service: Service, path: str, headers_and_body: bytes, *, hang_up: bool = False) -> bytes:
    """Sends the start of a POST; returns the response, which ends when the service closes the connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", service.port)
    writer.write(f"POST {path} HTTP/1.1\r\nHost: x\r\n".encode() + headers_and_body)
    await writer.drain()
    try:
        if hang_up:
            await asyncio.sleep(0.1)  # the request has to reach its handler
            return b""
        async with asyncio.timeout(30):
            return await reader.read()
    finally:
        writer.close()


async def test_body_that_arrives_too_slowly_is_408_and_the_connection_closes(running: Service) -> None:
    for response in await asyncio.gather(*(send(running, path, HALF) for path in ROUTES)):
        assert response.startswith(b"HTTP/1.1 408 "), response
        assert b'"error":"request_timeout"' in response
        assert b"connection: close" in response.lower()


async def test_client_that_hangs_up_is_logged_at_info(running: Service) -> None:
    body = b'{"username":"nobody","password":"nothing1"}'
    whole = b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body)
    expected_answers = Counter({(LOGIN, 401): 1} | {(path.partition("?")[0], 400): 2 for path in ROUTES})
    previous_answers = answers(running)
    await send(running, LOGIN, whole, hang_up=True)
    for path in ROUTES:
        for headers_and_body in (HALF, BAD_CHUNK):
            await send(running, path, headers_and_body, hang_up=True)

    async def are_logged() -> bool:
        return answers(running) - previous_answers >= expected_answers

    await until(are_logged)
    assert running.log
    text = running.log.read_text()
    assert "Traceback" not in text
    assert '"level":"error"' not in text


def answers(service: Service) -> Counter[tuple[str, int]]:
    """Counts the requests logged at info by route and status."""
    return Counter((event["route"], event["status"]) for event in events(service, "request", level="info"))


@pytest.fixture(scope="module")
def token(running: Service) -> str:
    response = httpx.post(f"{running.url}{LOGIN}", json={"username": "demo", "password": PASSWORD})
    assert response.status_code == 200
    return str(response.json()["token"])


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=["valid", "invalid"])
def test_generated_requests_get_documented_responses(running: Service, token: str, mode: GenerationMode) -> None:
    schema: Any = schemathesis.openapi.from_url(f"{running.url}/api/openapi.json")
    callers: list[dict[str, str]] = [{"Authorization": f"Bearer {token}"}]
    if mode is GenerationMode.NEGATIVE:
        callers.append({})  # to generate a request costs far more than to send it
    operations = [statuses_of(operation.ok(), mode, callers) for operation in schema.get_all_operations()]
    assert sum(1 for statuses in operations if statuses) >= (10 if mode is GenerationMode.NEGATIVE else 25)
    all_statuses = set[int]().union(*operations)
    assert (400 if mode is GenerationMode.NEGATIVE else 200) in all_statuses


def statuses_of(operation: Any, mode: GenerationMode, callers: list[dict[str, str]]) -> set[int]:
    """Sends some requests of one operation for each caller and checks each response; returns the statuses."""
    statuses: set[int] = set()

    @seed(20)
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def send(case: Any) -> None:
        for headers in callers:
            response = case.call(headers=headers)
            check(case, response.status_code, response.text)
            statuses.add(response.status_code)

    with suppress(Unsatisfiable):  # operations without input have no invalid request
        send()
    return statuses


def check(case: Any, status: int, text: str) -> None:
    message = f"{case.method} {case.path}: {status} {text[:300]}"
    assert status < 500, message
    assert case.path in {"/api/openapi.json", "/api/docs"} or not LEAK.search(text), message
    if status >= 400 and case.method != "HEAD":
        assert f'"status":{status}' in text, message
        assert '"request_id":' in text, message
