"""The database or the process that spins is killed in the midst: debit and prize are both there or neither, and the key
finds out."""

import asyncio
import random
import signal
import sys
import time
from pathlib import Path

import msgspec
import pytest

from fixtures import site_schema
from fixtures.processes import end_with_parent
from fixtures.servers import MariaDB
from gateway.database.database import Database, DatabaseUnavailable
from gateway.features.roulette.spin import CommittedSpin, spin
from gateway.tests.support import roulette_stress
from gateway.tests.support.crash_tests import DURABLE
from gateway.tests.support.databases import Server
from gateway.tests.support.roulette_data import terms
from gateway.tests.support.roulette_stress import Journal
from gateway.tests.support.wait_until import until

pytestmark = pytest.mark.faults

ROUNDS = 3
MOST_ANSWERS = 80


def some(name: str) -> int:
    """After so many answers somebody is killed."""
    return random.Random(name).randint(10, MOST_ANSWERS)


async def test_database_killed_loses_no_answered_spin(tmp_path: Path) -> None:
    unanswered = 0
    with MariaDB(tmp_path, options=DURABLE) as server:
        dsn = await site_schema.create(server, "roulette_kills")
        async with site_schema.connect(dsn) as site:
            await roulette_stress.make(site)
        for number in range(ROUNDS):
            journal, name = Journal(), f"server{number}"
            async with site_schema.connect(dsn) as site:
                working = asyncio.create_task(roulette_stress.mix(site, journal.say, name))
                await journal.reach(some(name))
                server.kill()
                await working
            server.start()
            unanswered += len(journal.unanswered)
            async with site_schema.connect(dsn) as site:
                await roulette_stress.verify(site, journal)
    assert unanswered > 0, "it was never killed in the midst of a spin"


async def test_replayed_response_is_durable_after_a_crash(tmp_path: Path) -> None:
    """Two ask under one key, and the database dies with the first answer: the server shows a commit before it has
    written it down, and who sees it must not speak before it is."""
    with MariaDB(tmp_path, options=DURABLE) as server:
        dsn = await site_schema.create(server, "roulette_repeat")
        async with site_schema.connect(dsn) as site:
            await roulette_stress.make(site)
        for number in range(ROUNDS):
            name = f"repeat{number}"
            async with site_schema.connect(dsn) as site:
                journal = await _pairs(site, name, some(name) // 3, server)
            server.start()
            async with site_schema.connect(dsn) as site:
                await roulette_stress.verify(site, journal)


async def _pairs(site: Database, name: str, enough: int, server: MariaDB) -> Journal:
    """Kills the server with the answer that makes it enough, before the other of the pair can have been heard."""
    journal, killed = Journal(), asyncio.Event()

    async def ask(key: str) -> None:
        journal.say(key, None)
        try:
            found = await spin(site, terms(), roulette_stress.player_of(key), key, time.time)
        except DatabaseUnavailable:
            return
        journal.say(key, found)
        if len(journal.answered) >= enough and not killed.is_set():
            killed.set()
            server.kill()

    async def work(worker: int) -> None:
        for number in range(worker, 1000, roulette_stress.PLAYERS):
            if not killed.is_set():
                await asyncio.gather(ask(f"{name}-{number}"), ask(f"{name}-{number}"))

    await asyncio.gather(*(work(worker) for worker in range(roulette_stress.PLAYERS)))
    assert killed.is_set()
    return journal


async def test_process_killed_loses_no_answered_spin(mariadb: Server) -> None:
    dsn, unanswered = await site_schema.create(mariadb, "roulette_process"), 0
    async with site_schema.connect(dsn) as site:
        await roulette_stress.make(site)
    for number in range(ROUNDS):
        journal, name = Journal(), f"process{number}"
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "gateway.tests.support.roulette_stress", dsn, name),
            stdout=asyncio.subprocess.PIPE,
            preexec_fn=end_with_parent(signal.SIGKILL),
        )
        listening = asyncio.create_task(_listen(process, journal))
        await journal.reach(some(name))
        process.kill()
        await process.wait()
        await listening
        unanswered += len(journal.unanswered)
        async with site_schema.connect(dsn) as site:
            await _left(site)
            await roulette_stress.verify(site, journal)
    assert unanswered > 0, "it was never killed in the midst of a spin"


async def _listen(process: asyncio.subprocess.Process, journal: Journal) -> None:
    assert process.stdout
    async for line in process.stdout:
        if line.endswith(b"\n"):  # half a line is no answer
            key, answer = line.decode().split(" ", 1)
            journal.say(key, msgspec.json.decode(answer, type=CommittedSpin | None))


async def _left(site: Database) -> None:
    """The server has rolled back what the process had open."""
    query = roulette_stress.ask("SELECT COUNT(*) FROM information_schema.innodb_trx WHERE trx_rows_modified > 0")

    async def none() -> bool:
        found = await site.one(query)
        await asyncio.sleep(0.15)  # the server renews what it tells of its transactions ten times a second
        return found is not None and found.value == 0

    await until(none)
