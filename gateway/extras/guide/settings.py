"""The section `guide`: the file of items and monsters."""

from typing import Annotated

import msgspec

from gateway.config.kinds import File


class GuideSettings(msgspec.Struct, frozen=True, kw_only=True):
    file: Annotated[
        str,
        File(),
        "File of items and monsters, of `gateway datapack import`; relative to this file; empty: none.",
    ] = ""


SECTION = GuideSettings
