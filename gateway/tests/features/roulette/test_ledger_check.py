"""What `gateway ledger check` says of spins: sound ones are found sound, and whatever breaks a rule is named."""

from collections.abc import AsyncGenerator
from random import Random

import pytest

from fixtures.tools.soak import site_schema
from gateway.config.dsn import parse_dsn
from gateway.database.database import Connection, Database, connect
from gateway.features.ledger import check
from gateway.features.roulette import seeds
from gateway.tests.support.databases import Server
from gateway.tests.support.roulette_data import at, rich, spun, terms

pytestmark = pytest.mark.database

BOOKS = "each spin took its cost and gave its prize"
OWNER = "each transfer of the wheel belongs to a spin"
NONCES = "each pair of seeds was drawn from once for each nonce"
HASHES = "each seed of the wheel is the one whose hash was shown"
AGAIN = "each spin falls where it fell when it is drawn again"
OF_SPINS = {BOOKS, OWNER, NONCES, HASHES, AGAIN}

SPUN = "seed_id = 1 AND nonce = 1"
ENTRY = "(SELECT id FROM ledger_transfers WHERE idempotency_key = 'spin:1:1:cost')"
# What an administrator's hand does to a player's spins, and how it is undone → the rules it breaks, what is named.
BROKEN: dict[str, tuple[str, str, set[str], str]] = {
    "a prize that was changed with its slot": (
        f"UPDATE roulette_spins SET prize = prize + 1000, balance = balance + 1000 WHERE {SPUN}",
        f"UPDATE roulette_spins SET prize = prize - 1000, balance = balance - 1000 WHERE {SPUN}",
        {BOOKS, AGAIN},
        "prize of spin 1-1",
    ),
    "a cost that nobody paid": (
        f"UPDATE roulette_spins SET cost = cost + 1 WHERE {SPUN}",
        f"UPDATE roulette_spins SET cost = cost - 1 WHERE {SPUN}",
        {BOOKS},
        "spin 1-1",
    ),
    "a slot that was not drawn": (
        f"UPDATE roulette_spins SET position = (position + 1) % 12 WHERE {SPUN}",
        f"UPDATE roulette_spins SET position = (position + 11) % 12 WHERE {SPUN}",
        {AGAIN},
        "slot of spin 1-1",
    ),
    "another client seed": (
        f"UPDATE roulette_spins SET client_seed = CONCAT('x', client_seed) WHERE {SPUN}",
        f"UPDATE roulette_spins SET client_seed = SUBSTRING(client_seed, 2) WHERE {SPUN}",
        {AGAIN},
        "of spin 1-1",
    ),
    "a wheel that is gone": (
        "UPDATE roulette_wheels SET version = 77",
        "UPDATE roulette_wheels SET version = 1",
        {AGAIN},
        "whose wheel is not there",
    ),
    "a nonce that was set back, to be drawn again": (
        "UPDATE roulette_seeds SET nonce = nonce - 1 WHERE id = 1",
        "UPDATE roulette_seeds SET nonce = nonce + 1 WHERE id = 1",
        {NONCES},
        "pair 1 of",
    ),
    "a hash of another seed": (
        "UPDATE roulette_seeds SET server_seed_hash = REVERSE(server_seed_hash) WHERE id = 2",
        "UPDATE roulette_seeds SET server_seed_hash = REVERSE(server_seed_hash) WHERE id = 2",
        {HASHES},
        "pair 2 of",
    ),
    "a spin of another's": (
        f"UPDATE roulette_spins SET account = 'thief' WHERE {SPUN}",
        f"UPDATE roulette_spins SET account = 'ann' WHERE {SPUN}",
        {BOOKS, NONCES},
        "spin 1-1",
    ),
    "coins of the wheel's for no spin": (
        "UPDATE ledger_transfers SET reference = '1-9' WHERE idempotency_key = 'spin:1:1:cost'",
        "UPDATE ledger_transfers SET reference = '1-1' WHERE idempotency_key = 'spin:1:1:cost'",
        {BOOKS, OWNER},
        "spin:1:1:cost",
    ),
}


@pytest.fixture(scope="module")
async def books(mariadb: Server) -> AsyncGenerator[tuple[Connection, Database]]:
    """An administrator's hand on four spins, of which three are of the first pair, and the site's door."""
    dsn = await site_schema.create(mariadb, "roulette_check")
    root = await connect(parse_dsn(dsn))
    chance = Random(1)

    def drawn(length: int) -> str:
        return chance.randbytes(length).hex()

    async with site_schema.connect(dsn) as site:
        # Of seeds by chance, one in eight would fall on the same slot with another client seed, too.
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr("gateway.roulette.seeds.secrets.token_hex", drawn)
            await rich(site, "ann", 1000)
            for _ in range(3):
                await spun(site, terms(), "ann")
            await seeds.rotate(site, "ann", "mine", at(1))
            await spun(site, terms(), "ann")
        yield root, site
    root.close()


async def test_sound_spins_are_sound(books: tuple[Connection, Database]) -> None:
    assert await check.findings(books[1]) == []


@pytest.mark.parametrize("what", BROKEN)
async def test_a_broken_rule_is_named(books: tuple[Connection, Database], what: str) -> None:
    root, site = books
    hand, undone, rules, named = BROKEN[what]
    await root.execute(hand)
    try:
        found = await check.findings(site)
    finally:
        await root.execute(undone)
    assert {finding.rule for finding in found} == rules
    assert any(named in breach.subject for finding in found for breach in finding.breaches)
    assert all(breach.expected != breach.found for finding in found for breach in finding.breaches)
    assert await check.findings(site) == []


def test_every_rule_has_a_hand_that_breaks_it() -> None:
    assert set[str]().union(*(rules for _, _, rules, _ in BROKEN.values())) == OF_SPINS
    assert set(check.RULES) >= OF_SPINS
