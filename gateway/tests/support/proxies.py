"""nginx and Caddy with the files of gateway/deploy: names, ports and certificates filled in, nothing else changed.

`behind_cdn` switches on the lines for a CDN as gateway/docs/operators/production.md says,
with the address of the stand-in among its networks.
"""

import os
import socket
import ssl
import subprocess
import time
from collections.abc import Generator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Final, Protocol

import httpx
from msgspec import Struct

from fixtures.certificates import Authority
from fixtures.nginx import fill_in, nginx_command, shipped_file
from fixtures.processes import end_with_parent, find_program, free_port
from gateway.tests.support.paths import DEPLOY

NAME: Final = "gateway.test"
EDGE: Final = "127.0.0.2"
"""Address from which the stand-in of a CDN connects."""
HEADER_VARIABLE: Final = "http_x_test_visitor"
VISITOR: Final = "X-Test-Visitor"
"""Header that names the visitor to the stand-in, which takes everything else from the connection in reality."""
NOTHING: Final[Mapping[str, str]] = {}


class Proxy(Struct, frozen=True):
    """A running proxy: its ports of HTTP and HTTPS, and its folder with `error.log`."""

    http_port: int
    https_port: int
    folder: Path

    @property
    def log(self) -> str:
        return (self.folder / "error.log").read_text(encoding="utf-8", errors="replace")

    def client(self, name: str = NAME, *, tls: bool = True, local_address: str = "127.0.0.1") -> httpx.AsyncClient:
        """Returns a client that asks for `name`, in the TLS handshake as well, from an address of this machine."""

        async def set_name(request: httpx.Request) -> None:
            request.extensions = {**request.extensions, "sni_hostname": name}

        address = f"https://127.0.0.1:{self.https_port}" if tls else f"http://127.0.0.1:{self.http_port}"
        headers, hooks = {"Host": name}, {"request": [set_name]}
        transport = httpx.AsyncHTTPTransport(verify=trust_anything(), local_address=local_address)
        return httpx.AsyncClient(base_url=address, headers=headers, transport=transport, event_hooks=hooks, timeout=60)


def trust_anything() -> ssl.SSLContext:
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


@contextmanager
def nginx(
    folder: Path, upstreams: tuple[int, int], replace: Mapping[str, str] = NOTHING, *, behind_cdn: bool = False
) -> Generator[Proxy]:
    """`replace`: further texts of the file."""
    proxy, authority = _prepare(folder)
    values = {
        "listen 80": f"listen 127.0.0.1:{proxy.http_port}",
        "listen 443": f"listen 127.0.0.1:{proxy.https_port}",
        "127.0.0.1:8000": f"127.0.0.1:{upstreams[0]}",
        "127.0.0.1:8001": f"127.0.0.1:{upstreams[1]}",
        "/etc/letsencrypt/live/play.example/fullchain.pem": str(authority.certificate),
        "/etc/letsencrypt/live/play.example/privkey.pem": str(authority.key),
        "play.example": NAME,
        "/var/www/html": str(folder / "html"),
        "/var/cache/gateway-opening": str(folder / "opening"),
    }
    if behind_cdn:
        networks = (DEPLOY / "cloudflare.conf").read_text(encoding="utf-8")
        (folder / "cloudflare.conf").write_text(f"{networks}set_real_ip_from {EDGE};\n")
        values["# include snippets/cloudflare.conf;"] = f"include {folder}/cloudflare.conf;"
    with _running(nginx_command(folder, shipped_file(values | dict(replace))), {}, proxy):
        yield proxy


