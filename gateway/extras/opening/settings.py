"""The section `opening`: the folder of the countdown page."""

from typing import Annotated

import msgspec

from gateway.config.kinds import File


class OpeningSettings(msgspec.Struct, frozen=True, kw_only=True):
    folder: Annotated[
        str,
        File(),
        "Folder from which the proxy serves the countdown page; the service writes and removes it; empty: none.",
    ] = ""


SECTION = OpeningSettings
