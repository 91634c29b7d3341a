"""Names of locations in the world.

Checked in this order: a room off the map (jail, olympiad stadium), inside a town, near a town or a named place, the
territory of the map tile. The boxes of towns and the grid of territories come from the servers' zone files, which agree
in the known families; the named places are the destinations of the game's gatekeepers.
"""

from functools import lru_cache
from itertools import product
from math import hypot
from typing import Final, NamedTuple

UNKNOWN: Final = "Unknown"
NEAR_DISTANCE: Final = 15_000
"""Maximum distance for "Near …", a run of two minutes."""
_CELLAR_DEPTH, _ROOF_HEIGHT = 500, 1500
"""Heights below and above the zone that count as inside: cellars and roofs. Dungeons lie deeper."""
_TILE_BITS: Final = 15  # a tile is 32,768 units wide


class Landmark(NamedTuple):
    """Bounding box of a town's zone, or a place: a point with a radius. `radius` below 0: only ever "near"."""

    name: str
    west: int
    east: int
    north: int
    south: int
    bottom: int = -(2**63)
    top: int = 2**63
    radius: int = 0

    def contains(self, x: int, y: int, z: int | None) -> bool:
        is_level = z is None or self.bottom - _CELLAR_DEPTH <= z <= self.top + _ROOF_HEIGHT
        return is_level and self.distance(x, y) <= self.radius

    def distance(self, x: int, y: int) -> float:
        """Returns the distance from the edge of the box: "Near …" reaches equally far for large and small towns."""
        return hypot(max(self.west - x, 0, x - self.east), max(self.north - y, 0, y - self.south))


def _place(name: str, x: int, y: int, radius: int = -1) -> Landmark:
    return Landmark(name, west=x, east=x, north=y, south=y, radius=radius)


TOWNS: Final = (
    Landmark("Dark Elven Village", west=7045, east=15801, north=13025, south=20689, bottom=-4700, top=-3600),
    Landmark("Talking Island Village", west=-87650, east=-81011, north=239666, south=246258, bottom=-3800, top=-3700),
    Landmark("Elven Village", west=42367, east=48364, north=46530, south=52912, bottom=-3600, top=-2750),
    Landmark("Orc Village", west=-47391, east=-42050, north=-117240, south=-109973, bottom=-400, top=-200),
    Landmark("Gludin Village", west=-84876, east=-77131, north=149139, south=156459, bottom=-3300, top=-3000),
    Landmark("Dwarven Village", west=112934, east=117762, north=-184246, south=-176767, bottom=-1600, top=-800),
    Landmark("Town of Gludio", west=-16537, east=-12024, north=121098, south=126470, bottom=-3200, top=-2900),
    Landmark("Town of Dion", west=15264, east=21415, north=141574, south=147640, bottom=-3250, top=-2600),
    Landmark("Giran Castle Town", west=77170, east=90430, north=141500, south=153600, bottom=-3800, top=-3300),
    Landmark("Town of Oren", west=78843, east=84143, north=52068, south=57179, bottom=-2250, top=-1400),
    Landmark("Hunters Village", west=113919, east=121631, north=73671, south=81804, bottom=-2800, top=-1500),
    Landmark("Town of Aden", west=143198, east=151403, north=19992, south=31511, bottom=-2700, top=-1900),
    Landmark("Town of Goddard", west=143335, east=152091, north=-59768, south=-51659, bottom=-3550, top=-2600),
    Landmark("Rune Township", west=32531, east=47150, north=-52045, south=-44815, bottom=-1200, top=3000),
    Landmark("Heine", west=106435, east=116220, north=216322, south=225992, bottom=-3800, top=-3400),
    Landmark("Floran Village", west=16529, east=18641, north=169398, south=170962, bottom=-3600, top=-3400),
    Landmark("Town of Schuttgart", west=83229, east=91477, north=-148688, south=-138913, bottom=-2350, top=-1200),
    Landmark("Primeval Isle", west=9290, east=12223, north=-27395, south=-22340, bottom=-4290, top=-1290),
)

# Rooms that cannot be reached on foot, in the north-west corner of the map.
_ROOMS: Final = (
    _place("Jail", -114356, -249645, 1200),
    _place("GM consultation room", -116059, -251145, 1000),
    _place("GM consultation room", -112959, -251147, 1000),
)
_STADIUMS: Final = frozenset((x, y) for x in (16, 17) for y in (10, 11)) | {(15, 10), (15, 11), (15, 12)}
_PARKING_HEIGHT: Final = -15_000
"""Packs keep bosses that are not in the world at -105200, -253104, -15264, below the stadiums."""
_RIFT: Final = (16, 12)

