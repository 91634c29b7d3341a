"""Location names: towns, named places, rooms off the map, territories, and arbitrary coordinates."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fixtures.world import facts
from gateway.game.regions import NEAR_DISTANCE, PLACES, TOWNS, UNKNOWN, Landmark, location
from gateway.texts.places import place_name

# Respawn points of the towns, from the servers' zone files (for Floran the center of its box).
CENTERS = {
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


def corners(town: Landmark) -> list[tuple[int, int]]:
    return [(x, y) for x in (town.west, town.east) for y in (town.north, town.south)]


def test_towns_are_complete() -> None:
    assert [town.name for town in TOWNS] == list(CENTERS)


@pytest.mark.parametrize("town", TOWNS, ids=lambda town: town.name)
def test_town_contains_its_zone_and_is_near_outside(town: Landmark) -> None:
    x, y, z = CENTERS[town.name]
    assert location(x, y, z) == location(x, y, None) == town.name
    for corner_x, corner_y in corners(town):
        assert location(corner_x, corner_y, town.bottom) == town.name
    middle = (town.north + town.south) // 2
    assert location(town.east + 1, middle, town.bottom) == f"Near {town.name}"
    assert location(town.west - 1, middle, town.bottom) == f"Near {town.name}"
    assert location(x, y, town.bottom - 2000) == f"Near {town.name}"
    assert location(x, y, town.top + 1000) == town.name


def test_towns_of_the_fixtures_are_towns() -> None:
    for west, north, east, south, z in facts.TOWNS.tolist():
        assert location((west + east) // 2, (north + south) // 2, z) in CENTERS


def test_named_place_is_in_or_near() -> None:
    for place in PLACES:
        x, y, inside = place.west, place.north, place.radius > 0
        assert location(x, y, -3000) == (place.name if inside else f"Near {place.name}"), (x, y)
        if inside:
            assert location(x + place.radius, y, -3000) == place.name
            assert location(x + place.radius + 1, y, -3000).startswith("Near ")


def test_point_beyond_the_near_distance_is_in_a_territory() -> None:
    mithril_mines = next(place for place in PLACES if place.name == "Mithril Mines")
    assert location(mithril_mines.west + NEAR_DISTANCE, mithril_mines.north, 0) == "Near Mithril Mines"
    assert location(mithril_mines.west + NEAR_DISTANCE + 1, mithril_mines.north, 0) == "Dwarven territory"


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
        (-105200, -253104, -15264, UNKNOWN),
        (-114444, -178322, -6752, "Dimensional Rift"),
        (47938, 186864, -3480, "Giran Harbor"),
        (146440, 46723, -3432, "Coliseum"),
    ],
)
def test_location_of_special_places(x: int, y: int, z: int, name: str) -> None:
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
def test_location_at_and_beyond_the_map_corners(tile_x: int, tile_y: int, name: str) -> None:
    assert location((tile_x - 20) * 32768 + 10, (tile_y - 18) * 32768 + 10, 0) == name


def test_unrecorded_coordinates_are_unknown() -> None:
    for coordinates in ((None, None, None), (None, 5, 5), (5, None, 5), (0, 0, 0), (0, 0, None)):
        assert location(*coordinates) == UNKNOWN, coordinates


@given(x=COORDINATES, y=COORDINATES, z=COORDINATES)
def test_location_of_arbitrary_coordinates_is_a_short_name(x: int | None, y: int | None, z: int | None) -> None:
    name = location(x, y, z)
    assert name
    assert len(name) < 40


@given(x=st.integers(-130_000, 225_000), y=st.integers(-131_000, 262_000))
def test_location_on_the_map_is_known(x: int, y: int) -> None:
    assert location(x, y, -3000) != UNKNOWN or (x, y) == (0, 0)


def test_place_name_is_in_the_language_of_the_reader() -> None:
    assert place_name("pt", "Near Cruma Tower") == "Perto de Cruma Tower"
    assert place_name("es", "Gludio territory") == "Territorio Gludio"
    assert place_name("en", "Near Cruma Tower") == "Near Cruma Tower"
    assert place_name("es", "Cruma Tower") == "Cruma Tower"
