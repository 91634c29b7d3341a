"""The characters of an account, read from the live game by key."""

from gateway.features.characters.handlers import routes
from gateway.features.characters.repository import (
    CharacterBrief,
    CharacterRow,
    briefs,
    moment,
    one_brief,
    one_owned,
    owned,
)

__all__ = ["CharacterBrief", "CharacterRow", "briefs", "moment", "one_brief", "one_owned", "owned", "routes"]
