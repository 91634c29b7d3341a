"""Tables of the world that cannot be read; bosses: kills without killers or a row, delays, and names without a boss;
sieges and castles: what the content announces otherwise than the game has it.
"""

import time
from collections.abc import Mapping, Sequence
from datetime import tzinfo
from typing import Final

import msgspec

from gateway.concurrency.durations import DAY
from gateway.database.error_hints import DAMAGED_TABLE
from gateway.database.errors import CRASHED_TABLE
from gateway.database.queries import Query, query
from gateway.doctor.context import DoctorContext
from gateway.doctor.findings import Finding, advice, bad, ok
from gateway.extras import world_events
from gateway.extras.world import announced_sieges, boss_answers, game_tables
from gateway.extras.world.boss_variants import merge_rows
from gateway.extras.world.facts import BOSSES
from gateway.extras.world.reading import BossRow, CastleRow
from gateway.extras.world.settings import WorldSettings
from gateway.features.site_content import content_store
from gateway.features.site_content.content_files import ContentError
from gateway.features.site_content.server_info import ServerInfo
from gateway.game.families import Family
from gateway.install.names import quote_name
from gateway.install.spawn_names import SPAWN_NAMES
from gateway.texts import text

_SECONDS: Final = 7 * DAY
_KILLS: Final = 500
_FEW: Final = 5
"""Fewer kills say nothing: guards and administrators kill bosses too."""
_LONG_RESPAWN_SECONDS: Final = 4 * 3600
_NAMES: Final = 1000
_SHOWN: Final = 10


class SpawnName(msgspec.Struct, frozen=True):
    name: str


LONG_RESPAWNS = query("world.long_respawns", SpawnName)


async def check(context: DoctorContext) -> list[Finding]:
    errors = await game_tables.unreadable_tables(context.db.game) if context.answers("game") else {}
    findings = [
        bad(
            text("doctor.world.unreadable", part=field, error=str(error)),
            DAMAGED_TABLE if error.code in CRASHED_TABLE else text("doctor.world.repair"),
        )
        for field, error in errors.items()
    ]
    rows = [] if "bosses" in errors else await _check_rows(context)
    sieges = [] if {"castles", "clans"} & errors.keys() else await _check_sieges(context)
    return [*findings, *await _check_kills(context), *rows, *await _check_spawn_names(context), *sieges]


async def _check_rows(context: DoctorContext) -> list[Finding]:
    if not context.answers("game") or "bosses" in context.report.broken_views:
        return []
    delays = context.settings.of(WorldSettings).respawn_delays
    rows = await context.db.game.read(game_tables.BOSSES, limit=game_tables.SMALL)
    rows = merge_rows(game_tables.with_delays(rows, delays), time.time())
    return [windows_finding(rows, context.family_key), *unnamed_findings(rows)] if rows else []


def windows_finding(rows: list[BossRow], family: str) -> Finding:
    """Returns how many bosses have a respawn window."""
    count = sum(boss_answers.delays_of(row, family) is not None for row in rows)
    if count == len(rows):
        return ok(text("doctor.world.windows", bosses=count))
    return ok(text("doctor.world.some_windows", known=count, bosses=len(rows)))


def unnamed_findings(rows: Sequence[BossRow]) -> list[Finding]:
    """Returns bosses of which the site knows the id alone."""
    ids = sorted(row.boss_id for row in rows if row.boss_id not in BOSSES)
    if not ids:
        return []
    return [ok(text("doctor.world.unnamed", bosses=len(ids), ids=_first_of([*map(str, ids)])))]


async def _check_spawn_names(context: DoctorContext) -> list[Finding]:
    """Finds names of `spawn_data` that look like those of bosses; needs an administrator."""
    admin, schema = context.admins.get("game"), context.tables.schemas.get("game", "")
    columns = context.tables.columns("game").get("spawn_data", set())
    if admin is None or not {"name", "status", "respawn_time"} <= columns:
        return []
    table = f"FROM {quote_name(schema)}.spawn_data"
    sql = LONG_RESPAWNS.sql.replace("FROM spawn_data", table.replace("%", "%%"))
    after = int((time.time() + _LONG_RESPAWN_SECONDS) * 1000)
    names = await admin.read(
        Query(name=LONG_RESPAWNS.name, sql=sql, args=LONG_RESPAWNS.args, row=SpawnName), after=after, limit=_NAMES
    )
    return spawn_name_findings([row.name for row in names])