PLACES: Final = (
    _place("Abandoned Camp", -49853, 147089),
    _place("Abandoned Coal Mines", 139714, -177456),
    _place("Alligator Island", 115583, 192261),
    _place("Ancient Battleground", 106517, -2871),
    _place("Anghel Waterfall", 166182, 91560),
    _place("Ant Nest", -9959, 176184),
    _place("Antharas' Nest", 177615, 114941),
    _place("Bee Hive", 34475, 188095),
    _place("Blazing Swamp", 155310, -16339),
    _place("Breka's Stronghold", 85546, 131328),
    _place("Cave of Trials", 9340, -112509),
    _place("Coliseum", 146440, 46723, 4000),
    _place("Cruma Marshlands", 5106, 126916),
    _place("Cruma Tower", 17225, 114173),
    _place("Crypts of Disgrace", 47692, -115745),
    _place("Cursed Village", 62084, -40935),
    _place("Dark Forest", -22224, 14168),
    _place("Den of Evil", 68693, -110438),
    _place("Devil's Isle", 43408, 206881),
    _place("Devil's Pass", 106349, -61870),
    _place("Dragon Valley", 73024, 118485),
    _place("Elven Forest", 21362, 51122),
    _place("Elven Fortress", 29294, 74968),
    _place("Elven Ruins", -112367, 234703),
    _place("Enchanted Valley", 124904, 61992),
    _place("Enchanted Valley", 104426, 33746),
    _place("Execution Grounds", 50568, 152408),
    _place("Fellmere Harvesting Grounds", -63736, 101522),
    _place("Field of Silence", 87691, 162835),
    _place("Field of Whispers", 82192, 226128),
    _place("Fields of Massacre", 183543, -14974),
    _place("Forest of Mirrors", 142065, 81300),
    _place("Forest of the Dead", 52107, -54328),
    _place("Forge of the Gods", 169018, -116303),
    _place("Forgotten Temple", -53001, 191425),
    _place("Forsaken Plains", 168217, 37990),
    _place("Fortress of Resistance", 47382, 111278),
    _place("Four Sepulchers", 178127, -84435),
    _place("Frost Lake", 107577, -122392),
    _place("Frozen Waterfall", 8652, -139941),
    _place("Garden of Eva", 84413, 234334),
    _place("Garden of Wild Beasts", 132997, -60608),
    _place("Giant's Cave", 183985, 61424),
    _place("Giran Arena", 73579, 142709, 2000),
    _place("Giran Harbor", 47938, 186864, 3500),
    _place("Gludin Arena", -87328, 142266, 2000),
    _place("Gorgon Flower Garden", 113553, 134813),
    _place("Grave Robber Hideout", 44221, -114232),
    _place("Hardin's Private Academy", 105918, 109759),
    _place("Hot Springs", 144880, -113468),
    _place("Hunters Valley", 114306, 86573),
    _place("Ice Merchant Cabin", 113903, -108752),
    _place("Immortal Plateau", -10983, -117484),
    _place("Immortal Plateau", -4190, -80040),
    _place("Imperial Tomb", 186699, -75915),
    _place("Ivory Tower", 85391, 16228),
    _place("Ketra Orc Outpost", 146990, -67128),
    _place("Langk Lizardman Dwellings", -44763, 203497),
    _place("Lair of Valakas", 212852, -114842),
    _place("Mithril Mines", 171946, -173352),
    _place("Monastery of Silence", 106414, -87799),
    _place("Neutral Zone", -10612, 75881),
    _place("Obelisk of Victory", -99586, 237637),
    _place("Olympiad Stadium", -20814, -21189, 2500),
    _place("Orc Barracks", -89763, 105359),
    _place("Outlaw Forest", 91539, -12204),
    _place("Pavel Ruins", 91280, -117152),
    _place("Plains of Dion", 630, 179184),
    _place("Plains of Glory", 135580, 19467),
    _place("Plains of the Lizardmen", 87252, 85514),
    _place("Plunderous Plains", 111965, -154172),
    _place("Ruins of Agony", -41248, 122848),
    _place("Ruins of Despair", -19120, 136816),
    _place("Sea of Spores", 64328, 26803),
    _place("Seal of Shilen", 184742, 19745),
    _place("Shrine of Loyalty", 191257, -59388),
    _place("Silent Valley", 170838, 55776),
    _place("Singing Waterfall", -111728, 244330),
    _place("Spider Nest", -61095, 75104),
    _place("Swamp of Screams", 69340, -50203),
    _place("Swampland", -21966, 40544),
    _place("Tanor Canyon", 60374, 164301),
    _place("Tower of Insolence", 114649, 11115),
    _place("Valley of Saints", 65307, -71445),
    _place("Varka Silenos Stronghold", 125740, -40864),
    _place("Wall of Argos", 165054, -47861),
    _place("War-Torn Plains", 156898, 11217),
    _place("Wastelands", -16526, 208032),
    _place("Wild Beast Pastures", 43805, -88010),
    _place("Windawood Manor", -28327, 155125),
    _place("Windmill Hill", -75437, 168800),
    _place("Windy Hill", -88539, 83389),
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


def _index() -> dict[tuple[int, int], list[Landmark]]:
    """Returns the towns and places that may be near a point, by the tile of the point."""
    index: dict[tuple[int, int], list[Landmark]] = {}
    for landmark in (*TOWNS, *PLACES):
        first = _tile(landmark.west - NEAR_DISTANCE, landmark.north - NEAR_DISTANCE)
        last = _tile(landmark.east + NEAR_DISTANCE, landmark.south + NEAR_DISTANCE)
        for tile in product(range(first[0], last[0] + 1), range(first[1], last[1] + 1)):
            index.setdefault(tile, []).append(landmark)
    return index


_LANDMARKS: Final = _index()


@lru_cache(4096)
def location(x: int | None, y: int | None, z: int | None) -> str:
    """Returns the name; "Unknown" off the map and for unrecorded coordinates (NULL or 0, 0, 0)."""
    if x is None or y is None or (x, y, z or 0) == (0, 0, 0) or (z or 0) < _PARKING_HEIGHT:
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
