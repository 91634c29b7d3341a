"""JSON request bodies: content type, syntax, fields and size."""

from collections.abc import AsyncGenerator

import httpx
import pytest

from gateway.app import BODY_LIMIT
from gateway.tests.conftest import ClientFactory, WorldFactory
from gateway.tests.support.account_app import entrance, refused

LOGIN = "/api/auth/login"
VALID = b'{"username": "nobody", "password": "x"}'
JSON = {"Content-Type": "application/json"}


@pytest.fixture(scope="module")
async def http(world: WorldFactory, client: ClientFactory) -> AsyncGenerator[httpx.AsyncClient]:
    async with entrance(
        world("mobius"), client, GATEWAY_LIMITS_FAILED_LOGINS_UNKNOWN_IPS="1000", GATEWAY_LIMITS_FAILED_LOGINS="1000"
    ) as opened:
        yield opened


@pytest.mark.parametrize(
    "media_type",
    ["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/x-msgpack"],
)
async def test_other_content_type_is_415(http: httpx.AsyncClient, media_type: str) -> None:
    headers = {"Content-Type": media_type} if media_type else {}
    for body in (VALID, b""):
        refused(await http.post(LOGIN, content=body, headers=headers), 415, "unsupported_media_type")


@pytest.mark.parametrize(
    "media_type", ["application/json", "Application/JSON; charset=utf-8", "application/vnd.x+json"]
)
async def test_json_content_types_are_accepted(http: httpx.AsyncClient, media_type: str) -> None:
    refused(await http.post(LOGIN, content=VALID, headers={"Content-Type": media_type}), 401, "invalid_credentials")


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b'{"username"',
        VALID + b"x",
        b"\xff\xfe",
        b'{"username": "\xff", "password": "x"}',
        b'{"username": "\\ud800", "password": "x"}',
        b'{"username": NaN, "password": "x"}',
        b'{"username": Infinity, "password": "x"}',
        b'{"username": "demo", "username": "nobody", "password": "x"}',
        b'{"username": {"a": 1, "a": 2}, "password": "x"}',
        b"[" * 30_000 + b"]" * 30_000,
        b'{"a":' * 10_000 + b"1" + b"}" * 10_000,
    ],
    ids=range(13),
)
async def test_malformed_json_or_duplicate_name_is_400(http: httpx.AsyncClient, body: bytes) -> None:
    refused(await http.post(LOGIN, content=body, headers=JSON), 400, "bad_request")


@pytest.mark.parametrize(
    ("body", "fields"),
    [
        (b"null", {"body": "Must be an object"}),
        (b"[]", {"body": "Must be an object"}),
        (b'"text"', {"body": "Must be an object"}),
        (b"{}", {"username": "Required"}),
        (b'{"username": 1, "password": "x"}', {"username": "Must be a text"}),
        (b'{"username": null, "password": "x"}', {"username": "Must be a text"}),
        (b'{"username": "a", "password": ["x"]}', {"password": "Must be a text"}),
        (b'{"username": "a", "password": "x", "admin": true}', {"admin": "Unknown field"}),
        (b'{"username": "a", "password": "x", "<b>": 1}', {"body": "Unknown field"}),
        (b'{"username": "a", "password": "x", "' + b"y" * 5000 + b'": 1}', {"body": "Unknown field"}),
    ],
    ids=range(10),
)
async def test_invalid_fields_have_a_text_each(http: httpx.AsyncClient, body: bytes, fields: dict[str, str]) -> None:
    refused(await http.post(LOGIN, content=body, headers=JSON), 400, "validation_failed", **fields)


async def test_body_above_the_limit_is_413(http: httpx.AsyncClient) -> None:
    padding = b" " * (BODY_LIMIT - len(VALID))
    refused(await http.post(LOGIN, content=VALID + padding, headers=JSON), 401, "invalid_credentials")
    refused(await http.post(LOGIN, content=VALID + padding + b" ", headers=JSON), 413, "too_large")
