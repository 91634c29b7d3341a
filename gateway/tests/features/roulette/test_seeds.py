"""Tests of seed pairs: who chooses the client seed, one wheel for each pair, its lifetime, and sealed server seeds."""

from itertools import takewhile
from pathlib import Path
from random import Random
from shutil import copy

import pytest
from msgspec.structs import replace

from fixtures import site_schema
from fixtures.site_schema import NOW
from gateway.database.database import Database, DatabaseError
from gateway.database.sealing import DataKeys
from gateway.features.roulette import bulk_rotation, repository, seeds, wheel_versions
from gateway.features.roulette.fairness import draw
from gateway.features.roulette.wheel import SLOTS, Wheel, parse
from gateway.install.migrate import migrate
from gateway.package_data import sql
from gateway.tests.support.databases import Server, admin, ask, new_schema
from gateway.tests.support.previous_seeds import add_previous_pairs, clear_seed
from gateway.tests.support.roulette_data import clock_at, fund, must_spin, rules_with, server_seed, try_spin
from gateway.tests.support.wallet_invariants import assert_consistent

pytestmark = pytest.mark.database

RULES = rules_with()
CLOCK = clock_at(NOW)
DAY = 86_400
OLD_WHEEL = parse(("TINY_WIN:1:1",) * SLOTS)


def reorder(wheel: Wheel) -> Wheel:
    """Returns a wheel with the same odds in another order."""
    texts = wheel.text.split(",")
    return parse((*texts[1:], texts[0]))


async def test_browser_sets_the_client_seed_once_before_the_first_spin(site: Database) -> None:
    await fund(site, "ann", 1000)
    first = (await seeds.pairs_of(site, RULES, "ann", CLOCK)).active
    assert (first.client_seed, first.operator_verifiable) == ("", 0)
    for _ in range(2):  # the second is a repeat after a lost response
        active = (await seeds.set_client_seed(site, RULES, "ann", "mine", CLOCK)).active
        assert (active.id, active.client_seed, active.operator_verifiable) == (first.id, "mine", 1)
    with pytest.raises(seeds.ClientSeedFixed):
        await seeds.set_client_seed(site, RULES, "ann", "other", CLOCK)
    result = await must_spin(site, RULES, "ann")
    assert result.position == draw(server_seed("ann", first), "mine", 0, RULES.wheel.weights).position
    with pytest.raises(seeds.ClientSeedInUse):
        await seeds.rotate(site, RULES, "ann", "mine", CLOCK)
    assert (await seeds.pairs_of(site, RULES, "ann", CLOCK)).active.nonce == 1, "nothing was rotated"
    assert (await repository.history(site, "ann", 1)).spins[0].operator_verifiable


async def test_spin_without_a_client_seed_is_marked(site: Database) -> None:
    await fund(site, "bob", 1000)
    pair = (await seeds.pairs_of(site, RULES, "bob", CLOCK)).active
    result = await must_spin(site, RULES, "bob")
    assert result.position == draw(server_seed("bob", pair), "", 0, RULES.wheel.weights).position
    with pytest.raises(seeds.ClientSeedFixed):
        await seeds.set_client_seed(site, RULES, "bob", "too-late", CLOCK)
    (spin,) = (await repository.history(site, "bob", 9)).spins
    assert (spin.client_seed, spin.operator_verifiable) == ("", False)
    assert (await seeds.rotate(site, RULES, "bob", "mine", CLOCK))[1].active.operator_verifiable


@pytest.mark.parametrize("changes", [{"wheel": reorder(RULES.wheel)}, {"cost": 11}])
async def test_changed_wheel_takes_effect_with_the_next_new_pair(site: Database, changes: dict[str, object]) -> None:
    """Slots in another order at equal odds are another wheel, and so is another cost."""
    login = await fund(site, f"loyal-{next(iter(changes))}", 10_000)
    pair = (await seeds.pairs_of(site, RULES, login, CLOCK)).active
    new_rules = replace(RULES, **changes)
    positions = [draw(server_seed(login, pair), "", nonce, RULES.wheel.weights).position for nonce in range(40)]
    spins = [await must_spin(site, new_rules, login) for _ in positions]
    assert [spin.position for spin in spins] == positions
    assert [spin.prize for spin in spins] == [RULES.wheel.slots[position].prize for position in positions]
    assert {(spin.wheel_version, spin.cost) for spin in spins} == {(pair.wheel_version, RULES.cost)}
    latest = await wheel_versions.latest(site, new_rules, NOW)
    assert latest != pair.wheel_version
    promised_pair = (await seeds.rotate(site, new_rules, login, "first", CLOCK))[1].active
    assert promised_pair.wheel_version == pair.wheel_version, "the wheel that was shown with its hash"
    new_pair = (await seeds.rotate(site, new_rules, login, "mine", CLOCK))[1].active
    new_spin = await must_spin(site, new_rules, login)
    assert (new_pair.wheel_version, new_spin.wheel_version, new_spin.cost) == (latest, latest, new_rules.cost)
    tables = (await repository.history(site, login, 10)).wheels
    assert [(table.wheel_version, table.spin_cost) for table in tables] == [
        (pair.wheel_version, RULES.cost),
        (latest, new_rules.cost),
    ]


