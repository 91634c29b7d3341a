"""The line is cut at every place of a post: whatever was lost, the same key again leaves it done once."""

from collections import Counter

import pytest

from fixtures import site_schema
from fixtures.fault_proxy import FaultProxy
from fixtures.servers import MariaDB
from fixtures.site_schema import credit, posted, spend
from gateway.database.database import DatabaseUnavailable
from gateway.features.ledger import check, post
from gateway.features.roulette.verification import ALL_RULES
from gateway.tests.support.databases import Server

pytestmark = pytest.mark.faults

SCHEMA = "ledger_cut"
PLACES = 24
LAST = 12  # bytes, in which the answer to the commit comes


async def _through(proxy: FaultProxy, server: Server, key: str) -> str:
    """What became of a post over the cut line; `unknown` is all that its caller can say when it breaks."""
    assert isinstance(server, MariaDB)
    dsn = server.tcp_dsn(SCHEMA).replace(f":{server.port}/", f":{proxy.port}/")
    async with site_schema.connect(dsn) as site:
        try:
            return await posted(site, post, credit(key, "cutty", 5))
        except DatabaseUnavailable:
            return "unknown"


def _proxy(server: Server, **limits: int) -> FaultProxy:
    assert isinstance(server, MariaDB)
    assert server.port
    return FaultProxy("127.0.0.1", server.port, **limits)


async def test_connection_cut_anywhere_then_retry_spins_once(mariadb: Server) -> None:
    direct = await site_schema.create(mariadb, SCHEMA)
    met: dict[str, Counter[tuple[str, str]]] = {}
    async with site_schema.connect(direct) as site:
        assert await posted(site, post, credit("cut:first", "cutty", 5)) == "done"  # it makes the wallet
        async with _proxy(mariadb) as whole:
            assert await _through(whole, mariadb, "cut:whole") == "done"
        for way, length in whole.passed.items():
            met[way] = Counter()
            for place in (*range(0, length, length // PLACES), *range(length - LAST, length, 3)):
                key = f"cut:{way}:{place}"
                async with _proxy(mariadb, **{way: place}) as proxy:
                    first = await _through(proxy, mariadb, key)
                met[way][first, await posted(site, post, credit(key, "cutty", 5))] += 1
        posts = 2 + sum(sum(outcomes.values()) for outcomes in met.values())
        assert await posted(site, post, spend("cut:more", "cutty", 5 * posts + 1)) == "insufficient"
        assert await posted(site, post, spend("cut:all", "cutty", 5 * posts)) == "done"
        assert await check.broken_rules(site, ALL_RULES) == []
    assert met["replies"]["unknown", "repeated"], "no reply was lost after the commit"
    for outcomes in met.values():
        assert outcomes["unknown", "done"], "no request was lost before the commit"
        assert outcomes.keys() <= {("unknown", "repeated"), ("unknown", "done"), ("done", "repeated")}
