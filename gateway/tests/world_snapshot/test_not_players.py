"""Accounts of bots and services are in no ranking, search, count, sample and chain; their owners still see them."""

from typing import Any

import httpx
import msgspec
import pytest

from fixtures.admin import execute
from fixtures.databases import open_databases
from fixtures.installed import World
from fixtures.ports import GamePorts
from fixtures.processes import free_port
from gateway.config import settings as configuration
from gateway.config.privacy import PrivacySettings
from gateway.config.settings import SettingsError
from gateway.database.database import Database
from gateway.tests.conftest import ClientFactory, WorldFactory
from gateway.tests.support.account_app import ACCESS, PASSWORD, bearer, open_app, token_of
from gateway.tests.support.polling import wait_for_answer
from gateway.tests.support.wait_until import until
from gateway.world_snapshot import excluded_logins
from gateway.world_snapshot.excluded_logins import ExcludedLogins, LoginsUnknownError
from gateway.world_snapshot.not_players import AccountPatterns

pytestmark = pytest.mark.database
SEED = 3117
RULES = {"GATEWAY_PRIVACY_NOT_PLAYER_ACCOUNTS": "ai_*, botkeeper", "GATEWAY_PRIVACY_NOT_PLAYER_LEVELS": "127,255"}
ID = {"mobius": "charId", "acis": "obj_Id"}
BOTS = (("service9", 127, 900_001, "CombatBot_01"), ("AI_Combat_01", 0, 900_002, "QuestBot_01"))


async def count(world: World, statement: str) -> int:
    return int((await execute(world.game_admin_dsn, statement))[0][0])


@pytest.fixture(scope="module", params=["mobius", "acis"])
async def bots(request: pytest.FixtureRequest, world: WorldFactory) -> World:
    """A world with two bots: an account of access level 127, and an account of a name that a pattern matches.

    The character of the second one has its account's name in lower case, as some families write it.
    """
    game_world = world(request.param, seed=SEED)
    access, character_id = ACCESS[game_world.family], ID[game_world.family]
    await execute(
        game_world.game_admin_dsn,
        *(
            f"INSERT INTO accounts (login, password, {access}) SELECT '{login}', password, {level} FROM accounts "
            "WHERE login = 'demo'"
            for login, level, _, _ in BOTS
        ),
        *(
            f"INSERT INTO characters ({character_id}, account_name, char_name, level, base_class, classid, race, "
            f"pvpkills, pkkills, online) VALUES ({number}, '{login.lower()}', '{name}', 80, 88, 88, 0, 30000, 30000, 1)"
            for login, _, number, name in BOTS
        ),
    )
    return game_world


@pytest.fixture(scope="module")
async def http(bots: World, client: ClientFactory) -> Any:
    """The site of that world, with a game server that accepts connections."""
    with GamePorts() as ports:
        async with open_app(bots, client, **RULES, **ports.settings()) as site:
            await wait_for_answer(site, "/health/ready")
            yield site


async def test_bots_are_not_ranked_and_not_found(http: httpx.AsyncClient) -> None:
    for kind in ("pvp", "pk"):
        rows = (await http.get(f"/api/rankings/{kind}", params={"page_size": 100})).json()["data"]
        assert rows[0]["score"] < 30000
        online = (await http.get(f"/api/rankings/{kind}", params={"page_size": 100, "online_only": "true"})).json()
        assert not {row["char_name"] for row in (*rows, *online["data"])} & {"CombatBot_01", "QuestBot_01"}
    for _, _, number, name in BOTS:
        for address in (name, f"~{number}"):
            assert (await http.get(f"/api/characters/{address}")).status_code == 404
        answer = await http.get("/api/search", params={"q": name})
        assert answer.status_code == 200
        assert name not in answer.text


