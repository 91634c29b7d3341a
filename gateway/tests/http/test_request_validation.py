"""Validation of requests: content type, JSON syntax, types of forms, query values and path numbers."""

from collections.abc import AsyncGenerator
from typing import Annotated, Any, Literal

import httpx
import msgspec
import pytest
from litestar import Litestar, get, post
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from gateway import app
from gateway.config.settings import Settings
from gateway.http import errors
from gateway.http.request_validation import validator

LIMIT = 64 * 1024  # bytes of a body
VALID = b'{"amount": 5000}'
JSON = {"Content-Type": "application/json"}


class Form(msgspec.Struct, forbid_unknown_fields=True):
    amount: Annotated[int, msgspec.Meta(ge=1, le=9000)]
    name: Annotated[str, msgspec.Meta(max_length=4)] = ""


@post("/form", status_code=200)
async def form(data: JSONBody[Form]) -> Form:
    return data


@get("/query")
async def query(
    page: Annotated[int, QueryParameter(ge=1, le=9)] = 1,
    online: FromQuery[bool] = False,
    name: Annotated[str, QueryParameter(max_length=4)] = "",
    kind: FromQuery[Literal["image", "video"] | None] = None,
) -> dict[str, Any]:
    return {"page": page, "online": online, "name": name, "kind": kind}


@get("/required")
async def required(amount: FromQuery[int]) -> int:
    return amount


@get("/path/{id:int}/items")
async def path(id: FromPath[int]) -> int:
    return id


@pytest.fixture(scope="module")
async def http() -> AsyncGenerator[httpx.AsyncClient]:
    framework: Any = Litestar(
        [form, query, required, path],
        exception_handlers={Exception: errors.handle_exception},
        before_request=validator(10),
        request_max_body_size=LIMIT,
        openapi_config=None,
        logging_config=None,
    )
    async with httpx.AsyncClient(transport=httpx.ASGITransport(framework), base_url="http://gateway.test") as http:
        yield http


def assert_refusal(response: httpx.Response, status: int, error: str, **fields: str) -> None:
    body = response.json()
    assert (response.status_code, body["error"], body.get("fields", {})) == (status, error, fields)


@pytest.mark.parametrize("media_type", ["", "text/plain", "multipart/form-data; boundary=x", "application/x-msgpack"])
async def test_other_content_type_is_415(http: httpx.AsyncClient, media_type: str) -> None:
    for body in (VALID, b""):
        response = await http.post("/form", content=body, headers={"Content-Type": media_type})
        assert_refusal(response, 415, "unsupported_media_type")


@pytest.mark.parametrize("media_type", ["Application/JSON; charset=utf-8", "application/vnd.x+json"])
async def test_json_content_types_are_accepted(http: httpx.AsyncClient, media_type: str) -> None:
    response = await http.post("/form", content=VALID, headers={"Content-Type": media_type})
    assert (response.status_code, response.json()) == (200, {"amount": 5000, "name": ""})


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b'{"amount"',
        VALID + b"x",
        b"\xff\xfe",
        b'{"amount": 1, "name": "\xff"}',
        b'{"amount": 1, "name": "\\ud800"}',
        b'{"amount": NaN}',
        b'{"amount": 1, "amount": 2}',
        b'{"amount": {"a": 1, "a": 2}}',
        b"[" * 30_000 + b"]" * 30_000,
        b'{"a":' * 10_000 + b"1" + b"}" * 10_000,
    ],
    ids=range(11),
)
async def test_malformed_json_or_duplicate_name_is_400(http: httpx.AsyncClient, body: bytes) -> None:
    assert_refusal(await http.post("/form", content=body, headers=JSON), 400, "bad_request")


