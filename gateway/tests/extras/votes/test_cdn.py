"""nginx.conf and Caddyfile behind a CDN: through two proxies, each visitor keeps an address and limits of their own."""

import subprocess
from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import httpx
import pytest

from fixtures.installed import World
from fixtures.service import Service
from gateway.extras.votes.voter_ids import VoterIds
from gateway.http.forwarded_for import cdn_networks
from gateway.tests.conftest import ServiceFactory, WorldFactory
from gateway.tests.deploy.test_proxies import Instance
from gateway.tests.support.account_app import bearer, site
from gateway.tests.support.paths import DEPLOY
from gateway.tests.support.proxies import PROXIES, VISITOR, Proxy, cdn_edge
from gateway.tests.support.serve_processes import events
from gateway.tests.support.wait_until import until

ATTACKER, NEIGHBOUR, PLAYER = "203.0.113.10", "203.0.113.11", "198.51.100.77"
VOTE_SOURCE = "3.86.48.116"  # top100arena reports from it
FIRST_VISITS = 200
LOW_LIMITS = {"rate=200r/s": "rate=1r/s", "burst=400": "burst=20"}
"""One edge that stood for all visitors would be refused after 20 of them, however slow the machine is."""
SECRET = "v" * 40
ENV = {
    "GATEWAY_SERVER_TRUSTED_PROXIES": "127.0.0.1",
    "GATEWAY_LIMITS_APPLY_TO_LOOPBACK": "true",
    "GATEWAY_LIMITS_PUBLIC_PER_SECOND": "1",
    "GATEWAY_ACCOUNTS_LOGIN_MIN_DURATION_MS": "1",
    "GATEWAY_VOTES_SITES": "top100arena:1:4",
    "GATEWAY_VOTES_SECRET": SECRET,
    "GATEWAY_LOG_FORMAT": "json",
}
CLAIMED = "192.0.2.66"
ADDRESS_HEADERS = (
    *("CF-Connecting-IP", "CF-Connecting-IPv6", "True-Client-IP", "X-Real-IP", "X-Client-IP", "Fastly-Client-IP"),
    *("X-Cluster-Client-IP", "X-Original-Forwarded-For", "X-Forwarded-For", "DDG-Connecting-IP", "X-Sucuri-ClientIP"),
)
CLAIMS = {**dict.fromkeys(ADDRESS_HEADERS, CLAIMED), "Forwarded": f"for={CLAIMED}", "X-Forwarded-Host": CLAIMED}


@pytest.fixture(params=PROXIES)
def kind(request: pytest.FixtureRequest) -> str:
    return request.param


@asynccontextmanager
async def echo_behind_cdn(kind: str, folder: Path) -> AsyncGenerator[tuple[Proxy, httpx.AsyncClient]]:
    """Yields the proxy, and a client of the CDN; the instance sends back the request's headers."""
    async with Instance().listening() as instance:
        start, ports = PROXIES[kind], (instance.port, instance.port)
        with start(folder / kind, ports, behind_cdn=True) as proxy, cdn_edge(folder / "edge", proxy) as http:
            async with http:
                yield proxy, http


@pytest.mark.parametrize("visitor", ["203.0.113.7", "2001:db8:1::7"])
async def test_visitor_of_the_cdn_arrives_as_the_only_address(kind: str, tmp_path: Path, visitor: str) -> None:
    async with echo_behind_cdn(kind, tmp_path) as (_, http):
        claims = {name: value for name, value in CLAIMS.items() if name != "CF-Connecting-IP"}
        text = (await http.get("/api/server/status", headers={**claims, VISITOR: visitor})).text.lower()
    assert f"x-forwarded-for: {visitor}\r\n" in text
    assert text.count(visitor) == 1
    assert CLAIMED not in text
    assert "cf-ray: " in text, "the service notices a CDN by it"


async def test_direct_visitor_with_every_header_keeps_their_own_address(kind: str, tmp_path: Path) -> None:
    async with echo_behind_cdn(kind, tmp_path) as (proxy, _), proxy.client(local_address="127.0.0.3") as http:
        text = (await http.get("/api/server/status", headers={**CLAIMS, "CF-Ray": "forged"})).text.lower()
    assert "x-forwarded-for: 127.0.0.3\r\n" in text
    assert CLAIMED not in text


async def test_cdn_lines_that_are_off_believe_no_edge(kind: str, tmp_path: Path) -> None:
    async with Instance().listening() as instance:
        start, ports = PROXIES[kind], (instance.port, instance.port)
        with start(tmp_path / kind, ports) as proxy, cdn_edge(tmp_path / "edge", proxy) as http:
            text = (await http.get("/", headers={VISITOR: "203.0.113.7"})).text.lower()
            await http.aclose()
    assert "x-forwarded-for: 127.0.0.2\r\n" in text
    assert "203.0.113.7" not in text