@contextmanager
def caddy(
    folder: Path, upstreams: tuple[int, int], replace: Mapping[str, str] = NOTHING, *, behind_cdn: bool = False
) -> Generator[Proxy]:
    proxy, authority = _prepare(folder)
    ports = f"http_port {proxy.http_port}\n\thttps_port {proxy.https_port}\n\tdefault_bind 127.0.0.1"
    site = "{$SITE_ADDRESS:localhost} {\n"
    values = {
        "admin off": f"admin off\n\t{ports}",
        site: f"{site}\ttls {authority.certificate} {authority.key}\n",
        "127.0.0.1:2080": f"127.0.0.1:{free_port()}",
    }
    if behind_cdn:
        networks = (DEPLOY / "cloudflare.caddy").read_text(encoding="utf-8")
        (folder / "cloudflare.caddy").write_text(fill_in(networks, {"remote_ip": f"remote_ip {EDGE}"}))
        values["# import cloudflare.caddy"] = "import cloudflare.caddy"
    config = folder / "Caddyfile"
    config.write_text(fill_in((DEPLOY / "Caddyfile").read_text(encoding="utf-8"), values | dict(replace)))
    instances = {"INSTANCE_A": f"127.0.0.1:{upstreams[0]}", "INSTANCE_B": f"127.0.0.1:{upstreams[1]}"}
    environment = {"SITE_ADDRESS": NAME, "HOME": str(folder), "OPENING_FOLDER": str(folder / "opening"), **instances}
    command = [find_program("caddy"), "run", "--adapter", "caddyfile", "--config", str(config)]
    with _running(command, environment, proxy):
        yield proxy


class StartProxy(Protocol):
    def __call__(
        self, folder: Path, upstreams: tuple[int, int], replace: Mapping[str, str] = ..., *, behind_cdn: bool = False
    ) -> AbstractContextManager[Proxy]: ...


PROXIES: dict[str, StartProxy] = {"nginx": nginx, "caddy": caddy}


@contextmanager
def cdn_edge(folder: Path, origin: Proxy) -> Generator[httpx.AsyncClient]:
    """A stand-in of a CDN: yields a client that reaches the origin through it, as the visitor of the header VISITOR.

    It sends the headers that Cloudflare sends, and passes on what a visitor sends otherwise.
    """
    edge, _ = _prepare(folder)
    server = f"""
upstream origin {{ server 127.0.0.1:{origin.https_port}; keepalive 64; }}
server {{
    listen 127.0.0.1:{edge.https_port};
    location / {{
        proxy_pass https://origin;
        proxy_bind {EDGE};
        proxy_http_version 1.1;
        proxy_ssl_server_name on;
        proxy_ssl_name {NAME};
        proxy_set_header Connection "";
        proxy_set_header Host {NAME};
        proxy_set_header {VISITOR} "";
        proxy_set_header CF-Connecting-IP ${HEADER_VARIABLE};
        proxy_set_header X-Forwarded-For "$http_x_forwarded_for, ${HEADER_VARIABLE}";
        proxy_set_header CF-Ray 8f00000000000000-EZE;
        proxy_set_header CDN-Loop "cloudflare; loops=1";
    }}
}}"""
    with _running(nginx_command(folder, server), {}, edge):
        address = f"http://127.0.0.1:{edge.https_port}"
        yield httpx.AsyncClient(base_url=address, timeout=60, limits=httpx.Limits(max_connections=200))


def _prepare(folder: Path) -> tuple[Proxy, Authority]:
    folder.mkdir(exist_ok=True)
    return Proxy(free_port(), free_port(), folder), Authority(folder)


@contextmanager
def _running(command: Sequence[str], environment: Mapping[str, str], proxy: Proxy) -> Generator[None]:
    with (proxy.folder / "error.log").open("ab") as log:
        env = {**os.environ, **environment}
        process = subprocess.Popen(command, stdout=log, stderr=log, env=env, preexec_fn=end_with_parent())
    try:
        _wait_for_port(process, proxy)
        yield
    finally:
        process.terminate()
        process.wait()


def _wait_for_port(process: subprocess.Popen[bytes], proxy: Proxy) -> None:
    deadline = time.monotonic() + 30
    while True:
        try:
            socket.create_connection(("127.0.0.1", proxy.https_port)).close()
        except ConnectionRefusedError:
            assert process.poll() is None, proxy.log
            assert time.monotonic() < deadline, proxy.log
            time.sleep(0.02)
        else:
            return