async def test_operator_with_all_keys_gains_nothing_by_the_choice_of_the_gateway(
    site: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two gateways have wheels of equal odds in two orders. For each rotation the operator reads the promised seed and
    the client seed, and picks the gateway whose wheel pays less over the next spins."""
    rotations, spins = 500, 20
    random = Random(5)

    def token_hex(length: int) -> str:
        return random.randbytes(length).hex()

    monkeypatch.setattr(seeds.secrets, "token_hex", token_hex)
    gateways = [RULES, replace(RULES, wheel=parse(tuple(reversed(RULES.wheel.text.split(",")))))]
    wheels = {await wheel_versions.latest(site, rules, NOW): rules.wheel for rules in gateways}

    def prizes(wheel: Wheel, seed: str, client_seed: str) -> int:
        draws = (draw(seed, client_seed, nonce, wheel.weights) for nonce in range(spins))
        return sum(wheel.slots[result.position].prize for result in draws)

    pairs, total = await seeds.pairs_of(site, RULES, "victim", CLOCK), 0
    for _ in range(rotations):
        client_seed, seed = random.randbytes(16).hex(), server_seed("victim", pairs.next)
        worst_gateway = min(gateways, key=lambda rules: prizes(rules.wheel, seed, client_seed))
        _, pairs = await seeds.rotate(site, worst_gateway, "victim", client_seed, CLOCK)
        assert pairs.active.wheel_version is not None
        total += prizes(wheels[pairs.active.wheel_version], seed, client_seed)
    wheel, count = RULES.wheel, rotations * spins
    variance = sum(slot.weight * (slot.prize - wheel.mean_prize) ** 2 for slot in wheel.slots) / wheel.sum
    assert abs(total - count * wheel.mean_prize) < 3 * (count * variance) ** 0.5


async def test_closed_wheel_ends_active_and_next_pairs_on_it(site: Database) -> None:
    new_rules = replace(RULES, cost=13)
    old, new = [await wheel_versions.latest(site, rules, NOW) for rules in (RULES, new_rules)]
    await seeds.pairs_of(site, RULES, "on-both", CLOCK)
    await seeds.pairs_of(site, RULES, "on-active", CLOCK)
    await seeds.rotate(site, new_rules, "on-active", "mine", CLOCK)
    await seeds.pairs_of(site, new_rules, "on-next", CLOCK)
    await seeds.rotate(site, RULES, "on-next", "mine", CLOCK)
    logins = ("on-both", "on-active", "on-next")
    old_pairs = [await seeds.pairs_of(site, RULES, login, CLOCK) for login in logins]
    assert [(pairs.active.wheel_version, pairs.next.wheel_version) for pairs in old_pairs] == [
        (old, old),
        (old, new),
        (new, old),
    ]
    await bulk_rotation.close_wheel(site, new_rules, old, CLOCK)
    new_pairs = [await seeds.pairs_of(site, new_rules, login, CLOCK) for login in logins]
    assert {(pairs.active.wheel_version, pairs.next.wheel_version) for pairs in new_pairs} == {(new, new)}
    assert new_pairs[0].active.id not in {old_pairs[0].active.id, old_pairs[0].next.id}, "both were on the wheel"
    assert (new_pairs[1].active.id, new_pairs[1].active.client_seed) == (old_pairs[1].next.id, "")
    assert (new_pairs[2].active.id, new_pairs[2].active.client_seed) == (old_pairs[2].active.id, "mine")
    await assert_consistent(site)


@pytest.mark.parametrize(("spins", "days", "moment"), [(3, 30, NOW), (1000, 30, NOW + 30 * DAY)])
async def test_pair_ends_after_its_spins_or_days(site: Database, spins: int, days: int, moment: int) -> None:
    login = await fund(site, f"old-{spins}", 1000)
    rules = rules_with(pair_max_spins=spins, pair_max_days=days)
    await seeds.pairs_of(site, rules, login, CLOCK)
    for _ in range(3):
        await must_spin(site, rules, login, at=min(moment, NOW + 30 * DAY - 1))
    assert await try_spin(site, rules, login, at=moment) == "seeds_expired"
    assert (await repository.cooldown(site, rules, login, moment)).reason == "seeds_expired"
    await seeds.rotate(site, rules, login, "mine", clock_at(moment))
    await must_spin(site, rules, login, at=moment)


async def test_dump_reveals_no_seed_that_is_in_use(site: Database) -> None:
    await fund(site, "dumped", 1000)
    await must_spin(site, RULES, "dumped")
    pairs = await seeds.pairs_of(site, RULES, "dumped", CLOCK)
    tables = await site.read(ask("SELECT table_name FROM information_schema.columns WHERE table_schema = DATABASE()"))
    dump = "\n".join([await dump_of(site, name) for name in sorted({str(row.value) for row in tables})])
    assert pairs.active.server_seed_hash in dump
    for pair in (pairs.active, pairs.next):
        assert server_seed("dumped", pair) not in dump
    revealed_seed, _ = await seeds.rotate(site, RULES, "dumped", "mine", CLOCK)
    assert revealed_seed is not None
    assert revealed_seed in await dump_of(site, "roulette_seeds")
    with pytest.raises(DatabaseError, match="roulette_seeds_hash"):
        await site.write(ask(f"UPDATE roulette_seeds SET server_seed = '{'0' * 64}' WHERE id = {pairs.active.id}"))


async def dump_of(site: Database, table: str) -> str:
    columns = await site.read(
        ask(f"SELECT column_name FROM information_schema.columns "
            f"WHERE table_schema = DATABASE() AND table_name = '{table}'")
    )  # fmt: skip
    names = ", ".join(f"`{row.value}`" for row in columns)
    return "\n".join(str(row.value) for row in await site.read(ask(f"SELECT CONCAT_WS(' ', {names}) FROM `{table}`")))


async def test_lost_key_ends_the_pair(site: Database) -> None:
    await fund(site, "locked", 1000)
    old_pairs = await seeds.pairs_of(site, RULES, "locked", CLOCK)
    other_keys = replace(RULES, keys=DataKeys([f"other:{'B' * 43}="]))
    assert await try_spin(site, other_keys, "locked") == "key_lost"
    assert (await repository.cooldown(site, other_keys, "locked", NOW)).reason == "key_lost"
    revealed_seed, new_pairs = await seeds.rotate(site, other_keys, "locked", "mine", CLOCK)
    assert revealed_seed is None
    hashes = {pair.server_seed_hash for pair in (old_pairs.active, old_pairs.next)}
    assert not hashes & {new_pairs.active.server_seed_hash, new_pairs.next.server_seed_hash}, "neither could be opened"
    assert new_pairs.active.client_seed == "", "known before the new server seed"
    await must_spin(site, other_keys, "locked")


@pytest.mark.whole
async def test_pairs_of_the_previous_release_are_sealed_and_keep_their_seeds(mariadb: Server, tmp_path: Path) -> None:
    migrations = sorted((sql() / "schema").glob("*.sql"))
    for file in takewhile(lambda file: not file.stem.endswith("sealed_seeds"), migrations):
        copy(file, tmp_path)
    name = await new_schema(mariadb)
    async with admin(mariadb, name) as root:
        await migrate(root, name, tmp_path)
        async with site_schema.connect(mariadb.dsn(name)) as site:
            for login, wheels in (("one", [OLD_WHEEL] * 2), ("two", [OLD_WHEEL, RULES.wheel]), ("three", [])):
                await fund(site, login, 1000)
                await add_previous_pairs(site, login, wheels, 7, NOW - 40 * DAY)
        await migrate(root, name)
    async with site_schema.connect(mariadb.dsn(name)) as site:
        bound_pair = "state = 'next' AND account = 'one' AND promised_wheel_version IS NULL"
        bound_wheels = await site.read(ask(f"SELECT wheel_version FROM roulette_seeds WHERE {bound_pair}"))
        assert [row.value for row in bound_wheels] == [1], "the wheel of the active pair, without a promise"
        first_pair = (await seeds.pairs_of(site, RULES, "one", CLOCK)).active
        assert (first_pair.client_seed, first_pair.nonce, first_pair.wheel_version, first_pair.operator_verifiable) == (
            "theirs",
            2,
            1,
            0,
        )
        assert (first_pair.server_seed, server_seed("one", first_pair)) == (None, clear_seed("one", "active"))
        result = await must_spin(site, RULES, "one")
        assert (result.wheel_version, result.prize, result.cost) == (1, 1, 7), "its own wheel"
        await must_spin(site, RULES, "one", at=NOW + 30 * DAY - 1)
        assert await try_spin(site, RULES, "one", at=NOW + 30 * DAY) == "seeds_expired", "30 days after the upgrade"
        (revealed_seed,) = {spin.server_seed for spin in (await repository.history(site, "two", 9)).spins}
        assert revealed_seed == clear_seed("two", "active"), "spun on two wheels"
        second_pairs = await seeds.pairs_of(site, RULES, "two", CLOCK)
        assert (second_pairs.active.client_seed, second_pairs.active.nonce) == ("", 0)
        assert server_seed("two", second_pairs.next) == clear_seed("two", "next"), "its hash was promised"
        third_pair = (await seeds.pairs_of(site, RULES, "three", CLOCK)).active
        latest = await wheel_versions.latest(site, RULES, NOW)
        assert (third_pair.client_seed, third_pair.wheel_version, second_pairs.active.wheel_version) == (
            "theirs",
            latest,
            latest,
        )
        await assert_consistent(site)