@pytest.fixture(scope="module")
def world_of_site(world: WorldFactory) -> World:
    return world("mobius", characters=60, seed=94)


@pytest.mark.faults
async def test_visitors_behind_the_cdn_have_limits_votes_and_log_lines_of_their_own(
    kind: str, world_of_site: World, service: ServiceFactory, tmp_path: Path
) -> None:
    async with AsyncExitStack() as stack:
        gateway = stack.enter_context(service(world_of_site, ENV))
        ports = (gateway.port, gateway.port)
        limits = LOW_LIMITS if kind == "nginx" else {}
        proxy = stack.enter_context(PROXIES[kind](tmp_path / kind, ports, limits, behind_cdn=True))
        http = await stack.enter_async_context(stack.enter_context(cdn_edge(tmp_path / "edge", proxy)))
        first_visits = [await visit(http, number) for number in range(FIRST_VISITS)]
        assert Counter(first_visits) == {200: FIRST_VISITS}
        assert [await log_in(http, "wrong-1", ATTACKER) for _ in range(4)] == [401, 401, 429, 429]
        assert await log_in(http, "wrong-1", NEIGHBOUR) == 429, "of the same network"
        assert await log_in(http, "demo1234", PLAYER) == 200
        assert await vote(http, world_of_site, kind) == 200
        direct = await stack.enter_async_context(proxy.client(local_address="127.0.0.3"))
        await direct.post("/api/auth/login", json={"username": "demo2", "password": "x"}, headers=CLAIMS)

        async def direct_login_is_logged() -> bool:
            return "127.0.0.0/24" in clients_of_logins(gateway)

        await until(direct_login_is_logged)
        assert clients_of_logins(gateway) == {"203.0.113.0/24", "198.51.100.0/24", "127.0.0.0/24"}
        assert gateway.log
        text = gateway.log.read_text(encoding="utf-8")
    assert [name for name in ("visitor_address_", "forwarded_for_untrusted") if name in text] == []


def clients_of_logins(gateway: Service) -> set[str]:
    return {event["client"] for event in events(gateway, "request", route="/api/auth/login")}


async def visit(http: httpx.AsyncClient, number: int) -> int:
    address = f"198.18.{number}.9"
    return (await http.get("/rankings", headers={VISITOR: address})).status_code


async def log_in(http: httpx.AsyncClient, password: str, visitor: str) -> int:
    form = {"username": "demo", "password": password}
    return (await http.post("/api/auth/login", json=form, headers={VISITOR: visitor})).status_code


async def vote(http: httpx.AsyncClient, world: World, kind: str) -> int:
    """Reports a vote of the account `demo2` from the address of the vote site; returns the status once credited."""
    form = {"username": "demo2", "password": "demo1234"}
    login = await http.post("/api/auth/login", json=form, headers={VISITOR: PLAYER})
    assert login.status_code == 200, login.text
    headers = {**bearer(login.json()["token"]), VISITOR: PLAYER}
    link = (await http.get("/api/player/votes", headers=headers)).json()["sites"][0]["link"]
    path = f"/api/votes/callback/top100arena/{VoterIds(SECRET).callback_secret('top100arena')}"
    voter = {"postback": link.rpartition("=")[2].rpartition("/")[2]}
    assert (await http.get(path, params=voter, headers={VISITOR: PLAYER})).status_code == 404, "of another address"
    response = await http.get(path, params=voter, headers={VISITOR: VOTE_SOURCE})
    assert await site(world, "SELECT COUNT(*) FROM votes WHERE account = 'demo2'") == [(1,)], (kind, link)
    return response.status_code


def test_script_writes_the_shipped_files_from_the_published_lists(tmp_path: Path) -> None:
    networks = [str(network) for network in cdn_networks((DEPLOY / "cloudflare.conf").read_text(encoding="utf-8"))]
    assert (len(networks), "104.16.0.0/13" in networks) == (22, True)
    lists = {"ips-v4": [text for text in networks if ":" not in text], "ips-v6": [t for t in networks if ":" in t]}
    for name, entries in lists.items():
        (tmp_path / name).write_text("\n".join(entries), encoding="utf-8")  # published without a last newline
    for kind, name in (("nginx", "cloudflare.conf"), ("caddy", "cloudflare.caddy")):
        printed_lines = run_script(kind, tmp_path).stdout.splitlines()
        assert printed_lines[1:] == (DEPLOY / name).read_text(encoding="utf-8").splitlines()[1:]
    (tmp_path / "ips-v6").write_text("<html>an error</html>", encoding="utf-8")
    failure = run_script("nginx", tmp_path)
    assert (failure.returncode == 0, failure.stdout) == (False, "")


def run_script(kind: str, lists: Path) -> subprocess.CompletedProcess[str]:
    command = ["sh", str(DEPLOY / "cloudflare.sh"), kind]
    environment = {"CLOUDFLARE_LISTS": lists.as_uri(), "PATH": "/usr/bin:/bin"}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