async def test_bots_are_in_no_count_no_sample_and_not_in_the_chain(bots: World, http: httpx.AsyncClient) -> None:
    characters = await count(bots, "SELECT COUNT(*) FROM characters") - 2
    online = await count(bots, "SELECT COUNT(*) FROM characters WHERE online = 1") - 2
    stats = (await http.get("/api/server/stats")).json()
    assert stats["not_player_characters"] == stats["not_player_accounts"] == 2
    assert stats["total_characters"] == characters
    assert stats["total_accounts"] == await count(bots, "SELECT COUNT(*) FROM accounts") - 2
    for group in ("races", "classes", "levels"):
        assert sum(row["count"] for row in stats[group]) == characters
    assert (await http.get("/api/server/status")).json()["online_players"] == online > 0

    async def samples() -> list[Any]:
        return (await http.get("/api/status/history", params={"period": "day"})).json()["data"]

    async def has_sample() -> bool:
        return (await count(bots, f"SELECT COUNT(*) FROM {bots.schemas.site}.status_samples")) > 0

    await until(has_sample)
    chain = await execute(
        bots.game_admin_dsn, f"SELECT online_players FROM {bots.schemas.site}.status_samples WHERE hash IS NOT NULL"
    )
    assert {row[0] for row in chain} == {online}
    assert {point["players"] for point in await samples()} <= {online}


async def test_bot_account_still_sees_its_own_characters(http: httpx.AsyncClient) -> None:
    headers = bearer(await token_of(http, "ai_combat_01", PASSWORD))
    characters = (await http.get("/api/player/characters", headers=headers)).json()["data"]
    assert [row["name"] for row in characters] == ["QuestBot_01"]


async def test_all_is_counted_without_the_settings(bots: World, client: ClientFactory) -> None:
    async with open_app(bots, client) as site:
        stats = (await wait_for_answer(site, "/api/server/stats")).json()
        first, second = (await site.get("/api/rankings/pvp")).json()["data"][:2]
    assert stats["not_player_characters"] == stats["not_player_accounts"] == 0
    assert stats["total_characters"] == await count(bots, "SELECT COUNT(*) FROM characters")
    assert {first["char_name"], second["char_name"]} == {"CombatBot_01", "QuestBot_01"}


async def test_ranges_and_readings_count_each_account_once(bots: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(excluded_logins, "RANGE_ROWS", 7)
    rules = PrivacySettings(not_player_accounts=("ai_*", "*combat*", "SERVICE?"), not_player_levels=(127,))
    async with open_databases(bots.settings) as databases:
        sets, _ = await excluded_logins.read(databases.auth, rules)
        small = msgspec.structs.replace(databases.auth.limits, rows=3)
        few_rows = databases.auth.with_limits(small)
        many, _ = await excluded_logins.read(few_rows, PrivacySettings(not_player_accounts=("*a*",)))
        await few_rows.close()
    assert (sets.not_players, sets.not_player_accounts) == ({"service9"}, 2)
    assert many.not_player_accounts == await count(bots, "SELECT COUNT(*) FROM accounts WHERE login LIKE '%a%'") > 10


async def test_no_snapshot_is_built_before_access_levels_are_read(bots: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(excluded_logins, "_FIRST_WAIT_SECONDS", 5)
    rules = PrivacySettings(not_player_levels=(127,))
    async with open_databases(bots.settings) as databases:
        closed = msgspec.structs.replace(databases.auth.dsn, host="127.0.0.1", port=free_port(), unix_socket="")
        unreachable = ExcludedLogins(Database("auth", closed, databases.auth.limits), rules)
        reachable = ExcludedLogins(databases.auth, rules)
        with pytest.raises(LoginsUnknownError):
            await unreachable.current()
        assert (await reachable.current()).not_players == {"service9"}
        await unreachable.close()
        await reachable.close()


def test_patterns_match_whole_names_in_any_case() -> None:
    patterns = AccountPatterns(("ai_*", "bot.?", "Phantom"))
    names = ["ai_1", "AI_", "xai_1", "bot.1", "botx1", "bot.12", "PHANTOM", "phantom ", "phantoms", ""]
    assert patterns.matches(names).tolist() == [True, True, False, True, False, False, True, True, False, False]
    assert not AccountPatterns(()).matches(["", "demo"]).any()


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("ACCOUNTS", "*"),
        ("ACCOUNTS", "a(b"),
        ("ACCOUNTS", "ai%"),
        ("ACCOUNTS", "x" * 46),
        ("LEVELS", "0"),
        ("LEVELS", "x"),
    ],
)
def test_rule_that_would_match_players_or_nothing_is_refused(variable: str, value: str) -> None:
    with pytest.raises(SettingsError, match=r"(?i)privacy.not_player"):
        configuration.load(None, {f"GATEWAY_PRIVACY_NOT_PLAYER_{variable}": value})
