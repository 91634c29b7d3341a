"""The characters of an account, read from the live game by key."""

from gateway.characters.handlers import routes
from gateway.characters.reading import CharacterRow, moment, one_owned, owned

__all__ = ["CharacterRow", "moment", "one_owned", "owned", "routes"]
