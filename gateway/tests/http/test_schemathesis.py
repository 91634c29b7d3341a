"""Every operation of the OpenAPI document under generated requests, right and wrong ones, with a token and without.

No answer may be a fault of the service, have another shape than the documented one, or tell what is nobody's business.
Bounded and seeded: the same few requests each time.
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
# A stack, SQL, the driver, our own files, names of schemas and users, the stored hash.
LEAK = re.compile(
    rf"Traceback|asyncmy|\bSELECT\b|INSERT INTO|/gateway/|_views\b|gateway_|\$2a\$|{re.escape(SHA1.decode())}"
)


@pytest.fixture(scope="module")
def address(world: WorldFactory, service: ServiceFactory) -> Generator[str]:
    with service(world("mobius", seed=88), {"GATEWAY_ACCOUNTS_LOGIN_FLOOR_MS": "1"}) as running:
        yield running.url


@pytest.fixture(scope="module")
def token(address: str) -> str:
    answer = httpx.post(f"{address}/api/auth/login", json={"username": "demo", "password": PASSWORD})
    assert answer.status_code == 200
    return str(answer.json()["token"])


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=["right", "wrong"])
@pytest.mark.parametrize("holds_token", [True, False], ids=["token", "no token"])
def test_no_request_breaks_the_service(address: str, token: str, mode: GenerationMode, holds_token: bool) -> None:
    schema: Any = schemathesis.openapi.from_url(f"{address}/api/openapi.json")
    headers = {"Authorization": f"Bearer {token}"} if holds_token else {}
    operations = [asked(found.ok(), mode, headers) for found in schema.get_all_operations()]
    assert sum(1 for statuses in operations if statuses) >= (10 if mode is GenerationMode.NEGATIVE else 25)
    seen = set[int]().union(*operations)
    assert (400 if mode is GenerationMode.NEGATIVE else 200) in seen


def asked(operation: Any, mode: GenerationMode, headers: dict[str, str]) -> set[int]:
    """The statuses of some requests of one operation, each answer examined."""
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
    def ask(case: Any) -> None:
        answer = case.call(headers=headers)
        examine(case, answer.status_code, answer.text)
        statuses.add(answer.status_code)

    with suppress(Unsatisfiable):  # where nothing can be sent, nothing wrong can
        ask()
    return statuses


def examine(case: Any, status: int, text: str) -> None:
    told = f"{case.method} {case.path}: {status} {text[:300]}"
    assert status < 500, told
    assert case.path in {"/api/openapi.json", "/api/docs"} or not LEAK.search(text), told
    if status >= 400 and case.method != "HEAD":
        assert f'"status":{status}' in text, told
        assert '"request_id":' in text, told
