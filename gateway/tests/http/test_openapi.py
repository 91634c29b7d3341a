"""The OpenAPI document and its HTML reference."""

import base64
import re
from collections.abc import AsyncGenerator
from hashlib import sha256
from typing import Any, cast

import httpx
import pytest

from gateway import app
from gateway.config.access import AccountSettings
from gateway.config.sections import DatabaseSettings
from gateway.config.settings import Settings
from gateway.http import openapi


@pytest.fixture(scope="module")
def spec() -> dict[str, Any]:
    return openapi.document(app.documented_routes(Settings()))


def operations(spec: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    return [(path, operation) for path, item in spec["paths"].items() for operation in item.values()]


def test_operations_have_unique_names_and_document_their_errors(spec: dict[str, Any]) -> None:
    names = [operation["operationId"] for _, operation in operations(spec)]
    assert len(names) == len(set(names)) > 30
    assert all(re.fullmatch(r"[A-Za-z]+", name) for name in [*names, *spec["components"]["schemas"]])
    for path, operation in operations(spec):
        responses = operation["responses"]
        assert responses.keys() >= ({"400", "408", "413", "415", "429"} if "requestBody" in operation else {"429"})
        for status in filter(lambda status: int(status) >= 400 and path != "/health/ready", responses):
            error_name = responses[status]["$ref"].removeprefix("#/components/responses/")
            assert error_name.startswith(f"{status}."), path
            assert spec["components"]["responses"][error_name]["content"] == openapi.PROBLEM, (path, status)


def test_personal_operations_require_a_token(spec: dict[str, Any]) -> None:
    token_paths = {path for path, operation in operations(spec) if operation.get("security") == [{openapi.BEARER: []}]}
    personal = {path for path in spec["paths"] if path.startswith("/api/player/")}
    assert token_paths >= personal | {"/api/auth/profile", "/api/auth/change-password", "/api/auth/update-email"}
    public_paths = {"/api/auth/login", "/api/auth/register", "/api/docs", "/api/rankings/pvp", "/health/ready"}
    assert not token_paths & public_paths
    assert spec["components"]["securitySchemes"][openapi.BEARER]["scheme"] == "bearer"


@pytest.fixture(scope="module")
async def http() -> AsyncGenerator[httpx.AsyncClient]:
    """The application without its lifespan: it answers what needs no server."""
    dsn = "mysql://none@localhost/none"
    database = DatabaseSettings(game_dsn=dsn, auth_dsn=dsn, site_dsn=dsn)
    settings = Settings(database=database, accounts=AccountSettings(token_secret="x" * 32))
    transport = httpx.ASGITransport(cast("Any", app.Application(settings).asgi))
    async with httpx.AsyncClient(transport=transport, base_url="http://gateway.test") as http:
        yield http


async def test_page_shows_the_document_without_script_and_foreign_links(
    spec: dict[str, Any], http: httpx.AsyncClient
) -> None:
    page = await http.get("/api/docs")
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert "<script" not in page.text
    assert not re.search(r"""(src|href)=["'](?!/api/|#)""", page.text)
    assert f"<h1>{spec['info']['title']}</h1>" in page.text
    assert all(f"</b> {path} " in page.text for path in spec["paths"])
    assert all(f'id="{link}"' in page.text for link in re.findall(r'href="#([\w.]+)"', page.text))
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
    revalidation = await http.get(path, headers={"If-None-Match": plain.headers["etag"]})
    assert (revalidation.status_code, revalidation.content) == (304, b"")
