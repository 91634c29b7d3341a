"""The line is cut at many places of a spin: the same key afterwards leaves it spun once, and tells the same."""

import pytest

from fixtures import site_schema
from fixtures.fault_proxy import FaultProxy
from fixtures.servers import MariaDB
from gateway.database.database import Database, DatabaseUnavailable
from gateway.features.roulette.spin import spin
from gateway.tests.support.databases import Server
from gateway.tests.support.roulette_data import STILL, rich, sound, spun, terms

pytestmark = pytest.mark.faults

PLACES = 16
LAST = 12  # bytes, in which the answer to the commit comes


@pytest.mark.parametrize("way", ["requests", "replies"])
async def test_connection_cut_anywhere_then_retry_posts_once(mariadb: Server, way: str) -> None:
    assert isinstance(mariadb, MariaDB)
    assert mariadb.port
    schema = f"roulette_cut_{way}"
    direct = await site_schema.create(mariadb, schema)
    through = mariadb.tcp_dsn(schema).replace(f":{mariadb.port}/", ":{}/")
    before, after = 0, 0
    async with site_schema.connect(direct) as site:
        login = await rich(site, "cutty", 100_000)
        await spun(site, terms(), login)
        async with (
            FaultProxy("127.0.0.1", mariadb.port) as whole,
            site_schema.connect(through.format(whole.port)) as door,
        ):
            await spun(door, terms(), login, "whole")
        length = whole.passed[way]
        for place in (*range(0, length, length // PLACES), *range(length - LAST, length, 4)):
            key = f"cut-{place}"
            async with (
                FaultProxy("127.0.0.1", mariadb.port, **{way: place}) as proxy,
                site_schema.connect(through.format(proxy.port)) as door,
            ):
                lost = await _lost(door, login, key)
            nonce = (await spun(site, terms(), login, f"next-{place}")).nonce
            found = await spun(site, terms(), login, key)
            assert found == await spun(site, terms(), login, key)
            before += lost and found.nonce < nonce
            after += lost and found.nonce > nonce
        await sound(site)
    assert after, "no request was lost before the commit"
    assert before or way == "requests", "no reply was lost after the commit"


async def _lost(door: Database, login: str, key: str) -> bool:
    try:
        await spin(door, terms(), login, key, STILL)
    except DatabaseUnavailable:
        return True
    return False
