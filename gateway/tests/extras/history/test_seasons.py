"""Seasons in the history: firsts begin anew, histories too, a step back, and names of a season that is over."""

from collections.abc import AsyncGenerator

import pytest

from fixtures import site_schema
from gateway.config.site_days import date_of
from gateway.database.batches import write_rows
from gateway.database.database import Database
from gateway.extras import world_events
from gateway.extras.world.former_names import FormerNamesReader
from gateway.extras.world_events import Season
from gateway.extras.world_events.seasons import (
    SeasonRefused,
    former_characters,
    former_clan_names,
    seasons,
    start,
    undo,
)
from gateway.tests.extras.history.test_recorder import Tracking, at
from gateway.tests.support.databases import Server, ask
from gateway.tests.support.history_data import FIRST_DAY, Hero, snapshot_of
from gateway.world_snapshot.visibility import HIDDEN_NAME

pytestmark = pytest.mark.database

WIPED_AT = at(1, 6)


@pytest.fixture
async def site(mariadb: Server) -> AsyncGenerator[Database]:
    dsn = await site_schema.create(mariadb)
    async with site_schema.connect(dsn) as database:
        yield database


async def start_season(site: Database, name: str, moment: float = WIPED_AT) -> Season:
    async with site.transaction() as session:
        return await start(session, name, int(moment))


async def undo_season(site: Database) -> None:
    async with site.transaction() as session:
        await undo(session)


async def firsts(site: Database, season: Season) -> set[tuple[int, int]]:
    rows = await world_events.page(site, at(9), season, kinds=["world_first"])
    return {(row.subject_id, row.object_id) for row in rows if "world" in row.details["scopes"]}


async def play_first_season(site: Database) -> Tracking:
    tracking = Tracking(site)
    await tracking.take(at(0, 12), Hero(7, level=79, exp=79, name="Ann"), Hero(8, level=39, exp=39, name="Bob"))
    await tracking.take(at(0, 13), Hero(7, level=80, exp=80, name="Ann"), Hero(8, level=40, exp=40, name="Bob"))
    await tracking.take(at(1, 0.01), Hero(7, level=80, exp=80, name="Ann"), Hero(8, level=40, exp=40, name="Bob"))
    return tracking


@pytest.mark.parametrize("restarts", [False, True])
async def test_firsts_begin_anew_after_a_wipe_and_the_old_ones_stay(site: Database, *, restarts: bool) -> None:
    tracking = await play_first_season(site)
    season = await start_season(site, "Summer")
    if restarts:
        tracking.restart()
    # The same players, with the same ids and names.
    await tracking.take(at(1, 7), Hero(7, level=1, exp=0, name="Ann"), Hero(8, level=2, exp=1, name="Bob"))
    await tracking.take(at(1, 9), Hero(7, level=39, exp=39, name="Ann"), Hero(8, level=80, exp=80, name="Bob"))
    await tracking.take(at(1, 10), Hero(7, level=80, exp=80, name="Ann"), Hero(8, level=80, exp=80, name="Bob"))
    old_season, new_season = await seasons(site)
    assert (old_season.ended_at, new_season) == (int(WIPED_AT), season)
    assert await firsts(site, old_season) == {(7, 80)}
    assert {(8, 80), (8, 40)} <= await firsts(site, new_season)
    assert (7, 80) not in await firsts(site, new_season)
    progress = await tracking.progress(8, at(1, 11))
    assert progress.tracked_since == date_of(FIRST_DAY + 1)


async def test_characters_that_stay_take_the_firsts_of_their_levels_and_keep_their_history(site: Database) -> None:
    tracking = await play_first_season(site)
    season = await start_season(site, "Mistake")
    await tracking.take(at(1, 7), Hero(7, level=80, exp=80, name="Ann"), Hero(8, level=79, exp=79, name="Bob"))
    await tracking.take(at(1, 8), Hero(7, level=80, exp=80, name="Ann"), Hero(8, level=80, exp=80, name="Bob"))
    assert await firsts(site, season) == set()
    assert (await tracking.progress(7, at(1, 9))).tracked_since == date_of(FIRST_DAY)


