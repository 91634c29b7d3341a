"""Seed pairs and spins as the previous release wrote them: seeds in clear text, the client seed made by the service."""

from collections.abc import Sequence

from gateway.database.database import Database, Session
from gateway.features import ledger
from gateway.features.roulette.fairness import draw, hash_of
from gateway.features.roulette.spin import CommittedSpin, transfers
from gateway.features.roulette.wheel import Wheel
from gateway.tests.support.databases import ask


def clear_seed(login: str, state: str) -> str:
    return hash_of(f"{login} {state}")


async def add_previous_pairs(site: Database, login: str, wheels: Sequence[Wheel], cost: int, now: int) -> None:
    """Adds both pairs of an account, and one spin of the active pair on each of the wheels."""
    for state in ("active", "next"):
        seed = clear_seed(login, state)
        values = f"'{login}', '{seed}', '{hash_of(seed)}', '{state}', 'theirs', {now}"
        await site.write(
            ask("INSERT INTO roulette_seeds (account, server_seed, server_seed_hash, state, client_seed, created_at) "
                f"VALUES ({values})")
        )  # fmt: skip
    for nonce, wheel in enumerate(wheels):
        await site.write(ask(f"INSERT IGNORE INTO roulette_wheels (slots, created_at) VALUES ('{wheel.text}', {now})"))
        await _spin(site, login, nonce, wheel, cost, now)
    await site.write(
        ask(f"UPDATE roulette_seeds SET nonce = {len(wheels)} WHERE account = '{login}' AND state = 'active'")
    )


async def _spin(site: Database, login: str, nonce: int, wheel: Wheel, cost: int, now: int) -> None:
    seed = clear_seed(login, "active")
    slot = wheel.slots[draw(seed, "theirs", nonce, wheel.weights).position]
    pair = await site.one(ask(f"SELECT id FROM roulette_seeds WHERE server_seed_hash = '{hash_of(seed)}'"))
    version = await site.one(ask(f"SELECT version FROM roulette_wheels WHERE slots = '{wheel.text}'"))
    assert pair is not None
    assert version is not None
    spin_row = CommittedSpin(pair.value, nonce, version.value, slot.position, slot.tier, cost, slot.prize, slot.prize)

    async def work(session: Session) -> bool:
        return await ledger.post_all(session, transfers(login, spin_row), now)

    await ledger.run(site, work)
    values = f"'{login}', {spin_row.seed_id}, {nonce}, 'theirs', {spin_row.wheel_version}, {spin_row.position}"
    await site.write(
        ask("INSERT INTO roulette_spins (account, seed_id, nonce, client_seed, wheel_version, position, prize_tier, "
            f"cost, prize, balance, created_at) SELECT {values}, '{slot.tier}', {cost}, {slot.prize}, balance, {now} "
            f"FROM wallets WHERE account = 'wallet:{login}'")
    )  # fmt: skip
