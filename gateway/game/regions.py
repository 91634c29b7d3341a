"""Names of locations in the world.

Checked in this order: a room off the map (jail, olympiad stadium), inside a town, near a town or a named place, the
territory of the map tile. The boxes of towns and the grid of territories come from the servers' zone files, which agree
in the known families; the named places are the destinations of the game's gatekeepers.
"""

from itertools import product
from math import hypot
from typing import Final, NamedTuple

UNKNOWN: Final = "Unknown"
NEAR_DISTANCE: Final = 15_000
"""Maximum distance for "Near …", a run of two minutes."""
_BELOW, _ABOVE = 500, 1500
"""Heights below and above the zone that count as inside: cellars and roofs. Dungeons lie deeper."""
_TILE_BITS: Final = 15  # a tile is 32,768 units wide


class Town(NamedTuple):
    """Bounding box of a town's zone."""

    name: str
    west: int
    east: int
    north: int
    south: int
    bottom: int
    top: int

    @property
    def extent(self) -> tuple[int, int, int, int]:
        return self.west, self.east, self.north, self.south

    def contains(self, x: int, y: int, z: int | None) -> bool:
        is_level = z is None or self.bottom - _BELOW <= z <= self.top + _ABOVE
        return is_level and self.west <= x <= self.east and self.north <= y <= self.south

    def distance(self, x: int, y: int) -> float:
        """Distance from the edge of the box, so that "Near …" reaches equally far for large and small towns."""
        return hypot(max(self.west - x, 0, x - self.east), max(self.north - y, 0, y - self.south))


class Place(NamedTuple):
    name: str
    x: int
    y: int
    radius: int = 0
    """Radius; a place without one is only ever "near"."""

    @property
    def extent(self) -> tuple[int, int, int, int]:
        return self.x, self.x, self.y, self.y

    def distance(self, x: int, y: int) -> float:
        return hypot(self.x - x, self.y - y)

    def contains(self, x: int, y: int, _z: int | None) -> bool:
        return self.radius > 0 and self.distance(x, y) <= self.radius


TOWNS: Final = (
    Town("Dark Elven Village", 7045, 15801, 13025, 20689, -4700, -3600),
    Town("Talking Island Village", -87650, -81011, 239666, 246258, -3800, -3700),
    Town("Elven Village", 42367, 48364, 46530, 52912, -3600, -2750),
    Town("Orc Village", -47391, -42050, -117240, -109973, -400, -200),
    Town("Gludin Village", -84876, -77131, 149139, 156459, -3300, -3000),
    Town("Dwarven Village", 112934, 117762, -184246, -176767, -1600, -800),
    Town("Town of Gludio", -16537, -12024, 121098, 126470, -3200, -2900),
    Town("Town of Dion", 15264, 21415, 141574, 147640, -3250, -2600),
    Town("Giran Castle Town", 77170, 90430, 141500, 153600, -3800, -3300),
    Town("Town of Oren", 78843, 84143, 52068, 57179, -2250, -1400),
    Town("Hunters Village", 113919, 121631, 73671, 81804, -2800, -1500),
    Town("Town of Aden", 143198, 151403, 19992, 31511, -2700, -1900),
    Town("Town of Goddard", 143335, 152091, -59768, -51659, -3550, -2600),
    Town("Rune Township", 32531, 47150, -52045, -44815, -1200, 3000),
    Town("Heine", 106435, 116220, 216322, 225992, -3800, -3400),
    Town("Floran Village", 16529, 18641, 169398, 170962, -3600, -3400),
    Town("Town of Schuttgart", 83229, 91477, -148688, -138913, -2350, -1200),
    Town("Primeval Isle", 9290, 12223, -27395, -22340, -4290, -1290),
)

# Rooms that cannot be reached on foot, in the north-west corner of the map.
_ROOMS: Final = (
    Place("Jail", -114356, -249645, 1200),
    Place("GM consultation room", -116059, -251145, 1000),
    Place("GM consultation room", -112959, -251147, 1000),
)
_STADIUMS: Final = frozenset((x, y) for x in (16, 17) for y in (10, 11)) | {(15, 10), (15, 11), (15, 12)}
_RIFT: Final = (16, 12)

