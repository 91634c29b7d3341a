"""GET /api/admin/accounts/{login}/moderation: blocks on the site so far, and the words that ban in the game.

The site never writes into the game's tables to ban: it would let the service choose an access level.
"""

from collections.abc import Sequence
from typing import Final, Literal

import msgspec
from litestar.handlers import HTTPRouteHandler
from msgspec import Struct

from gateway.administration.players.account import PlayerReader
from gateway.administration.players.sources import Login, PlayerSources
from gateway.administration.routes import get
from gateway.administration.sessions import Operator
from gateway.database.database import Database, DatabaseUnavailable
from gateway.database.queries import query
from gateway.features.characters.repository import OwnedCharacter
from gateway.game.ban_commands import PUNISHES_ACCOUNTS_BY_NAME, BanCommand, commands, is_typeable_account
from gateway.http.errors import NotFound, Problem

_ROWS: Final = 20


class BlockStep(Struct, frozen=True, kw_only=True):
    """`at` and `until`: epoch seconds. `until` null: it had no end. `is_block` false: a block was lifted."""

    at: int
    operator: str
    reason: str
    is_block: bool
    until: int | None


class Moderation(Struct, frozen=True, kw_only=True):
    """`steps`: blocks on the site and their ends, the newest first. `family`: of the game's pack.

    `commands`: for a game master. `without_account`: why there are none for the account itself: its name cannot be
    typed, or is that of a character of another account, which the game would ban.
    """

    steps: list[BlockStep]
    family: str
    commands: list[BanCommand]
    without_account: Literal["odd_name", "same_name"] | None


class _BlockRow(Struct, frozen=True):
    at: int
    operator: str
    command: str
    reason: str
    new_values: str | None


class _BlockValues(Struct, frozen=True):
    until: int | None = None


BLOCKS: Final = query("admin_players.blocks", _BlockRow)


async def block_steps(site: Database, login: str) -> list[BlockStep]:
    return [
        BlockStep(
            at=row.at,
            operator=row.operator,
            reason=row.reason,
            is_block=row.command == "block",
            until=msgspec.json.decode(row.new_values, type=_BlockValues).until if row.new_values else None,
        )
        for row in await site.read(BLOCKS, subject=f"account:{login}", limit=_ROWS)
    ]


class ModerationReader:
    def __init__(self, sources: PlayerSources, reader: PlayerReader) -> None:
        self._sources, self._reader = sources, reader

    async def read(self, login: str) -> Moderation:
        """Raises NotFound, SiteUnavailable while the family is not known, and DatabaseUnavailable."""
        await self._reader.require(login)
        family = await self._sources.accounts.family()
        characters = await self._characters(login)
        reason = self._reason(family.key, login, characters)
        return Moderation(
            steps=await block_steps(self._sources.site, login),
            family=family.title,
            commands=commands(family.key, "" if reason else login, [row.name for row in characters]),
            without_account=reason,
        )

    def _reason(
        self, family: str, login: str, characters: Sequence[OwnedCharacter]
    ) -> Literal["odd_name", "same_name"] | None:
        if not is_typeable_account(login):
            return "odd_name"
        snapshot = self._sources.snapshots.current
        if family in PUNISHES_ACCOUNTS_BY_NAME or snapshot is None:
            return None
        owned_names = {row.name.casefold() for row in characters}
        return "same_name" if len(snapshot.rows_named(login)) and login.casefold() not in owned_names else None

    async def _characters(self, login: str) -> list[OwnedCharacter]:
        """Returns none while the game cannot be read."""
        try:
            return await self._sources.characters.all_owned(login)
        except (DatabaseUnavailable, Problem):
            return []


def routes(reader: ModerationReader) -> list[HTTPRouteHandler]:
    @get("/api/admin/accounts/{login:str}/moderation", NotFound, permission="players.read")
    async def get_moderation(operator: Operator, login: Login) -> Moderation:
        """Blocks of the account on the site, and the words that ban it in the game."""
        return await reader.read(login.lower())

    return [get_moderation]