async def test_character_of_a_past_season_that_returns_days_later_begins_a_history(site: Database) -> None:
    tracking = await play_first_season(site)
    await start_season(site, "Summer")
    await tracking.take(at(1, 7), Hero(8, level=1, exp=0, name="Bob"))
    await tracking.take(at(1, 8), Hero(8, level=1, exp=0, name="Bob"))
    await tracking.take(at(3, 5), Hero(7, level=9, exp=9, name="Ann"), Hero(8, level=3, exp=2, name="Bob"))
    await tracking.take(at(4, 0.01), Hero(7, level=9, exp=9, name="Ann"), Hero(8, level=3, exp=2, name="Bob"))
    assert (await tracking.progress(7, at(4, 1))).tracked_since > date_of(FIRST_DAY + 1)


async def test_names_of_a_past_season_are_those_of_then(site: Database) -> None:
    tracking = await play_first_season(site)
    await site.write(ask("INSERT INTO clan_names VALUES (3, 'Wolves'), (4, 'Bears')"))
    await write_rows(site, world_events.KEEP_FORMER_NAMES, [(3, "Foxes")])  # seen before the command
    await site.write(ask("UPDATE clan_names SET name = 'Foxes' WHERE clan_id = 3"))
    await start_season(site, "Summer")
    heroes = [Hero(7, level=1, exp=0, name="Zed", login="other"), Hero(8, level=2, exp=1, name="Bob")]
    await tracking.take(at(1, 7), *heroes)
    await tracking.take(at(2, 0.01), *heroes)
    assert await former_clan_names(site, 1, [3, 4, 5]) == {3: "Wolves", 4: "Bears"}
    characters = await former_characters(site, [7, 8, 9], int(WIPED_AT))
    assert [(row.character_id, row.name, row.level) for row in characters] == [(7, "Ann", 80), (8, "Bob", 40)]


@pytest.mark.parametrize(("hidden_names", "public_name"), [(set[str](), "Anna"), ({"Anna"}, HIDDEN_NAME)])
async def test_names_of_a_past_season_are_safe_to_show_and_hidden_where_operators_hide_them(
    site: Database, hidden_names: set[str], public_name: str
) -> None:
    """A history may be older than the filter of its names."""
    tracking = await play_first_season(site)
    await start_season(site, "Summer")
    await site.write(ask("UPDATE character_changes SET value = 'An\u202ena' WHERE character_id = 7 AND kind = 'name'"))
    snapshot = snapshot_of(await tracking.recorder.account_key(), at(1, 7), [Hero(9)])
    season = (await seasons(site))[0]
    names = await FormerNamesReader(site, "public").read(snapshot, season, [], [7], hidden_names)
    assert names.characters([7])[7].char_name == public_name


async def test_step_back_gives_events_back_until_there_is_a_first(site: Database) -> None:
    tracking = await play_first_season(site)
    season = await start_season(site, "Mistake")
    await tracking.take(at(1, 7), Hero(7, level=80, exp=80, name="Ann"), Hero(8, level=40, exp=40, name="Bob"))
    await world_events.add(
        site,
        [
            world_events.WorldEvent(
                kind="boss_killed", subject_id=1, at=int(at(1, 8)), accuracy_seconds=60, details={"killers": []}
            )
        ],
        tracking.zone,
        at(1, 8),
    )
    await undo_season(site)
    (first_season,) = await seasons(site)
    assert first_season.ended_at is None
    assert [row.season for row in await world_events.page(site, at(2), first_season, kinds=["boss_killed"])] == [1]
    with pytest.raises(SeasonRefused, match="nothing to undo"):
        await undo_season(site)
    await tracking.take(at(1, 9), Hero(7, level=80, exp=80, name="Ann"), Hero(8, level=80, exp=80, name="Bob"))
    assert await firsts(site, first_season) == {(7, 80)}
    season = await start_season(site, "Summer", at(1, 10))
    await tracking.take(at(1, 11), Hero(9, level=1, exp=0, name="Eve"))
    await tracking.take(at(1, 12), Hero(9, level=1, exp=0, name="Eve"))
    await tracking.take(at(1, 13), Hero(9, level=40, exp=40, name="Eve"))
    assert (9, 40) in await firsts(site, season)
    with pytest.raises(SeasonRefused, match="first of the world"):
        await undo_season(site)