PLACES: Final = (
    Place("Abandoned Camp", -49853, 147089),
    Place("Abandoned Coal Mines", 139714, -177456),
    Place("Alligator Island", 115583, 192261),
    Place("Ancient Battleground", 106517, -2871),
    Place("Anghel Waterfall", 166182, 91560),
    Place("Ant Nest", -9959, 176184),
    Place("Antharas' Nest", 177615, 114941),
    Place("Bee Hive", 34475, 188095),
    Place("Blazing Swamp", 155310, -16339),
    Place("Breka's Stronghold", 85546, 131328),
    Place("Cave of Trials", 9340, -112509),
    Place("Coliseum", 146440, 46723, 4000),
    Place("Cruma Marshlands", 5106, 126916),
    Place("Cruma Tower", 17225, 114173),
    Place("Crypts of Disgrace", 47692, -115745),
    Place("Cursed Village", 62084, -40935),
    Place("Dark Forest", -22224, 14168),
    Place("Den of Evil", 68693, -110438),
    Place("Devil's Isle", 43408, 206881),
    Place("Devil's Pass", 106349, -61870),
    Place("Dragon Valley", 73024, 118485),
    Place("Elven Forest", 21362, 51122),
    Place("Elven Fortress", 29294, 74968),
    Place("Elven Ruins", -112367, 234703),
    Place("Enchanted Valley", 124904, 61992),
    Place("Enchanted Valley", 104426, 33746),
    Place("Execution Grounds", 50568, 152408),
    Place("Fellmere Harvesting Grounds", -63736, 101522),
    Place("Field of Silence", 87691, 162835),
    Place("Field of Whispers", 82192, 226128),
    Place("Fields of Massacre", 183543, -14974),
    Place("Forest of Mirrors", 142065, 81300),
    Place("Forest of the Dead", 52107, -54328),
    Place("Forge of the Gods", 169018, -116303),
    Place("Forgotten Temple", -53001, 191425),
    Place("Forsaken Plains", 168217, 37990),
    Place("Fortress of Resistance", 47382, 111278),
    Place("Four Sepulchers", 178127, -84435),
    Place("Frost Lake", 107577, -122392),
    Place("Frozen Waterfall", 8652, -139941),
    Place("Garden of Eva", 84413, 234334),
    Place("Garden of Wild Beasts", 132997, -60608),
    Place("Giant's Cave", 183985, 61424),
    Place("Giran Arena", 73579, 142709, 2000),
    Place("Giran Harbor", 47938, 186864, 3500),
    Place("Gludin Arena", -87328, 142266, 2000),
    Place("Gorgon Flower Garden", 113553, 134813),
    Place("Grave Robber Hideout", 44221, -114232),
    Place("Hardin's Private Academy", 105918, 109759),
    Place("Hot Springs", 144880, -113468),
    Place("Hunters Valley", 114306, 86573),
    Place("Ice Merchant Cabin", 113903, -108752),
    Place("Immortal Plateau", -10983, -117484),
    Place("Immortal Plateau", -4190, -80040),
    Place("Imperial Tomb", 186699, -75915),
    Place("Ivory Tower", 85391, 16228),
    Place("Ketra Orc Outpost", 146990, -67128),
    Place("Langk Lizardman Dwellings", -44763, 203497),
    Place("Lair of Valakas", 212852, -114842),
    Place("Mithril Mines", 171946, -173352),
    Place("Monastery of Silence", 106414, -87799),
    Place("Neutral Zone", -10612, 75881),
    Place("Obelisk of Victory", -99586, 237637),
    Place("Olympiad Stadium", -20814, -21189, 2500),
    Place("Orc Barracks", -89763, 105359),
    Place("Outlaw Forest", 91539, -12204),
    Place("Pavel Ruins", 91280, -117152),
    Place("Plains of Dion", 630, 179184),
    Place("Plains of Glory", 135580, 19467),
    Place("Plains of the Lizardmen", 87252, 85514),
    Place("Plunderous Plains", 111965, -154172),
    Place("Ruins of Agony", -41248, 122848),
    Place("Ruins of Despair", -19120, 136816),
    Place("Sea of Spores", 64328, 26803),
    Place("Seal of Shilen", 184742, 19745),
    Place("Shrine of Loyalty", 191257, -59388),
    Place("Silent Valley", 170838, 55776),
    Place("Singing Waterfall", -111728, 244330),
    Place("Spider Nest", -61095, 75104),
    Place("Swamp of Screams", 69340, -50203),
    Place("Swampland", -21966, 40544),
    Place("Tanor Canyon", 60374, 164301),
    Place("Tower of Insolence", 114649, 11115),
    Place("Valley of Saints", 65307, -71445),
    Place("Varka Silenos Stronghold", 125740, -40864),
    Place("Wall of Argos", 165054, -47861),
    Place("War-Torn Plains", 156898, 11217),
    Place("Wastelands", -16526, 208032),
    Place("Wild Beast Pastures", 43805, -88010),
    Place("Windawood Manor", -28327, 155125),
    Place("Windmill Hill", -75437, 168800),
    Place("Windy Hill", -88539, 83389),
)

