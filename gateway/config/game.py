"""The section `game`: how the game's tables are read."""

from typing import Annotated

import msgspec


class Game(msgspec.Struct, frozen=True, kw_only=True):
    views: Annotated[
        str, "Your own file of views, for `gateway install`; relative to the configuration file; empty: the family's."
    ] = ""
