"""The OpenAPI document and its page."""

import base64
import re
from hashlib import sha256
from typing import Any

import httpx
import pytest
from litestar import Litestar

from gateway import app
from gateway.config.settings import Server, Settings
from gateway.http import openapi

PATHS = {
    "/api/docs",
    "/api/downloads",
    "/api/openapi.json",
    "/api/rankings/pk",
    "/api/rankings/pvp",
    "/api/server/info",
    "/api/server/media",
    "/api/server/stats",
    "/api/server/status",
    "/health/live",
    "/health/ready",
}


@pytest.fixture(scope="module")
def described() -> dict[str, Any]:
    return openapi.document(app.documented_routes(Settings()), "Fishi")


def operations(described: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    return [(path, operation) for path, item in described["paths"].items() for operation in item.values()]


def test_the_paths_are_those_of_the_contract(described: dict[str, Any]) -> None:
    assert described["paths"].keys() >= PATHS


def test_every_operation_has_a_name_of_its_own(described: dict[str, Any]) -> None:
    names = [operation["operationId"] for _, operation in operations(described)]
    assert len(names) == len(set(names))
    assert all(re.fullmatch(r"[a-z]+[A-Za-z]+", name) for name in names)


def test_every_refusal_has_the_one_shape(described: dict[str, Any]) -> None:
    fields = described["components"]["schemas"]["ProblemBody"]["properties"]
    assert fields.keys() == {"message", "error", "status", "request_id", "fields"}
    for path, operation in operations(described):
        for status, response in operation["responses"].items():
            if int(status) >= 400 and path != "/health/ready":
                assert response["content"] == openapi.PROBLEM, (path, status)


def test_public_reads_name_their_limit(described: dict[str, Any]) -> None:
    for path, operation in operations(described):
        is_public = path.startswith("/api/") and path not in {"/api/docs", "/api/openapi.json"}
        if "security" not in operation and not path.startswith(("/api/auth/", "/api/donations/webhook")):
            assert ("429" in operation["responses"]) == is_public


def test_what_is_personal_asks_for_a_token(described: dict[str, Any]) -> None:
    guarded = {path for path, operation in operations(described) if operation.get("security") == [{openapi.BEARER: []}]}
    personal = {path for path in described["paths"] if path.startswith("/api/player/")}
    assert guarded >= personal | {"/api/auth/profile", "/api/auth/change-password", "/api/auth/update-email"}
    assert not guarded & {"/api/auth/login", "/api/auth/register", *PATHS}
    assert described["components"]["securitySchemes"][openapi.BEARER]["scheme"] == "bearer"


def test_what_takes_a_body_says_what_it_refuses(described: dict[str, Any]) -> None:
    sent = [operation for _, operation in operations(described) if "requestBody" in operation]
    assert len(sent) >= 4
    assert all({"400", "413", "415"} <= operation["responses"].keys() for operation in sent)


def test_names_of_shapes_leak_no_module(described: dict[str, Any]) -> None:
    assert all(re.fullmatch(r"[A-Za-z]+", name) for name in described["components"]["schemas"])


def test_the_document_is_the_same_each_time(described: dict[str, Any]) -> None:
    again = openapi.document(app.documented_routes(Settings()), "Fishi")
    assert openapi.encoded(again) == openapi.encoded(described)


async def test_the_page_loads_nothing_and_runs_nothing(described: dict[str, Any]) -> None:
    framework: Any = Litestar(openapi.routes([], "<b>Fishi</b>", ""), openapi_config=None, logging_config=None)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(framework), base_url="http://gateway.test") as http:
        page = await http.get("/api/docs")
        assert (await http.get("/api/openapi.json")).json()["openapi"].startswith("3.1")
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert "<script" not in page.text
    assert not re.search(r"""(src|href)=["'](?!/api/|#)""", page.text)
    assert "<b>Fishi" not in page.text
    style = re.findall(r"<style>(.*?)</style>", page.text, re.DOTALL)
    hashed = base64.b64encode(sha256(style[0].encode()).digest()).decode()
    assert f"style-src 'sha256-{hashed}'" in page.headers["content-security-policy"]
    assert "default-src 'none'" in page.headers["content-security-policy"]


def test_the_page_shows_every_operation_and_shape(described: dict[str, Any]) -> None:
    page = openapi.page_of(described)[0].decode()
    for path in described["paths"]:
        assert f"</b>{path.replace('{', '{')}</h3>" in page
    for link in re.findall(r'href="#(\w+)"', page):
        assert f'id="{link}"' in page


def test_the_server_s_name_is_in_the_title() -> None:
    named = Settings(server=Server(name="Aden"))
    assert openapi.document(app.documented_routes(named), named.server.name)["info"]["title"] == "Aden gateway"