@pytest.mark.parametrize(
    ("body", "fields"),
    [
        (b"null", {"body": "Must be an object"}),
        (b"[]", {"body": "Must be an object"}),
        (b"{}", {"amount": "Amount is required"}),
        (b'{"amount": "5000"}', {"amount": "Must be a whole number"}),
        (b'{"amount": 5000.0}', {"amount": "Must be a whole number"}),
        (b'{"amount": 5e3}', {"amount": "Must be a whole number"}),
        (b'{"amount": true}', {"amount": "Must be a whole number"}),
        (b'{"amount": 0}', {"amount": "Must be at least 1"}),
        (b'{"amount": 9001}', {"amount": "Must be at most 9,000"}),
        (b'{"amount": 1, "name": null}', {"name": "Must be a text"}),
        (b'{"amount": 1, "name": "abcde"}', {"name": "Must have at most 4 characters"}),
        (b'{"amount": 1, "admin": true}', {"admin": "Unknown field"}),
        (b'{"amount": 1, "<b>": 1}', {"body": "Unknown field"}),
        (b'{"amount": 1, "' + b"y" * 5000 + b'": 1}', {"body": "Unknown field"}),
    ],
    ids=range(14),
)
async def test_invalid_field_has_a_text_which_is_the_message(
    http: httpx.AsyncClient, body: bytes, fields: dict[str, str]
) -> None:
    response = await http.post("/form", content=body, headers=JSON)
    assert_refusal(response, 400, "validation_failed", **fields)
    assert [response.json()["message"]] == list(fields.values())


async def test_body_above_the_limit_is_413(http: httpx.AsyncClient) -> None:
    padding = b" " * (LIMIT - len(VALID))
    assert (await http.post("/form", content=VALID + padding, headers=JSON)).status_code == 200
    assert_refusal(await http.post("/form", content=VALID + padding + b" ", headers=JSON), 413, "too_large")


@pytest.mark.parametrize(
    ("query_string", "fields"),
    [
        ("page=0", {"page": "Must be at least 1"}),
        ("page=10", {"page": "Must be at most 9"}),
        ("page=-1", {"page": "Must be at least 1"}),
        ("page=1&page=1e0", {"page": "Must be a whole number"}),
        ("page=1e0&page=1", {"page": "Must be a whole number"}),
        ("page=" + "9" * 300, {"page": "Must be at most 9"}),
        ("online=perhaps", {"online": "Must be true or false"}),
        ("name=abcde", {"name": "Must have at most 4 characters"}),
        ("kind=audio", {"kind": "Must be one of image, video"}),
        ("page=0&online=x", {"page": "Must be at least 1", "online": "Must be true or false"}),
        ("page=one&kind=IMAGE", {"page": "Must be a whole number", "kind": "Must be one of image, video"}),
    ],
)
async def test_invalid_parameters_have_a_text_each(
    http: httpx.AsyncClient, query_string: str, fields: dict[str, str]
) -> None:
    response = await http.get(f"/query?{query_string}")
    assert_refusal(response, 400, "validation_failed", **fields)
    expected = next(iter(fields.values())) if len(fields) == 1 else str(errors.ValidationFailed())
    assert response.json()["message"] == expected


@pytest.mark.parametrize("number", ["1e0", "1.0", "%2B1", "1_0", "%201", "0x1", "%D9%A1", "1" * 5000])
async def test_number_in_another_form_than_its_digits_is_refused(http: httpx.AsyncClient, number: str) -> None:
    assert_refusal(await http.get(f"/query?page={number}"), 400, "validation_failed", page="Must be a whole number")
    assert_refusal(await http.get(f"/path/{number}/items"), 404, "not_found")
    assert_refusal(await http.get("/path/017/items"), 404, "not_found")
    assert (await http.get("/path/17/items")).json() == 17


async def test_missing_required_number_is_refused(http: httpx.AsyncClient) -> None:
    for query_string in ("", "?amount="):
        assert_refusal(
            await http.get(f"/required{query_string}"), 400, "validation_failed", amount="Must be a whole number"
        )


async def test_empty_query_values_count_as_absent(http: httpx.AsyncClient) -> None:
    response = await http.get("/query?page=&online=&name&kind=&")
    assert response.json() == {"page": 1, "online": False, "name": "", "kind": None}


def test_no_required_field_of_a_form_is_a_text() -> None:
    """A missing text is left to the rules of its feature."""
    fields_of_data = [route.parsed_data_field for route in app.documented_routes(Settings())]
    forms = {field.annotation for field in fields_of_data if field}
    assert len(forms) >= 6
    for struct in forms:
        for field in msgspec.structs.fields(struct):
            kind = msgspec.inspect.type_info(field.type)
            assert not field.required or not isinstance(kind, msgspec.inspect.StrType), (struct, field.name)
