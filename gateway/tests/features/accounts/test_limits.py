"""How often a password may be guessed: by the account and address, by strangers, by the address; never the owner."""

import asyncio

import httpx
import pytest

from fixtures.installed import World
from fixtures.servers import Redis
from gateway.tests.conftest import ClientFactory, WorldFactory
from gateway.tests.support.account_app import bearer, enter, entrance, join, refused, token_of

HOME = "198.51.100.7"
# A day instead of minutes, so that nothing is forgotten while a test runs.
SLOW = {
    f"GATEWAY_LIMITS_{name}_SECONDS": "86400"
    for name in ("FAILED_LOGINS", "FAILED_LOGINS_UNKNOWN_IPS", "FAILED_LOGINS_PER_IP", "REGISTRATIONS")
}


async def guesses(http: httpx.AsyncClient, name: str, addresses: list[str]) -> list[int]:
    return [(await enter(http, name, "wrong-1", address)).status_code for address in addresses]


@pytest.fixture(params=["in process", "redis"])
def limited(request: pytest.FixtureRequest, redis_server: Redis) -> dict[str, str]:
    """The settings of either way; a prefix for each test, so that none inherits another's counts."""
    if request.param == "in process":
        return SLOW
    prefix = f"limits-{abs(hash(request.node.nodeid))}"
    patient = {"GATEWAY_REDIS_TIMEOUT_MS": "20000"}
    return {**SLOW, **patient, "GATEWAY_REDIS_URL": redis_server.url, "GATEWAY_REDIS_PREFIX": prefix}


def own(world: WorldFactory) -> World:
    return world("mobius", seed=85)


async def test_ten_wrong_ones_from_one_address(
    world: WorldFactory, client: ClientFactory, limited: dict[str, str]
) -> None:
    async with entrance(own(world), client, **limited) as http:
        assert await guesses(http, "demo", [HOME] * 10) == [401] * 10
        answer = await enter(http, "demo", "wrong-1", HOME)
        refused(answer, 429, "too_many_requests")
        assert 1 <= int(answer.headers["retry-after"]) <= 8640
        refused(await enter(http, "demo", address=HOME), 429, "too_many_requests")
        assert (await enter(http, "demo", address="198.51.100.8")).status_code == 200
        assert (await enter(http, "demo2", address=HOME)).status_code == 200


async def test_what_succeeds_does_not_count(
    world: WorldFactory, client: ClientFactory, limited: dict[str, str]
) -> None:
    async with entrance(own(world), client, **limited) as http:
        for _ in range(3):
            assert await guesses(http, "demo2", [HOME] * 3) == [401] * 3
            assert (await enter(http, "demo2", address=HOME)).status_code == 200
        assert await guesses(http, "demo2", [HOME] * 2) == [401, 429]


async def test_strangers_share_a_count_and_the_owner_has_none_of_it(
    world: WorldFactory, client: ClientFactory, limited: dict[str, str]
) -> None:
    async with entrance(own(world), client, **limited) as http:
        assert (await enter(http, "demo", address=HOME)).status_code == 200  # an address that is known from now on
        strangers = [f"203.0.113.{number}" for number in range(1, 37)]
        assert await guesses(http, "demo", strangers) == [401] * 30 + [429] * 6
        refused(await enter(http, "demo", address="203.0.113.99"), 429, "too_many_requests")
        assert (await enter(http, "demo", address=HOME)).status_code == 200
        assert (await enter(http, "demo2", address="203.0.113.1")).status_code == 200


async def test_a_household_of_the_sixth_version_is_known_as_one(
    world: WorldFactory, client: ClientFactory, limited: dict[str, str]
) -> None:
    async with entrance(own(world), client, **limited) as http:
        name = (await join(http, f"roamer{len(limited)}")).json()["user"]["username"]
        assert (await enter(http, name, "secret-77", "2001:db8:5:5::1")).status_code == 200
        await guesses(http, name, [f"203.0.113.{number}" for number in range(100, 136)])
        refused(await enter(http, name, "secret-77", "2001:db8:5:6::1"), 429, "too_many_requests")
        assert (await enter(http, name, "secret-77", "2001:db8:5:5:aaaa::2")).status_code == 200


async def test_a_token_needs_no_limit(world: WorldFactory, client: ClientFactory, limited: dict[str, str]) -> None:
    """The attacker even sits at the owner's address: the session goes on, and so does a change of password."""
    async with entrance(own(world), client, **limited) as http:
        joined = await join(http, f"besieged{len(limited)}")
        name, token = joined.json()["user"]["username"], joined.json()["token"]
        at_home = {**bearer(token), "X-Forwarded-For": HOME}
        await guesses(http, name, [HOME] * 12)
        refused(await enter(http, name, "secret-77", HOME), 429, "too_many_requests")
        assert (await http.get("/api/auth/profile", headers=at_home)).status_code == 200
        form = {"current_password": "secret-77", "new_password": "secret-78"}
        answer = await http.post("/api/auth/change-password", json=form, headers=at_home)
        assert answer.status_code == 200


