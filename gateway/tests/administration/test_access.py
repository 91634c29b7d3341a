"""Each route of the administration with each role, and a site that has no administration."""

import re

import httpx
import pytest

from fixtures.installed import World
from gateway import app
from gateway.administration.permissions import PERMISSIONS, ROLES, WITHOUT_SESSION, Role
from gateway.administration.routes import PERMISSION
from gateway.config.settings import Settings
from gateway.tests.administration.operator_app import ADMIN_ENV, SAME_ORIGIN, add_operator, session_headers
from gateway.tests.conftest import ClientFactory
from gateway.tests.support.account_app import assert_error, open_app, site

ROUTES = [
    (next(iter(route.http_methods)), re.sub(r"\{\w+:\w+\}", "1", path), route.opt.get(PERMISSION))
    for route in app.documented_routes(Settings(), admin=True)
    for path in route.paths
]
"""Method, path and permission of each route."""


def test_every_route_names_a_permission_and_every_permission_a_route() -> None:
    route_permissions = {permission for _, _, permission in ROUTES}
    assert route_permissions == {*PERMISSIONS, WITHOUT_SESSION}
    assert all(path.startswith("/api/admin/") for _, path, _ in ROUTES)


def test_public_document_names_no_route_of_the_administration() -> None:
    paths = {path for route in app.documented_routes(Settings()) for path in route.paths}
    assert paths
    assert not any("admin" in path for path in paths)


async def test_each_route_answers_the_roles_of_its_permission_alone(server: World, http: httpx.AsyncClient) -> None:
    for role in ROLES:
        await add_operator(server, f"access-{role}", role)
    headers: dict[Role, dict[str, str]] = {}
    for method, path, permission in ROUTES:
        anonymous = await http.request(method, path, headers=SAME_ORIGIN)
        if permission == WITHOUT_SESSION:
            assert anonymous.status_code in {409, 415}, (method, path, anonymous.text)
            continue
        assert_error(anonymous, 401, "not_authenticated")
        for role in ROLES:
            if role not in headers:
                headers[role] = await session_headers(server, f"access-{role}") | {"Content-Type": "text/plain"}
            is_permitted = await answers(http, method, path, headers[role])
            assert is_permitted is (role in roles_of(permission)), f"{role}: {method} {path}"
            if method == "DELETE":
                del headers[role]  # it may have ended the session
    refusals = await site(server, "SELECT DISTINCT subject FROM operator_log WHERE outcome = 'refused'")
    forbidden = {path[:64] for _, path, permission in ROUTES if set(roles_of(permission)) < set(ROLES)}
    assert {str(subject) for (subject,) in refusals} >= forbidden


def roles_of(permission: str | None) -> tuple[Role, ...]:
    return PERMISSIONS[permission].roles if permission in PERMISSIONS else ROLES


async def answers(http: httpx.AsyncClient, method: str, path: str, headers: dict[str, str]) -> bool:
    """Returns whether the route lets the session in. A body of the wrong type stops it before it changes something."""
    response = await http.request(method, path, headers=headers)
    assert response.status_code != 401, (method, path, response.text)
    return response.status_code != 403


@pytest.mark.parametrize("env", [{}, {**ADMIN_ENV, "GATEWAY_ADMIN_NETWORKS": "10.8.0.0/24"}])
async def test_administration_that_is_off_answers_like_an_unknown_path(
    server: World, client: ClientFactory, env: dict[str, str]
) -> None:
    stranger = {"X-Forwarded-For": "203.0.113.9"}
    async with open_app(server, client, **env) as http:
        for method in ("GET", "POST", "DELETE"):
            hidden = await http.request(method, "/api/admin/session", headers=stranger)
            assert shape(hidden) == shape(await http.request(method, "/api/nothing", headers=stranger))
        page = await http.get("/admin", headers=stranger)
        assert shape(page) == shape(await http.get("/nothing", headers=stranger))
        if env:
            inside = await http.get("/api/admin/session", headers={"X-Forwarded-For": "10.8.0.7"})
            assert_error(inside, 401, "not_authenticated")


@pytest.mark.parametrize(
    ("value", "is_inside"), [("127.0.0.1", True), ("unknown", False), ("127.0.0.1, unknown", False)]
)
async def test_unreadable_address_of_a_proxy_opens_no_network_of_operators(
    server: World, client: ClientFactory, value: str, is_inside: bool
) -> None:
    async with open_app(server, client, **ADMIN_ENV, GATEWAY_ADMIN_NETWORKS="127.0.0.1") as http:
        response = await http.get("/api/admin/session", headers={"X-Forwarded-For": value})
        assert response.status_code == (401 if is_inside else 404)


def shape(response: httpx.Response) -> tuple[int, str, dict[str, str]]:
    volatile_headers = {"x-request-id", "content-length", "date"}
    headers = {name: value for name, value in response.headers.items() if name not in volatile_headers}
    return response.status_code, re.sub(r'"request_id":"\w+"', "", response.text), headers
