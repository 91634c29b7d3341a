"""Privacy levels and hidden texts in the site schema, and the copy of a process."""

import time
from typing import Final, Literal, get_args

import structlog
from msgspec import Struct

from gateway.database.database import Database, DatabaseError, Session
from gateway.database.queries import query
from gateway.features.operators import operator_log
from gateway.observability.logging import RateLimitedLogger
from gateway.world_snapshot.visibility import LEVELS, Privacy, PrivacyLevels

HiddenKind = Literal["name", "title", "crest"]
HIDDEN_KINDS: Final[tuple[HiddenKind, ...]] = get_args(HiddenKind)

POLL_SECONDS: Final = 2.0
RECENT_SECONDS: Final = 600
"""Age up to which a change is applied to the snapshot of now, which may be older."""
_PAGE: Final = 2000
_MAX_RECENT: Final = 5000

log = RateLimitedLogger(structlog.stdlib.get_logger("gateway.privacy"))


class ChosenLevel(Struct, frozen=True):
    login: str
    level: Privacy


class OwnLevel(Struct, frozen=True):
    level: Privacy
    changed_at: int


class HiddenText(Struct, frozen=True):
    """`name`: of the character, or of the clan for a crest."""

    kind: HiddenKind
    name: str
    operator: str
    at: int


CHOSEN_LEVELS = query("privacy.chosen_levels", ChosenLevel)
RECENT = query("privacy.recent", ChosenLevel)
OF_ACCOUNT = query("privacy.of_account", OwnLevel)
CHOOSE = query("privacy.choose", None)
HIDDEN_TEXTS = query("privacy.hidden_texts", HiddenText)
HIDE = query("privacy.hide", None)
SHOW_AGAIN = query("privacy.show_again", None)


async def own_level(site: Database, login: str) -> OwnLevel | None:
    return await site.one(OF_ACCOUNT, account=login)


async def choose(site: Database, login: str, level: Privacy) -> None:
    await site.write(CHOOSE, account=login, level=level, at=int(time.time()))


async def chosen_levels(site: Database, default: Privacy) -> dict[Privacy, list[str]]:
    """Returns the logins of accounts whose level is not the default, by level."""
    logins: dict[Privacy, list[str]] = {level: [] for level in LEVELS}
    last_login = ""
    while True:
        page = await site.read(CHOSEN_LEVELS, default=default, after=last_login, limit=_PAGE)
        for row in page:
            logins[row.level].append(row.login)
        if len(page) < _PAGE:
            return {level: names for level, names in logins.items() if names}
        last_login = page[-1].login


async def hidden_texts(site: Database) -> list[HiddenText]:
    return await site.read(HIDDEN_TEXTS)


async def hide(session: Session, text: HiddenText) -> bool:
    """Returns False, and changes nothing, if the text is hidden already."""
    if any((row.kind, row.name) == (text.kind, text.name) for row in await session.read(HIDDEN_TEXTS)):
        return False
    await session.write(HIDE, kind=text.kind, name=text.name, operator=text.operator, at=text.at)
    await operator_log.record(session, f"{text.kind}:{text.name}")
    return True


async def show_again(session: Session, kind: HiddenKind, name: str) -> int:
    """Returns the number of texts that were hidden."""
    count = await session.write(SHOW_AGAIN, kind=kind, name=name)
    if count:
        await operator_log.record(session, f"{kind}:{name}")
    return count


class PrivacyStore:
    """Hidden texts and the changes of the last minutes, as this process knows them. The rest is in the snapshot."""

    def __init__(self, site: Database, default: Privacy) -> None:
        self._site = site
        self._default: Privacy = default
        self._levels: PrivacyLevels | None = None
        self.recent: dict[str, Privacy] = {}
        """Levels that accounts have just chosen, by login."""
        self.hidden: frozenset[tuple[HiddenKind, str]] = frozenset()
        self.version = 0
        """Changes with `recent` and `hidden`."""

    async def refresh(self) -> None:
        """Raises DatabaseError: what was read before holds."""
        rows = await self._site.read(RECENT, since=int(time.time()) - RECENT_SECONDS, limit=_MAX_RECENT)
        texts = await hidden_texts(self._site)
        recent: dict[str, Privacy] = {row.login: row.level for row in rows}
        hidden: frozenset[tuple[HiddenKind, str]] = frozenset((text.kind, text.name) for text in texts)
        if (recent, hidden) != (self.recent, self.hidden):
            self.recent, self.hidden = recent, hidden
            self.version += 1

    async def levels(self) -> PrivacyLevels:
        """Returns all levels, for a snapshot. While they cannot be read, the last ones hold; without any, all
        characters are hidden."""
        try:
            logins = await chosen_levels(self._site, self._default)
            names = [text.name for text in await hidden_texts(self._site) if text.kind == "name"]
        except DatabaseError as error:
            log.warning("privacy_not_read", reason=str(error))
            return self._levels or PrivacyLevels("hidden")
        self._levels = PrivacyLevels(self._default, logins, names)
        return self._levels
