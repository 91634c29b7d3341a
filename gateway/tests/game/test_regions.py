"""Names of places: every town, what is around it, the rooms off the map, and every spot that a row may hold."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fixtures.world import facts
from gateway.game.regions import NEAR, PLACES, TOWNS, UNKNOWN, Place, Town, location

# Where the dead of each town rise again, from the servers' zone files (Floran's rise in Dion: the middle of its box).
CENTRES = {
    "Dark Elven Village": (11405, 16847, -4560),
    "Talking Island Village": (-84192, 242963, -3720),
    "Elven Village": (45387, 49634, -3050),
    "Orc Village": (-44534, -113502, -240),
    "Gludin Village": (-82578, 151241, -3120),
    "Dwarven Village": (116121, -180461, -1200),
    "Town of Gludio": (-14459, 123296, -3110),
    "Town of Dion": (18609, 145168, -3090),
    "Giran Castle Town": (82240, 148625, -3470),
    "Town of Oren": (81311, 54687, -1550),
    "Hunters Village": (116905, 76555, -2720),
    "Town of Aden": (146801, 27123, -2200),
    "Town of Goddard": (147203, -56889, -2780),
    "Rune Township": (42183, -48943, -790),
    "Heine": (110004, 219373, -3650),
    "Floran Village": (17585, 170180, -3500),
    "Town of Schuttgart": (87323, -141763, -1340),
    "Primeval Isle": (10468, -24569, -3645),
}
COORDINATES = st.none() | st.integers(-400_000, 400_000) | st.integers(-(2**63), 2**63)


def corners(town: Town) -> list[tuple[int, int]]:
    return [(x, y) for x in (town.west, town.east) for y in (town.north, town.south)]


def test_the_towns_are_the_eighteen() -> None:
    assert [town.name for town in TOWNS] == list(CENTRES)


@pytest.mark.parametrize("name", CENTRES)
def test_in_the_middle_of_a_town_one_is_in_it(name: str) -> None:
    x, y, z = CENTRES[name]
    assert location(x, y, z) == name
    assert location(x, y, None) == name


@pytest.mark.parametrize("town", TOWNS, ids=lambda town: town.name)
def test_a_town_ends_where_its_zone_does(town: Town) -> None:
    for x, y in corners(town):
        assert location(x, y, town.bottom) == town.name
    middle = (town.north + town.south) // 2
    assert location(town.east + 1, middle, town.bottom) == f"Near {town.name}"
    assert location(town.west - 1, middle, town.bottom) == f"Near {town.name}"


@pytest.mark.parametrize("town", TOWNS, ids=lambda town: town.name)
def test_deep_under_a_town_one_is_near_it(town: Town) -> None:
    x, y, _ = CENTRES[town.name]
    assert location(x, y, town.bottom - 2000) == f"Near {town.name}"
    assert location(x, y, town.top + 1000) == town.name


def test_the_world_s_people_stand_in_towns() -> None:
    for west, north, east, south, z in facts.TOWNS.tolist():
        assert location((west + east) // 2, (north + south) // 2, z) in CENTRES


@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.name)
def test_at_a_named_place_one_is_there_or_near(place: Place) -> None:
    assert location(place.x, place.y, -3000) == (place.name if place.size else f"Near {place.name}")
    if place.size:
        assert location(place.x + place.size, place.y, -3000) == place.name
        assert location(place.x + place.size + 1, place.y, -3000).startswith("Near ")


def test_near_ends_and_the_territory_begins() -> None:
    west = next(place for place in PLACES if place.name == "Mithril Mines")
    assert location(west.x + NEAR, west.y, 0) == "Near Mithril Mines"
    assert location(west.x + NEAR + 1, west.y, 0) == "Dwarven territory"


@pytest.mark.parametrize(
    ("x", "y", "z", "name"),
    [
        (-114356, -249645, -2984, "Jail"),
        (-114598, -249431, -2984, "Jail"),
        (-116059, -251145, -2992, "GM consultation room"),
        (-112959, -251147, -2992, "GM consultation room"),
        (-120324, -225077, -3331, "Olympiad Stadium"),
        (-69682, -209027, -3331, "Olympiad Stadium"),
        (-20814, -21189, -3030, "Olympiad Stadium"),
        (-114444, -178322, -6752, "Dimensional Rift"),
        (47938, 186864, -3480, "Giran Harbor"),
        (146440, 46723, -3432, "Coliseum"),
    ],
)
def test_special_places(x: int, y: int, z: int, name: str) -> None:
    assert location(x, y, z) == name


@pytest.mark.parametrize(
    ("tile_x", "tile_y", "name"),
    [
        (16, 10, "Olympiad Stadium"),
        (26, 10, "Dwarven territory"),
        (16, 25, "Talking Island"),
        (26, 25, "Innadril territory"),
        (15, 20, UNKNOWN),
        (27, 20, UNKNOWN),
        (20, 9, UNKNOWN),
        (20, 26, UNKNOWN),
    ],
)
def test_the_corners_of_the_map_and_what_is_beyond(tile_x: int, tile_y: int, name: str) -> None:
    assert location((tile_x - 20) * 32768 + 10, (tile_y - 18) * 32768 + 10, 0) == name


def test_what_is_not_recorded_is_unknown() -> None:
    for nowhere in ((None, None, None), (None, 5, 5), (5, None, 5), (0, 0, 0), (0, 0, None)):
        assert location(*nowhere) == UNKNOWN


@given(x=COORDINATES, y=COORDINATES, z=COORDINATES)
def test_every_spot_has_a_name(x: int | None, y: int | None, z: int | None) -> None:
    name = location(x, y, z)
    assert name
    assert len(name) < 40


@given(x=st.integers(-130_000, 225_000), y=st.integers(-131_000, 262_000))
def test_on_the_map_no_spot_is_unknown(x: int, y: int) -> None:
    assert location(x, y, -3000) != UNKNOWN or (x, y) == (0, 0)