async def test_a_stolen_token_does_not_guess_the_password_for_ever(
    world: WorldFactory, client: ClientFactory, limited: dict[str, str]
) -> None:
    async with entrance(own(world), client, **limited) as http:
        headers = bearer((await join(http, f"stolen{len(limited)}")).json()["token"])
        codes: list[int] = []
        for number in range(12):
            form = {"current_password": f"guess-{number}", "new_password": "secret-78"}
            codes.append((await http.post("/api/auth/change-password", json=form, headers=headers)).status_code)
        assert codes == [400] * 10 + [429] * 2


async def test_an_address_has_a_count_over_all_names(world: WorldFactory, client: ClientFactory) -> None:
    few = {**SLOW, "GATEWAY_LIMITS_FAILED_LOGINS_PER_IP": "5"}
    async with entrance(own(world), client, **few) as http:
        codes = [(await enter(http, f"nobody{number}", "x", HOME)).status_code for number in range(7)]
        assert codes == [401] * 5 + [429] * 2
        assert (await enter(http, "nobody", "x", "198.51.100.8")).status_code == 401
        # Of the Internet's sixth version it is the /64 that counts.
        codes = [(await enter(http, f"no{number}", "x", f"2001:db8:1:1::{number}")).status_code for number in range(7)]
        assert codes == [401] * 5 + [429] * 2


async def test_loopback_is_exempt_by_address_and_not_by_account(world: WorldFactory, client: ClientFactory) -> None:
    few = {**SLOW, "GATEWAY_LIMITS_FAILED_LOGINS_PER_IP": "5", "GATEWAY_LIMITS_REGISTRATIONS": "1"}
    async with entrance(own(world), client, **few) as http:
        codes = [(await enter(http, f"nobody{number}", "x", "127.0.0.1")).status_code for number in range(8)]
        assert codes == [401] * 8
        assert await guesses(http, "demo", ["127.0.0.1"] * 11) == [401] * 10 + [429]
        assert [(await join(http, f"local{number}")).status_code for number in range(3)] == [201] * 3
    async with entrance(own(world), client, **few, GATEWAY_LIMITS_APPLY_TO_LOOPBACK="true") as http:
        codes = [(await enter(http, f"nobody{number}", "x", "127.0.0.1")).status_code for number in range(7)]
        assert codes == [401] * 5 + [429] * 2
        assert [(await join(http, f"limited{number}")).status_code for number in range(2)] == [201, 429]


async def test_a_forwarded_header_from_anyone_else_is_ignored(world: WorldFactory, client: ClientFactory) -> None:
    async with entrance(own(world), client, **SLOW, GATEWAY_SERVER_TRUSTED_PROXIES="192.0.2.250") as http:
        codes = await guesses(http, "demo", [f"203.0.113.{number}" for number in range(1, 13)])
        assert codes == [401] * 10 + [429] * 2


async def test_guesses_made_at_once_are_counted_one_by_one(
    world: WorldFactory, client: ClientFactory, redis_server: Redis
) -> None:
    redis = {
        "GATEWAY_REDIS_URL": redis_server.url,
        "GATEWAY_REDIS_PREFIX": "crowd",
        "GATEWAY_REDIS_TIMEOUT_MS": "20000",
    }
    async with entrance(own(world), client, **SLOW, **redis) as http:
        answers = await asyncio.gather(*(enter(http, "demo", f"guess-{number}", HOME) for number in range(300)))
        codes = [answer.status_code for answer in answers]
        assert codes.count(401) == 10
        assert codes.count(429) == 290


async def test_registrations_of_an_address_are_counted(world: WorldFactory, client: ClientFactory) -> None:
    async with entrance(own(world), client, **SLOW, GATEWAY_LIMITS_REGISTRATIONS="2") as http:
        headers = {"X-Forwarded-For": HOME}

        async def register(name: str) -> int:
            form = {"username": name, "email": "a@example.org", "password": "secret-77"}
            return (await http.post("/api/auth/register", json=form, headers=headers)).status_code

        # What is not valid does not count; a name that is taken does.
        assert [await register(name) for name in ("x", "y", "counted1", "demo", "counted2")] == [
            400,
            400,
            201,
            409,
            429,
        ]


async def test_a_limit_is_no_shortcut_past_the_password(world: WorldFactory, client: ClientFactory) -> None:
    async with entrance(own(world), client, **SLOW) as http:
        token = await token_of(http, "demo")
        await guesses(http, "demo", [HOME] * 11)
        answer = await enter(http, "demo", "demo1234", HOME)
        refused(answer, 429, "too_many_requests")
        assert token not in answer.text
