"""Small worlds with hostile names, and the definition of the rankings in plain words."""

import unicodedata
from dataclasses import dataclass
from typing import NamedTuple

from hypothesis import strategies as st

from gateway.game.classes import class_name, race_name
from gateway.world_snapshot.build import Builder
from gateway.world_snapshot.columns import CharacterRow, RankingRow
from gateway.world_snapshot.name_table import NameTable
from gateway.world_snapshot.snapshot import Filters, Kind, Snapshot
from gateway.world_snapshot.visibility import ALL_PUBLIC, HIDDEN_NAME, PrivacyLevels, ShownCharacter

HOSTILE = [
    *["<script>", "'; --", "100%", "_x_", "a\\b", "😀a😀", "Ｗ" * 16, "مرحبا", "Привет", "STRASSE", "straße"],
    *[
        "e\u0301clair",
        "Éclair",
        "ǰ",
        "İi",
        "ΣΊΣΥΦΟΣ",
        "ﬁn",
        "\0",
        "a\0b",
        "\ufffd",
        "",
        " ",
        "\u202egnp",
        "a\u200bdmin",
        "\u200b",
        "a\u2028b",
        "x" * 60,
        "aaa",
        "AaAa",
        "ÿ\xff",
    ],
]
HIDDEN_CHARACTER = ShownCharacter(HIDDEN_NAME, None, "hidden")
letters = st.one_of(st.sampled_from("aAbBéÉe\u0301ßsS%_\\😀Ｗ\0İi"), st.characters(exclude_categories=("Cs",)))
names = st.one_of(st.sampled_from(HOSTILE), st.text(letters, max_size=16))


class Character(NamedTuple):
    character_id: int
    account_name: str
    name: str
    level: int = 1
    class_id: int = 0
    race: int = 0
    clan_id: int = 0
    pvp_kills: int = 0
    pk_kills: int = 0
    online: int = 0
    ranked: int = 1
    exp: int = 0
    playtime: int = 0
    noble: int = 0
    trader: int = 0

    @property
    def values(self) -> tuple[int | str, ...]:
        flags = (self.race + 1) * 32 + self.trader * 8 + self.noble * 4 + self.online * 2 + self.ranked
        row = {**self._asdict(), "flags": flags}
        return tuple(row[field] for field in CharacterRow.__struct_fields__)


@dataclass
class World:
    characters: list[Character]
    clans: list[tuple[int, str]]

    def snapshot(
        self,
        range_rows: int = 3,
        table: NameTable | None = None,
        taken_at: float = 1_700_000_000.5,
        privacy: PrivacyLevels = ALL_PUBLIC,
    ) -> Snapshot:
        builder = Builder(b"key", privacy=privacy)
        for first in range(0, len(self.characters), range_rows):
            builder.add([character.values for character in self.characters[first : first + range_rows]])
        return builder.finish([(*clan, 3, -5, 0, 0, 0, "") for clan in self.clans], taken_at, table)


def pack_and_unpack(snapshot: Snapshot) -> Snapshot:
    """The snapshot as another process gets it."""
    table = snapshot.names.table
    assert table
    return Snapshot.unpack(pack(snapshot), {table.id: NameTable.unpack(pack(table))}.__getitem__)


def pack(source: Snapshot | NameTable) -> memoryview:
    return memoryview(b"".join(source.chunks()))


@st.composite
def worlds(draw: st.DrawFn) -> World:
    ids = sorted(draw(st.sets(st.integers(0, 2**31), max_size=12)))
    characters = [
        Character(
            character_id,
            draw(st.sampled_from(["demo", "Demo", "demo ", "DEMO2", "ünï", "straße", "strasse", ""])),
            draw(names),
            draw(st.sampled_from([1, 20, 40, 80, 85, 300])),
            draw(st.sampled_from([0, 10, 57, 118, 60, 1000])),
            draw(st.sampled_from([0, 4, 4, 7, -1])),
            draw(st.sampled_from([0, 1, 2, 9])),
            draw(st.sampled_from([0, 0, 5, 300, 2**40])),
            draw(st.sampled_from([0, 1, 70_000])),
            draw(st.integers(0, 1)),
            draw(st.sampled_from([1, 1, 1, 0])),
        )
        for character_id in ids
    ]
    return World(characters, [(1, draw(names)), (2, "Клан"), (5, "Unused")])


def case_folded(text: str) -> str:
    """The rule in other words; a search does not tell NUL from U+FFFD."""
    nfc = unicodedata.normalize("NFC", text)
    return unicodedata.normalize("NFC", nfc.casefold()).replace("\0", "\ufffd")


def shown(text: str) -> str:
    """The rule of public texts in other words."""
    letters = [" " if unicodedata.category(letter) in {"Zs", "Zl", "Zp"} else letter for letter in text]
    visible_text = "".join(letter for letter in letters if not unicodedata.category(letter).startswith("C"))
    return visible_text[:50] if visible_text or not text else "\ufffd"


def ranked_characters(world: World, kind: Kind) -> list[Character]:
    def score(row: Character) -> int:
        return row.pvp_kills if kind == "pvp" else row.pk_kills

    rows = [row._replace(name=shown(row.name)) for row in world.characters if row.ranked]
    return sorted(rows, key=lambda row: (-score(row), row.character_id))


def expected_rows(world: World, kind: Kind, filters: Filters) -> list[RankingRow]:
    clans = {clan_id: shown(name) for clan_id, name in world.clans}

    def race(row: Character) -> int:
        return row.race if row.race >= 0 else {57: 4, 118: 4}.get(row.class_id, 0)

    return [
        RankingRow(
            rank,
            row.name,
            row.level,
            row.class_id,
            class_name(row.class_id),
            race(row),
            race_name(race(row)),
            clans.get(row.clan_id) or None,
            row.pvp_kills if kind == "pvp" else row.pk_kills,
            row.online == 1,
            row.character_id,
            "public",
            row.clan_id if clans.get(row.clan_id) else None,
        )
        for rank, row in enumerate(ranked_characters(world, kind), 1)
        if (not filters.search_name or case_folded(filters.search_name) in case_folded(row.name))
        and (filters.race is None or race(row) == filters.race)
        and (filters.class_id is None or row.class_id == filters.class_id)
        and (filters.min_level is None or row.level >= filters.min_level)
        and (filters.max_level is None or row.level <= filters.max_level)
        and (not filters.online_only or row.online)
    ]


all_filters = st.builds(
    Filters,
    search_name=st.one_of(st.just(""), names, st.text(letters, max_size=3)),
    race=st.sampled_from([None, None, 0, 4]),
    class_id=st.sampled_from([None, None, 0, 118]),
    min_level=st.sampled_from([None, None, 1, 40]),
    max_level=st.sampled_from([None, None, 40, 85]),
    online_only=st.sampled_from([False, False, True]),
)
KINDS: tuple[Kind, Kind] = ("pvp", "pk")
kinds = st.sampled_from(KINDS)


def people(*people_names: str) -> World:
    return World([Character(number, "a", name) for number, name in enumerate(people_names)], [])
