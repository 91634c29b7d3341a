"""The rows of the history about an account. They have a keyed hash of the login."""

from typing import Final

from msgspec import Struct

from gateway.database.database import Database, Session
from gateway.database.queries import query
from gateway.extras.history import storage
from gateway.extras.history.command import ERASE, EXPIRE_GAINS
from gateway.registration.personal_data import Owner, PersonalRow, PersonalTables
from gateway.world_snapshot.account_index import AccountHash


class CharacterOfAccount(Struct, frozen=True):
    character_id: int


CHARACTERS = query("history.characters_of", CharacterOfAccount)


async def _by_hash(site: Database, login: str) -> Owner:
    return {"login": login, "account_hash": int(AccountHash(await storage.account_key(site))([login])[0])}


async def _erase(session: Session, owner: Owner) -> None:
    for row in await session.read(CHARACTERS, account_hash=owner["account_hash"]):
        await session.write(ERASE, character_id=row.character_id)
    await session.write(EXPIRE_GAINS)


PERSONAL_DATA: Final = PersonalTables(
    statements={
        "character_samples": query("history.personal_samples", PersonalRow),
        "characters": query("history.personal_characters", PersonalRow),
        "character_days": query("history.personal_days", PersonalRow),
        "milestones": query("history.personal_milestones", PersonalRow),
        "character_changes": query("history.personal_changes", PersonalRow),
    },
    find_owner=_by_hash,
    erase=_erase,
)
