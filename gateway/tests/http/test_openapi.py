"""The OpenAPI document and its HTML reference."""

import base64
import re
from collections.abc import AsyncGenerator
from hashlib import sha256
from typing import Any, cast

import httpx
import pytest

from gateway import app
from gateway.config.sections import AccountSettings, DatabaseSettings, ServerSettings
from gateway.config.settings import Settings
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
def spec() -> dict[str, Any]:
    return openapi.document(app.documented_routes(Settings()), "Fishi")


def operations(spec: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    return [(path, operation) for path, item in spec["paths"].items() for operation in item.values()]


def test_document_has_the_paths_of_the_contract(spec: dict[str, Any]) -> None:
    assert spec["paths"].keys() >= PATHS


def test_operation_ids_are_unique(spec: dict[str, Any]) -> None:
    names = [operation["operationId"] for _, operation in operations(spec)]
    assert len(names) == len(set(names))
    assert all(re.fullmatch(r"[a-z]+[A-Za-z]+", name) for name in names)


def test_error_responses_have_the_error_format(spec: dict[str, Any]) -> None:
    fields = spec["components"]["schemas"]["ProblemBody"]["properties"]
    assert fields.keys() == {"message", "error", "status", "request_id", "fields"}
    for path, operation in operations(spec):
        for status, response in operation["responses"].items():
            if int(status) >= 400 and path != "/health/ready":
                assert response["content"] == openapi.PROBLEM, (path, status)


def test_operations_document_the_rate_limit(spec: dict[str, Any]) -> None:
    assert all("429" in operation["responses"] for _, operation in operations(spec))


def test_personal_operations_require_a_token(spec: dict[str, Any]) -> None:
    protected = {path for path, operation in operations(spec) if operation.get("security") == [{openapi.BEARER: []}]}
    personal = {path for path in spec["paths"] if path.startswith("/api/player/")}
    assert protected >= personal | {"/api/auth/profile", "/api/auth/change-password", "/api/auth/update-email"}
    assert not protected & {"/api/auth/login", "/api/auth/register", *PATHS}
    assert spec["components"]["securitySchemes"][openapi.BEARER]["scheme"] == "bearer"


def test_operations_with_a_body_document_its_errors(spec: dict[str, Any]) -> None:
    with_body = [operation for _, operation in operations(spec) if "requestBody" in operation]
    assert len(with_body) >= 4
    assert all({"400", "408", "413", "415"} <= operation["responses"].keys() for operation in with_body)


def test_schema_names_contain_no_module(spec: dict[str, Any]) -> None:
    assert all(re.fullmatch(r"[A-Za-z]+", name) for name in spec["components"]["schemas"])


def test_document_is_deterministic(spec: dict[str, Any]) -> None:
    again = openapi.document(app.documented_routes(Settings()), "Fishi")
    assert openapi.to_json(again) == openapi.to_json(spec)


@pytest.fixture(scope="module")
async def http() -> AsyncGenerator[httpx.AsyncClient]:
    """The application without its lifespan: it answers what needs no server."""
    dsn = "mysql://none@localhost/none"
    database = DatabaseSettings(game_dsn=dsn, auth_dsn=dsn, site_dsn=dsn)
    settings = Settings(
        server=ServerSettings(name="<b>Fishi</b>"), database=database, accounts=AccountSettings(token_secret="x" * 32)
    )
    transport = httpx.ASGITransport(cast("Any", app.create_app(settings)))
    async with httpx.AsyncClient(transport=transport, base_url="http://gateway.test") as http:
        yield http


async def test_page_has_no_script_and_no_foreign_link(http: httpx.AsyncClient) -> None:
    page = await http.get("/api/docs")
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert "<script" not in page.text
    assert not re.search(r"""(src|href)=["'](?!/api/|#)""", page.text)
    assert "<b>Fishi" not in page.text
    style = re.findall(r"<style>(.*?)</style>", page.text, re.DOTALL)
    style_hash = base64.b64encode(sha256(style[0].encode()).digest()).decode()
    assert f"style-src 'sha256-{style_hash}'" in page.headers["content-security-policy"]
    assert "default-src 'none'" in page.headers["content-security-policy"]


@pytest.mark.parametrize("path", ["/api/openapi.json", "/api/docs"])
async def test_document_and_page_are_compressed_and_revalidated(http: httpx.AsyncClient, path: str) -> None:
    plain = await http.get(path, headers={"Accept-Encoding": "identity"})
    for encoding in ("br", "gzip"):
        response = await http.get(path, headers={"Accept-Encoding": encoding})
        assert response.headers["content-encoding"] == encoding
        assert int(response.headers["content-length"]) < len(plain.content) / 5
        assert response.content == plain.content
    unchanged = await http.get(path, headers={"If-None-Match": plain.headers["etag"]})
    assert (unchanged.status_code, unchanged.content) == (304, b"")


def test_page_shows_all_operations_and_schemas(spec: dict[str, Any]) -> None:
    page = openapi.render_page(spec)[0].decode()
    for path in spec["paths"]:
        assert f"</b> {path} " in page
    for link in re.findall(r'href="#(\w+)"', page):
        assert f'id="{link}"' in page


def test_title_contains_the_server_name() -> None:
    settings = Settings(server=ServerSettings(name="Aden"))
    assert openapi.document(app.documented_routes(settings), settings.server.name)["info"]["title"] == "Aden gateway"
