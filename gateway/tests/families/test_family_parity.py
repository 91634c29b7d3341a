"""The same world through every family gives the same answers, except for columns that a family lacks."""

from collections.abc import Mapping
from itertools import count
from typing import Final

import numpy as np
import pytest

from fixtures import installed
from fixtures.installed import Schemas
from fixtures.world.characters import PLAYING, TRADING, Characters
from fixtures.world.chunk import Chunk, make_chunks
from fixtures.world.plan import Plan
from fixtures.world.tsv import Flags
from gateway.game.families import FAMILIES
from gateway.tests.conftest import ClientFactory
from gateway.tests.support.account_app import open_app
from gateway.tests.support.databases import Server
from gateway.tests.support.family_parity import (
    Answers,
    differences,
    personal_answers,
    prepare,
    public_answers,
    sign_in_answers,
)

pytestmark = [pytest.mark.database, pytest.mark.faults, pytest.mark.usefixtures("short_scan_pause")]

CHARACTERS, SEED = 120, 98
WITH_STATS: Final = frozenset({"mobius", "frozen", "orion"})
WITH_BIRTHS: Final = frozenset({"mobius_ct0", "lucera"})
ALL: Final = frozenset(FAMILIES)
# Value that differs from mobius → families and reason. In each case one of the two is null.
DIFFERENCES: Final[Mapping[str, tuple[frozenset[str], str]]] = {
    "stats": (ALL - WITH_STATS, "`characters` has no columns for STR to WIT"),
    "created_at": (WITH_BIRTHS, "mobius has no column for the day that a character was made; they have one"),
    "fame": (WITH_BIRTHS, "mobius knows no fame; they do"),
    "total_fame": (WITH_BIRTHS, "the sum of it"),
    "member_since": (
        ALL - {"mobius", "mobius_ct0"},
        "`accounts` has no date, and the site knows it of those only who registered there",
    ),
    "email": (
        frozenset(family.key for family in FAMILIES.values() if not family.has_email),
        "`accounts` has no address, and the site knows it of those only who registered there",
    ),
    "last_ip": (frozenset({"acis", "rusacis"}), "`accounts` has no address of the last login"),
}
_numbers = count(1)


@pytest.fixture(scope="module")
def people() -> Chunk:
    """The world before a family's tables hold it."""
    (chunk,) = make_chunks(Plan(CHARACTERS, SEED))
    return chunk


@pytest.fixture(scope="module")
def players(people: Chunk) -> list[str]:
    """Returns the known accounts, and owners of an offline trader, of a character that will be deleted, of one in a
    subclass, and of an account with an ended ban."""
    characters = people.people
    was_banned = characters.accounts.banned_until[characters.accounts.of_character] > 0
    rare = [
        characters.online == TRADING,
        characters.deletion_at > 0,
        people.active_class != characters.base_class,
        was_banned,
    ]
    owners = {int(np.flatnonzero(flags & ordinary(characters))[0]) for flags in rare}
    logins = {characters.accounts.login_of_characters[owner].decode() for owner in owners}
    return ["demo", "demo2", "staff", *sorted(logins)]


def ordinary(characters: Characters) -> Flags:
    """Characters that are neither staff nor banned, by themselves or with their account."""
    return (characters.access == 0) & (characters.accounts.access[characters.accounts.of_character] >= 0)


async def family_answers(
    server: Server, client: ClientFactory, players: list[str], family: str, login: str = ""
) -> Answers:
    """Returns the answers of a new world, which it changes. `login`: suffix of a separate schema of accounts."""
    mark = f"contract{next(_numbers)}"
    schemas = Schemas(f"{mark}_game", f"{mark}_views", f"{mark}_site", login and f"{mark}{login}")
    installed.fill(server, schemas, family, CHARACTERS, SEED)
    game_world = installed.install(server, schemas, family, CHARACTERS, SEED)
    await prepare(game_world, players)
    async with open_app(game_world, client) as http:
        return (
            await public_answers(http) | await personal_answers(http, players) | await sign_in_answers(http, game_world)
        )


@pytest.fixture(scope="module")
async def reference(mariadb: Server, client: ClientFactory, players: list[str]) -> Answers:
    return await family_answers(mariadb, client, players, "mobius")


OTHER_FAMILIES = [(family, "") for family in FAMILIES if family != "mobius"] + [("lucera", "_login")]


@pytest.mark.parametrize(("family", "login"), OTHER_FAMILIES)
async def test_every_answer_is_that_of_mobius(
    mariadb: Server, client: ClientFactory, players: list[str], reference: Answers, family: str, login: str
) -> None:
    items = differences(reference, await family_answers(mariadb, client, players, family, login))
    contradictions = [item for item in items if not item.of_silence]
    assert not contradictions, contradictions[:20]
    unexplained_items = [item for item in items if family not in DIFFERENCES.get(item.group, (frozenset[str](), ""))[0]]
    assert not unexplained_items, unexplained_items[:20]
    # An exception that no longer applies fails the test.
    assert {item.group for item in items} == {
        group for group, (families, _) in DIFFERENCES.items() if family in families
    }


def test_reference_world_is_not_empty(reference: Answers, players: list[str], people: Chunk) -> None:
    """Offline shops are not online players; each family marks them in its own way."""
    failed_requests = [request for request, answer in reference.items() if answer["status"] >= 500]
    assert not failed_requests
    assert {answer["status"] for answer in reference.values()} == {200, 201, 401, 403, 409}
    characters = people.people
    is_ranked = ordinary(characters) & (characters.deletion_at == 0)
    assert (characters.online == TRADING).any(), "no offline trader in the world"
    online = reference["/api/rankings/pvp {'online_only': 'true'}"]["body"]
    assert online["total"] == (is_ranked & (characters.online == PLAYING)).sum() > 0
    assert reference["/api/rankings/pvp {'page_size': 100}"]["body"]["total"] == is_ranked.sum()
    assert len(players) >= 6
    for login in players:
        assert reference[f"{login} /api/player/characters"]["body"]["total"] > 0
        assert reference[f"{login} /api/player/progression-data"]["body"] != {}
    items = [answer["body"]["total_items"] for key, answer in reference.items() if key.endswith("/items")]
    assert sum(items) > 50
