"""Two services behind the nginx of gateway/deploy: a restart of both, one after the other, loses no request."""

from __future__ import annotations

import asyncio
import re
import socket
import subprocess
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from fixtures.processes import end_with_parent, find_program, free_port
from fixtures.servers import Redis
from fixtures.service import Service
from gateway.tests.conftest import WorldFactory
from gateway.tests.support.paths import DEPLOY
from gateway.tests.support.serve_processes import RequestLoops

TEMPORARY_PATHS = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


@contextmanager
def nginx(folder: Path, upstreams: tuple[int, int]) -> Generator[int]:
    """Runs nginx with our snippet, without TLS; yields its port."""
    port = free_port()
    text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    for default, upstream in zip((8000, 8001), upstreams, strict=True):
        text = text.replace(f"127.0.0.1:{default}", f"127.0.0.1:{upstream}")
    head, redirect, site = text.split("\nserver {")
    assert "return 301" in redirect
    site = re.sub(r"^ *(ssl_\w+|listen \[::\]).*\n", "", site, flags=re.MULTILINE)
    text = f"{head}\nserver {{{site}".replace("listen 443 ssl http2", f"listen 127.0.0.1:{port}")
    paths = "".join(f"{name}_temp_path {folder}/{name};\n" for name in TEMPORARY_PATHS)
    config = folder / "nginx.conf"
    config.write_text(
        f"daemon off;\npid {folder}/pid;\nerror_log {folder}/error.log;\nevents {{}}\n"
        f"http {{\naccess_log off;\n{paths}{text}\n}}\n"
    )
    command = [find_program("nginx"), "-c", str(config), "-p", str(folder), "-e", f"{folder}/error.log"]
    process = subprocess.Popen(command, preexec_fn=end_with_parent())
    try:
        wait_for_port(port)
        yield port
    finally:
        process.terminate()
        process.wait()


def wait_for_port(port: int) -> None:
    deadline = time.monotonic() + 10
    while True:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except ConnectionRefusedError:
            assert time.monotonic() < deadline, "nginx does not listen after 10 s"
            time.sleep(0.02)
        else:
            return


async def test_serve_restarted_one_after_the_other_behind_nginx_loses_no_request(
    world: WorldFactory, redis_server: Redis, tmp_path: Path
) -> None:
    env = {
        **world(characters=60, seed=61).environment,
        "GATEWAY_REDIS_URL": redis_server.url,
        "GATEWAY_REDIS_PREFIX": "test-restart",
        "GATEWAY_SERVER_DRAIN_SECONDS": "1",
        "GATEWAY_ACCOUNTS_LOGIN_MIN_DURATION_MS": "1",
    }
    with (
        Service(env, log=tmp_path / "one.log") as one,
        Service(env, log=tmp_path / "two.log") as two,
        nginx(tmp_path, (one.port, two.port)) as port,
    ):
        async with RequestLoops(port, ("GET", "POST")) as loops:
            for service in (one, two):
                assert await asyncio.to_thread(service.stop) == 0
                await loops.more()
                await asyncio.to_thread(service.start)
                await loops.more()
    assert loops.failed == {}
