"""Places of the world in a reader's language."""

from typing import Final

from gateway.texts import read

_NEAR: Final = "Near "
_TERRITORY: Final = " territory"


def place_name(language: str, place: str) -> str:
    """Returns a place of `gateway.game.regions` in `language`; names of places are the game's own."""
    if place.startswith(_NEAR):
        return read(language, "game.near", place=place.removeprefix(_NEAR))
    if place.endswith(_TERRITORY):
        return read(language, "game.territory", place=place.removesuffix(_TERRITORY))
    return place
