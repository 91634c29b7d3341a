"""The OpenAPI document and its HTML reference."""

import base64
import re
from hashlib import sha256
from typing import Any

import httpx
import pytest
from litestar import Litestar

from gateway import app
from gateway.config.sections import ServerSettings
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


def test_public_reads_document_their_rate_limit(spec: dict[str, Any]) -> None:
    for path, operation in operations(spec):
        is_public = path.startswith("/api/") and path not in {"/api/docs", "/api/openapi.json"}
        if "security" not in operation and not path.startswith(("/api/auth/", "/api/donations/webhook")):
            assert ("429" in operation["responses"]) == is_public


def test_personal_operations_require_a_token(spec: dict[str, Any]) -> None:
    protected = {path for path, operation in operations(spec) if operation.get("security") == [{openapi.BEARER: []}]}
    personal = {path for path in spec["paths"] if path.startswith("/api/player/")}
    assert protected >= personal | {"/api/auth/profile", "/api/auth/change-password", "/api/auth/update-email"}
    assert not protected & {"/api/auth/login", "/api/auth/register", *PATHS}
    assert spec["components"]["securitySchemes"][openapi.BEARER]["scheme"] == "bearer"


def test_operations_with_a_body_document_its_errors(spec: dict[str, Any]) -> None:
    with_body = [operation for _, operation in operations(spec) if "requestBody" in operation]
    assert len(with_body) >= 4
    assert all({"400", "413", "415"} <= operation["responses"].keys() for operation in with_body)


def test_schema_names_contain_no_module(spec: dict[str, Any]) -> None:
    assert all(re.fullmatch(r"[A-Za-z]+", name) for name in spec["components"]["schemas"])


def test_document_is_deterministic(spec: dict[str, Any]) -> None:
    again = openapi.document(app.documented_routes(Settings()), "Fishi")
    assert openapi.to_json(again) == openapi.to_json(spec)


async def test_page_has_no_script_and_no_foreign_link(spec: dict[str, Any]) -> None:
    framework: Any = Litestar(openapi.routes([], "<b>Fishi</b>", ""), openapi_config=None, logging_config=None)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(framework), base_url="http://gateway.test") as http:
        page = await http.get("/api/docs")
        assert (await http.get("/api/openapi.json")).json()["openapi"].startswith("3.1")
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert "<script" not in page.text
    assert not re.search(r"""(src|href)=["'](?!/api/|#)""", page.text)
    assert "<b>Fishi" not in page.text
    style = re.findall(r"<style>(.*?)</style>", page.text, re.DOTALL)
    style_hash = base64.b64encode(sha256(style[0].encode()).digest()).decode()
    assert f"style-src 'sha256-{style_hash}'" in page.headers["content-security-policy"]
    assert "default-src 'none'" in page.headers["content-security-policy"]


def test_page_shows_all_operations_and_schemas(spec: dict[str, Any]) -> None:
    page = openapi.render_page(spec)[0].decode()
    for path in spec["paths"]:
        assert f"</b> {path} " in page
    for link in re.findall(r'href="#(\w+)"', page):
        assert f'id="{link}"' in page


def test_title_contains_the_server_name() -> None:
    settings = Settings(server=ServerSettings(name="Aden"))
    assert openapi.document(app.documented_routes(settings), settings.server.name)["info"]["title"] == "Aden gateway"
