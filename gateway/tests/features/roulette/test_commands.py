"""Tests of the commands that end seed pairs or seal seeds anew, each run twice, with the service's own rights."""

import pytest

from fixtures.installed import World
from fixtures.site_schema import NOW
from gateway.database.sealing import DataKeys
from gateway.features.roulette import seeds, wheel_versions
from gateway.features.roulette.eligibility import SpinRules, spin_rules
from gateway.features.roulette.fairness import hash_of
from gateway.tests.support.account_app import site as run_in_site
from gateway.tests.support.commands import run_command
from gateway.tests.support.databases import open_site
from gateway.tests.support.roulette_data import clock_at

SEED = 63
CLOCK = clock_at(NOW)
OTHER_COST = {"GATEWAY_ROULETTE_SPIN_COST": "11"}
REASON = ("--reason", "a test", "--by", "ann")
NEW_KEY = f"new:{'C' * 43}="


@pytest.fixture
def rules(own_world: World) -> SpinRules:
    return spin_rules(own_world.settings)


async def log_entries(world: World, command: str) -> list[str]:
    rows = await run_in_site(world, f"SELECT subject FROM operator_log WHERE command = '{command}' ORDER BY id")
    return [str(row[0]) for row in rows]


async def test_rotate_all_replaces_both_seeds_of_each_account(own_world: World, rules: SpinRules) -> None:
    async with open_site(own_world) as site:
        old_pairs_by_login = {login: await seeds.pairs_of(site, rules, login, CLOCK) for login in ("demo", "demo2")}
        for run_count in (1, 2):
            result = await run_command(own_world, "roulette", "rotate", "--all", *REASON)
            assert (result.code, result.out[:23]) == (0, "2 accounts have new see"), result
            assert (
                await log_entries(own_world, "roulette rotate --all") == ["account:demo", "account:demo2"] * run_count
            )
        for login, pairs in old_pairs_by_login.items():
            new_pairs = await seeds.pairs_of(site, rules, login, CLOCK)
            assert (new_pairs.active.client_seed, new_pairs.active.operator_verifiable) == ("", 0)
            hashes = {pair.server_seed_hash for pair in (pairs.active, pairs.next)}
            assert not hashes & {new_pairs.active.server_seed_hash, new_pairs.next.server_seed_hash}
            seed_rows = await run_in_site(
                own_world, f"SELECT server_seed FROM roulette_seeds WHERE account = '{login}'"
            )
            assert hashes <= {hash_of(str(row[0])) for row in seed_rows if row[0]}
    assert (await run_command(own_world, "roulette", "rotate", *REASON)).code == 2, "without --all"


async def test_close_wheel_ends_its_pairs(own_world: World, rules: SpinRules) -> None:
    async with open_site(own_world) as site:
        old_pairs = await seeds.pairs_of(site, rules, "closed", CLOCK)
        version = str(old_pairs.active.wheel_version)
        refusal = await run_command(own_world, "roulette", "close-wheel", version, *REASON)
        assert (refusal.code, "is the configured one" in refusal.err) == (1, True)
        refusal = await run_command(own_world, "roulette", "close-wheel", "999", *REASON)
        assert (refusal.code, "there is no wheel 999" in refusal.err) == (1, True)
        for has_pairs in (True, False):
            result = await run_command(own_world, "roulette", "close-wheel", version, *REASON, **OTHER_COST)
            assert (result.code, result.out.split()[0] != "0") == (0, has_pairs), result
        new_pair = (await seeds.pairs_of(site, rules, "closed", CLOCK)).active
        assert new_pair.client_seed == ""
        assert new_pair.id not in {old_pairs.active.id, old_pairs.next.id}, "both were on the wheel"
        (table,) = await wheel_versions.tables(site, [new_pair.wheel_version or 0])
        assert table.spin_cost == 11
    assert "account:closed" in await log_entries(own_world, f"roulette close-wheel {version}")


async def test_keys_rotate_seals_with_the_first_key(own_world: World, rules: SpinRules) -> None:
    keys = own_world.environment["GATEWAY_SECURITY_DATA_KEYS"]
    both_keys, new_key = (
        {"GATEWAY_SECURITY_DATA_KEYS": f"{NEW_KEY},{keys}"},
        {"GATEWAY_SECURITY_DATA_KEYS": NEW_KEY},
    )
    async with open_site(own_world) as site:
        old_pairs = await seeds.pairs_of(site, rules, "resealed", CLOCK)
        assert "which is not in security.data_keys" in await doctor(own_world, **new_key)
        result = await run_command(own_world, "keys", "rotate", *REASON, **new_key)
        assert (result.code, "cannot be opened" in result.out) == (1, True)
        assert "sealed with the older key" in await doctor(own_world, **both_keys)
        counts = [
            (await run_command(own_world, "keys", "rotate", *REASON, **both_keys)).out.split()[0] for _ in range(2)
        ]
        assert (counts[0] != "0", counts[1]) == (True, "0")
        assert "all are sealed with the key new" in await doctor(own_world, **new_key)
        pair, new_keys = (await seeds.pairs_of(site, rules, "resealed", CLOCK)).active, DataKeys([NEW_KEY])
        assert pair.server_seed_hash == old_pairs.active.server_seed_hash
        assert hash_of(seeds.open_seed(new_keys, "resealed", pair.server_seed_hash, pair.sealed_seed) or "") == (
            pair.server_seed_hash
        )
    assert await log_entries(own_world, "keys rotate") == ["key:new"] * 3


async def doctor(world: World, **env: str) -> str:
    return (await run_command(world, "doctor", "--only", "secrets", **env)).out