def spawn_name_findings(names: Sequence[str]) -> list[Finding]:
    """`names`: of dead NPCs that return as late as bosses do."""
    unknown = [name for name in names if name.lower() not in SPAWN_NAMES]
    if not unknown:
        return []
    message = text("doctor.world.spawns", npcs=len(unknown), names=_first_of(unknown))
    return [advice(message, text("doctor.world.spawns_do"))]


def _first_of(names: Sequence[str]) -> str:
    return ", ".join(names[:_SHOWN]) + (" …" if len(names) > _SHOWN else "")


async def _check_sieges(context: DoctorContext) -> list[Finding]:
    """Compares the operator's own content; a site without it shows sample content, as the topic `content` says."""
    if not context.answers("game") or not context.settings.content.folder:
        return []
    if {"castles", "clans"} & set(context.report.broken_views):
        return []
    try:
        content = content_store.load(content_store.content_folder(context.settings))
    except ContentError:  # the topic `content` names it
        return []
    castles = await context.db.game.read(game_tables.SMALL_TABLES["castles"], limit=game_tables.SMALL)
    owners = {clan.castle_id: clan.name for clan in await game_tables.read_clans(context.db.game) if clan.castle_id}
    infos = [content.texts.info, *(texts.info for texts in content.translations.values())]
    return siege_findings(infos, castles, owners, context.settings.server.zone, time.time())


def siege_findings(
    infos: Sequence[ServerInfo], castles: Sequence[CastleRow], owners: Mapping[int, str], zone: tzinfo, now: float
) -> list[Finding]:
    """`infos`: the content in all languages. `owners`: castle → name of the clan that holds it."""
    sieges: dict[str, list[str]] = {}
    for info in infos:
        sieges |= announced_sieges.other_times(info, castles, zone, now)
    findings = [
        advice(
            text("doctor.world.siege_times", announced=announced, sieges=", ".join(moments)),
            text("doctor.world.siege_times_do"),
        )
        for announced, moments in sieges.items()
    ]
    tables = [announced_sieges.other_owners(info.castles or (), owners) for info in infos]
    if differences := list(dict.fromkeys(castle for table in tables for castle in table)):
        message = text("doctor.world.castle_owners", castles=", ".join(differences))
        findings.append(advice(message, text("doctor.world.castle_owners_do")))
    if castles and not findings:
        return [ok(text("doctor.world.sieges"))]
    return findings


async def _check_kills(context: DoctorContext) -> list[Finding]:
    if not context.answers("site"):
        return []
    now = int(time.time())
    events = await world_events.of_period(
        context.db.site, now, ["boss_killed", "boss_points"], now - _SECONDS, now, _KILLS
    )
    kills = [event for event in events if event.kind == "boss_killed"]
    named_kills = sum(bool(kill.details["killers"]) for kill in kills)
    return [
        killers_finding(named_kills, len(kills)),
        *row_findings(len(events) - len(kills), len(kills), context.family),
    ]


def killers_finding(named_kills: int, kills: int) -> Finding:
    killers = text("doctor.world.killers", named=named_kills, kills=kills)
    if kills < _FEW or 2 * named_kills >= kills:
        return ok(killers)
    return advice(text("doctor.world.few_killers", killers=killers), text("doctor.world.few_killers_do"))


def row_findings(unconfirmed_kills: int, kills: int, family: Family | None) -> list[Finding]:
    """`unconfirmed_kills`: raid points that no row of a boss has followed."""
    if unconfirmed_kills < _FEW or unconfirmed_kills < kills:
        return []
    message = text("doctor.world.no_rows", unconfirmed=unconfirmed_kills, kills=unconfirmed_kills + kills)
    setting = family.boss_status_setting if family else None
    remedy = text("doctor.world.no_rows_set", setting=setting) if setting else text("doctor.world.no_rows_do")
    return [advice(message, remedy)]
