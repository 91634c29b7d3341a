"""nginx.conf and Caddyfile as they are shipped, in front of two instances."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import httpx
import pytest

from fixtures import installed
from fixtures.installed import Schemas
from fixtures.servers import MariaDB
from fixtures.service import Service
from gateway.features.site_content import folder_contents
from gateway.tests.support.account_app import bearer, token_of
from gateway.tests.support.proxies import NAME, PROXIES, Proxy, nginx
from gateway.tests.support.wait_until import until

PUBLIC = ("/", "/rankings", "/api/server/status", "/api/server/info", "/api/rankings/pvp", "/api/rankings/pk?page=2")
PRIVATE = "/api/player/characters"
ROUNDS = 10
DOWNLOAD_BYTES = 16 << 20


class Instance:
    """A server in place of a gateway: it has `assets` and one download, and sends back request headers."""

    def __init__(self, *assets: str) -> None:
        self.port = 0
        self.sent_bytes = 0
        self.is_silent = False
        self._assets = {f"/assets/{name}" for name in assets}

    @asynccontextmanager
    async def listening(self) -> AsyncGenerator[Instance]:
        async with await asyncio.start_server(self._respond, "127.0.0.1", 0) as server:
            self.port = server.sockets[0].getsockname()[1]
            yield self

    async def _respond(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        if self.is_silent:
            await reader.read()
            writer.close()
            return
        if length := re.search(rb"content-length: (\d+)", head.lower()):
            await reader.readexactly(int(length[1]))
        path = head.split()[1].decode()
        status = b"404 Not Found" if path.startswith("/assets/") and path not in self._assets else b"200 OK"
        body = bytes(DOWNLOAD_BYTES) if path.startswith("/files/") else head
        writer.write(b"HTTP/1.1 %s\r\nConnection: close\r\nContent-Length: %d\r\n\r\n" % (status, len(body)))
        for start in range(0, len(body), 65_536):
            writer.write(body[start : start + 65_536])
            await writer.drain()
            self.sent_bytes += 65_536
        writer.close()


@pytest.fixture(params=PROXIES)
def kind(request: pytest.FixtureRequest) -> str:
    return request.param


@asynccontextmanager
async def two_instances(kind: str, folder: Path) -> AsyncGenerator[tuple[Proxy, Instance, Instance]]:
    async with Instance("old.js").listening() as old, Instance("new.js").listening() as new:
        with PROXIES[kind](folder, (old.port, new.port)) as proxy:
            yield proxy, old, new


async def test_proxies_ask_the_other_instance_for_a_missing_asset(kind: str, tmp_path: Path) -> None:
    async with two_instances(kind, tmp_path) as (proxy, _, _), proxy.client() as http:
        for _ in range(3):
            for name, status in (("old.js", 200), ("new.js", 200), ("none.js", 404)):
                assert (await http.get(f"/assets/{name}")).status_code == status


async def test_proxies_ask_the_other_instance_where_one_has_vanished(kind: str, tmp_path: Path) -> None:
    async with two_instances(kind, tmp_path) as (proxy, old, _), proxy.client() as http:
        old.is_silent = True
        responses = await asyncio.gather(*(http.get("/api/rankings/pvp") for _ in range(4)))
        assert [response.status_code for response in responses] == [200] * 4


async def test_proxies_serve_their_own_name_alone(kind: str, tmp_path: Path) -> None:
    async with two_instances(kind, tmp_path) as (proxy, _, _):
        async with proxy.client(tls=False) as http:
            redirect = await http.get("/rankings?page=2")
        assert redirect.status_code in {301, 308}
        assert redirect.headers["location"] == f"https://{NAME}/rankings?page=2"
        for tls in (True, False):
            async with proxy.client("other.test", tls=tls) as http:
                with pytest.raises(httpx.TransportError):
                    await http.get("/")


async def test_proxies_replace_forwarded_headers_and_hide_health(kind: str, tmp_path: Path) -> None:
    forged_headers = {"X-Forwarded-For": "203.0.113.7", "X-Forwarded-Proto": "http"}
    async with two_instances(kind, tmp_path) as (proxy, _, _), proxy.client() as http:
        headers = (await http.get("/api/server/status", headers=forged_headers)).text.lower()
        assert "x-forwarded-for: 127.0.0.1\r\n" in headers
        assert "x-forwarded-proto: https\r\n" in headers
        assert "203.0.113.7" not in headers
        assert (await http.get("/health/ready")).status_code == 404


async def test_proxies_pass_large_bodies_to_the_content_of_the_administration_alone(kind: str, tmp_path: Path) -> None:
    async with two_instances(kind, tmp_path) as (proxy, _, _), proxy.client() as http:
        for path in ("/api/admin/content", "/api/admin/content/pictures?name=a.png"):
            assert (await http.post(path, content=bytes(folder_contents.MAX_PICTURE_BYTES))).status_code == 200
        assert (await http.post("/api/auth/login", content=bytes(70_000))).status_code in {413, 502}


async def test_proxies_serve_the_countdown_from_its_folder_as_long_as_it_is_there(kind: str, tmp_path: Path) -> None:
    bodies = {
        "index.html": b"<p>soon</p>" * 99,
        "es.html": b"<p>pronto</p>" * 99,
        "opening.json": b'{"phase":"waiting"}',
    }
    addresses = {"/?utm_source=x": "index.html", "/es": "es.html", "/api/opening": "opening.json"}
    async with two_instances(kind, tmp_path) as (proxy, _, _), proxy.client() as client:
        folder = tmp_path / "opening"
        folder.mkdir()
        for name, body in bodies.items():
            (folder / name).write_bytes(body)
        for address, name in addresses.items():
            response = await client.get(address)
            assert (response.status_code, response.content) == (200, bodies[name]), address
            assert response.headers["content-type"].startswith(("text/html", "application/json"))
            assert response.headers["cache-control"].startswith("no-")
            assert "date" in response.headers
        page = await client.get("/")
        assert "frame-ancestors 'none'" in page.headers["content-security-policy"]
        assert page.headers["content-encoding"] == "gzip"
        assert b"GET /pt " in (await client.get("/pt")).content
        for name in bodies:
            (folder / name).unlink()
        for address in addresses:
            assert b"GET " in (await client.get(address)).content, address


async def test_nginx_serves_the_files_of_certbot(tmp_path: Path) -> None:
    challenge = tmp_path / "html" / ".well-known" / "acme-challenge" / "token"
    challenge.parent.mkdir(parents=True)
    challenge.write_text("proof")
    async with two_instances("nginx", tmp_path) as (proxy, _, _), proxy.client(tls=False) as http:
        assert (await http.get("/.well-known/acme-challenge/token")).text == "proof"
        assert "warn" not in proxy.log


async def test_nginx_limits_requests_of_one_address(tmp_path: Path) -> None:
    async with Instance().listening() as instance:
        low_limits = {"rate=200r/s": "rate=1r/m", "burst=400": "burst=4"}
        with nginx(tmp_path, (instance.port, instance.port), low_limits) as proxy:
            async with proxy.client() as http:
                statuses = [(await http.get("/")).status_code for _ in range(7)]
    assert statuses == [200] * 5 + [429] * 2


async def test_nginx_writes_no_download_to_its_disk(tmp_path: Path) -> None:
    async with (
        two_instances("nginx", tmp_path) as (proxy, first, second),
        proxy.client() as http,
        http.stream("GET", "/files/client.zip") as download,
    ):
        chunks = download.aiter_raw()
        received_bytes = len(await anext(chunks))

        async def is_ahead() -> bool:
            return first.sent_bytes + second.sent_bytes > received_bytes + (1 << 20)

        await until(is_ahead)
        async for chunk in chunks:
            received_bytes += len(chunk)
    assert received_bytes == DOWNLOAD_BYTES
    assert "temporary file" not in proxy.log


@pytest.mark.faults
async def test_proxies_database_outage_leaves_public_reads(tmp_path: Path) -> None:
    schemas = Schemas()
    async with AsyncExitStack() as stack:
        mariadb = stack.enter_context(MariaDB(tmp_path / "db"))
        installed.fill(mariadb, schemas, "mobius", 60, seed=7)
        env = installed.install(mariadb, schemas, "mobius", 60, seed=7).environment
        env = {**env, "GATEWAY_ACCOUNTS_LOGIN_MIN_DURATION_MS": "1"}
        services = [stack.enter_context(Service(env, log=tmp_path / f"{name}.log", ready=False)) for name in "ab"]
        for service in services:
            await asyncio.to_thread(service.wait_ready)
        ports = (services[0].port, services[1].port)
        clients = {
            kind: await stack.enter_async_context(stack.enter_context(run(tmp_path / kind, ports)).client())
            for kind, run in PROXIES.items()
        }
        for http in clients.values():
            http.headers.update(bearer(await token_of(http, "demo")))
            assert (await http.get(PRIVATE)).status_code == 200
        mariadb.kill()
        counts = {kind: await count_statuses(http) for kind, http in clients.items()}
    assert counts == dict.fromkeys(PROXIES, ({200: ROUNDS * len(PUBLIC)}, {503: ROUNDS}))


async def count_statuses(http: httpx.AsyncClient) -> tuple[Counter[int], Counter[int]]:
    """Returns the statuses of public reads and of the player's own, from the first failure of the latter on."""

    async def is_failing() -> bool:
        return (await http.get(PRIVATE)).status_code != 200

    await until(is_failing)
    public, private = Counter[int](), Counter[int]()
    for _ in range(ROUNDS):
        private[(await http.get(PRIVATE)).status_code] += 1
        answers = await asyncio.gather(*(http.get(path) for path in PUBLIC))
        public.update(answer.status_code for answer in answers)
    return public, private
