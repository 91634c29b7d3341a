"""The characters of an account, read from the live game by key."""

from gateway.features.characters.handlers import feature
from gateway.features.characters.repository import CharacterBrief, CharacterRepository, OwnedCharacter, moment

__all__ = ["CharacterBrief", "CharacterRepository", "OwnedCharacter", "feature", "moment"]
