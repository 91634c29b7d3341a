"""Each route of the administration with each role, and a site that has no administration."""

import re

import httpx
import pytest

from fixtures.installed import World
from gateway import app
from gateway.administration.fields import field_needs
from gateway.administration.permissions import PERMISSIONS, ROLES, WITHOUT_SESSION, Role
from gateway.administration.routes import PERMISSION
from gateway.config.settings import Settings
from gateway.tests.administration.answer_fields import (
    ACCOUNT,
    ADDRESS,
    CAMPAIGN,
    COMPETITION,
    PESOS,
    add_rows,
    answer_type,
    structs_of,
    values_with_needs,
)
from gateway.tests.administration.operator_app import (
    ADMIN_ENV,
    SAME_ORIGIN,
    add_operator,
    operator_headers,
    session_headers,
)
from gateway.tests.conftest import ClientFactory
from gateway.tests.support.account_app import assert_error, open_app, site

HANDLERS = app.documented_routes(Settings(), admin=True)
ROUTES = [
    (next(iter(route.http_methods)), re.sub(r"\{\w+:\w+\}", "1", path), route.opt.get(PERMISSION))
    for route in HANDLERS
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


READING = [route for route in HANDLERS if "GET" in route.http_methods or "evidence" in next(iter(route.paths))]
"""Routes that answer with what they read. Those with personal data as a whole belong to one permission."""
WITHOUT_STRUCT = {
    *("/api/admin/payments.csv", "/api/admin/insight/cohorts.csv", "/api/admin/insight/absent.csv"),
    "/api/admin/tickets/{id:int}/pictures/{picture_id:int}",
}
HOLDERS = {
    "money.read": {"asked", "chargebacks", "fee", "gross", "net", "paid", "refunded", "refunded_amount", "refunds"}
    | {"amount", "revenue", "returned", "released"},
    "players.reveal": {"address", "addresses", "ip_address", "email", "confirmed_email", "last_address"},
    "players.read": {"account", "login", "referrer", "network"},
}
"""Names of fields by the permission that they need."""
OTHER_MEANINGS = {
    *("StatementLine.amount", "ListedDelivery.amount", "SupplyNight.amount", "AdenaBand.amount", "LargestStack.amount"),
    *("CountedItem.amount", "HouseEntry.amount", "ListedCompetition.paid"),
    *("AccountProfile.email", "AccountProfile.confirmed_email", "AccountProfile.last_address"),
    *("SecurityLogRow.ip_address", "Need.account", "CurrencyAmount.amount"),
}
"""Coins and adena, values that are always masked, and rows that are left out as a whole."""


def test_every_field_of_money_addresses_and_accounts_belongs_to_a_permission_for_it() -> None:
    exceptions: set[str] = set()
    for route in READING:
        permitted_roles = set(roles_of(route.opt[PERMISSION]))
        for struct in structs_of(answer_type(route)):
            for permission, names in HOLDERS.items():
                for name in names & set(struct.__struct_fields__):
                    need = field_needs(struct).get(name)
                    roles = permitted_roles & set(roles_of(need.permission)) if need else permitted_roles
                    if not roles <= set(roles_of(permission)):
                        exceptions.add(f"{struct.__name__}.{name}")
    assert exceptions == OTHER_MEANINGS


async def test_each_role_reads_the_fields_of_its_permissions_alone(server: World, http: httpx.AsyncClient) -> None:
    donation = await add_rows(server)
    headers = {role: await operator_headers(server, role) for role in ROLES}
    seen_fields: set[str] = set()
    for route in READING:
        [path] = route.paths
        if path in WITHOUT_STRUCT:
            continue
        method, address, hint = next(iter(route.http_methods)), address_of(path, donation), answer_type(route)
        owner_answer = await http.request(method, address, headers=headers["owner"])
        if owner_answer.status_code == 404 or not structs_of(hint):
            assert path in {"/api/admin/openapi.json", "/api/admin/content/versions/{version:int}"}, owner_answer.text
            continue
        assert owner_answer.status_code == 200, (path, owner_answer.text)
        for role in roles_of(route.opt[PERMISSION]):
            answer = await http.request(method, address, headers=headers[role])
            fields = values_with_needs(hint, answer.json())
            for struct, name, need, value in fields:
                if role in roles_of(need.permission):
                    seen_fields |= {f"{struct}.{name}"} if value is not None else set()
                elif need.mask is None:
                    assert value is None, (role, path, struct, name)
            may_see = {text: role in roles_of(permission) for text, permission in SECRETS.items()}
            assert not [text for text, allowed in may_see.items() if text in answer.text and not allowed], (role, path)
            for text in SECRETS:
                assert text in answer.text or text not in owner_answer.text or not may_see[text], (role, path, text)
    declared = {
        f"{struct.__name__}.{name}"
        for route in READING
        for struct in structs_of(answer_type(route))
        for name in field_needs(struct)
    }
    assert declared - seen_fields == {"Overview.waiting_webhooks", "Overview.pending_deliveries"} - seen_fields


SECRETS = {str(PESOS): "money.read", ADDRESS: "players.reveal", ACCOUNT: "players.read", "203.0.113.0": "players.read"}


def address_of(path: str, donation: str) -> str:
    """Returns the address of the rows of `add_rows`."""
    parts = {"login": ACCOUNT, "campaign_id": CAMPAIGN, "competition_id": COMPETITION, "donation": donation}
    address = re.sub(r"\{(\w+):\w+\}", lambda name: str(parts.get(name[1], 1)), path)
    queries = {
        "/api/admin/search": f"q={donation}",
        "/api/admin/content/file": "path=site.toml",
        "/api/admin/entries": "account=house:promotions",
        "/api/admin/spins": "version=1&tier=JACKPOT&prize=1",
        "/api/admin/insight/band": "band=regular",
        "/api/admin/insight/accounts": "week=2026-11-23",
    }
    question = "?question=paid" if path.endswith("/answer") else ""
    return f"{address}?{queries[path]}" if path in queries else address + question


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