# Indexed by the numbers of the grid below. Named after the castle if there is one, else after the village.
_TERRITORIES: Final = (
    *("Talking Island", "Elven territory", "Dark Elven territory", "Orc territory", "Dwarven territory"),
    *("Gludio territory", "Gludin territory", "Dion territory", "Giran territory", "Oren territory"),
    *("Aden territory", "Hunters territory", "Giran Harbor territory", "Innadril territory", "Rune territory"),
    *("Goddard territory", "Schuttgart territory", "Floran territory", "Primeval Isle"),
)
_WEST_TILE, _NORTH_TILE = 16, 10
_GRID: Final = (
    (3, 3, 7, 9, 11, 4, 4, 4, 4, 4, 4),
    (3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4),
    (3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4),
    (3, 3, 3, 3, 3, 16, 16, 16, 16, 4, 4),
    (3, 3, 3, 3, 3, 16, 16, 16, 15, 15, 15),
    (3, 3, 3, 3, 3, 14, 14, 15, 15, 15, 15),
    (3, 3, 3, 14, 14, 14, 14, 15, 15, 15, 15),
    (2, 2, 2, 2, 18, 14, 9, 10, 10, 10, 10),
    (2, 2, 2, 2, 2, 9, 9, 10, 10, 10, 10),
    (2, 2, 2, 2, 1, 1, 9, 11, 10, 10, 10),
    (6, 6, 2, 5, 1, 1, 9, 11, 11, 11, 11),
    (6, 6, 5, 5, 7, 7, 8, 8, 8, 8, 8),
    (6, 6, 6, 5, 7, 7, 8, 8, 8, 8, 8),
    (0, 6, 6, 5, 17, 12, 13, 13, 13, 13, 13),
    (0, 0, 6, 6, 12, 12, 13, 13, 13, 13, 13),
    (0, 0, 0, 0, 0, 0, 13, 13, 13, 13, 13),
)
"""Rows are the tiles 10 to 25 from north to south, columns 16 to 26 from west to east."""


def _tile(x: int, y: int) -> tuple[int, int]:
    return (x >> _TILE_BITS) + 20, (y >> _TILE_BITS) + 18


def _index() -> dict[tuple[int, int], list[Town | Place]]:
    """Returns the towns and places that may be near a point, by the tile of the point."""
    index: dict[tuple[int, int], list[Town | Place]] = {}
    for landmark in (*TOWNS, *PLACES):
        west, east, north, south = landmark.extent
        first, last = (
            _tile(west - NEAR_DISTANCE, north - NEAR_DISTANCE),
            _tile(east + NEAR_DISTANCE, south + NEAR_DISTANCE),
        )
        for tile in product(range(first[0], last[0] + 1), range(first[1], last[1] + 1)):
            index.setdefault(tile, []).append(landmark)
    return index


_LANDMARKS: Final = _index()


def location(x: int | None, y: int | None, z: int | None) -> str:
    """Returns the name; "Unknown" off the map and for unrecorded coordinates (NULL or 0, 0, 0)."""
    if x is None or y is None or (x, y, z or 0) == (0, 0, 0):
        return UNKNOWN
    tile = _tile(x, y)
    return _off_the_map(x, y, tile) or _in_or_near(x, y, z, tile) or _territory(tile)


def _off_the_map(x: int, y: int, tile: tuple[int, int]) -> str:
    if tile not in _STADIUMS:
        return "Dimensional Rift" if tile == _RIFT else ""
    return next((room.name for room in _ROOMS if room.contains(x, y, None)), "Olympiad Stadium")


def _in_or_near(x: int, y: int, z: int | None, tile: tuple[int, int]) -> str:
    """Returns the containing landmark, else the nearest, by a town's edge and a place's center; "" if none is near."""
    landmarks = _LANDMARKS.get(tile, ())
    if container := next((landmark for landmark in landmarks if landmark.contains(x, y, z)), None):
        return container.name
    nearest = min(landmarks, key=lambda landmark: landmark.distance(x, y), default=None)
    return f"Near {nearest.name}" if nearest and nearest.distance(x, y) <= NEAR_DISTANCE else ""


def _territory(tile: tuple[int, int]) -> str:
    column, row = tile[0] - _WEST_TILE, tile[1] - _NORTH_TILE
    if 0 <= row < len(_GRID) and 0 <= column < len(_GRID[row]):
        return _TERRITORIES[_GRID[row][column]]
    return UNKNOWN
