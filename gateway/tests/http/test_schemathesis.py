"""Generated valid and invalid requests to each operation of the OpenAPI document, with and without a token.

Responses must not be 5xx, must have the documented error format and must not leak internals. Bounded and seeded: the
same few requests in each run.
"""

from __future__ import annotations

import re
from collections.abc import Generator
from contextlib import suppress
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode

from fixtures.world.people import SHA1
from gateway.tests.conftest import ServiceFactory, WorldFactory
from gateway.tests.support.account_app import PASSWORD

EXAMPLES = 6
# Stack traces, SQL, the driver, file names, names of schemas and database users, a stored hash.
LEAK = re.compile(
    rf"Traceback|asyncmy|\bSELECT\b|INSERT INTO|/gateway/|_views\b|gateway_|\$2a\$|{re.escape(SHA1.decode())}"
)


@pytest.fixture(scope="module")
def address(world: WorldFactory, service: ServiceFactory) -> Generator[str]:
    with service(world("mobius", seed=88), {"GATEWAY_ACCOUNTS_LOGIN_MIN_DURATION_MS": "1"}) as running:
        yield running.url


@pytest.fixture(scope="module")
def token(address: str) -> str:
    response = httpx.post(f"{address}/api/auth/login", json={"username": "demo", "password": PASSWORD})
    assert response.status_code == 200
    return str(response.json()["token"])


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=["valid", "invalid"])
@pytest.mark.parametrize("holds_token", [True, False], ids=["token", "no token"])
def test_generated_requests_get_documented_responses(
    address: str, token: str, mode: GenerationMode, holds_token: bool
) -> None:
    schema: Any = schemathesis.openapi.from_url(f"{address}/api/openapi.json")
    headers = {"Authorization": f"Bearer {token}"} if holds_token else {}
    operations = [statuses_of(operation.ok(), mode, headers) for operation in schema.get_all_operations()]
    assert sum(1 for statuses in operations if statuses) >= (10 if mode is GenerationMode.NEGATIVE else 25)
    seen = set[int]().union(*operations)
    assert (400 if mode is GenerationMode.NEGATIVE else 200) in seen


def statuses_of(operation: Any, mode: GenerationMode, headers: dict[str, str]) -> set[int]:
    """Sends some requests of one operation and checks each response; returns the statuses."""
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
