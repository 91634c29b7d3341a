"""Content that claims nothing: the folder that `gateway content init` and `gateway install` write."""

import inspect
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from gateway.features.site_content import downloads, media, server_info, site_texts
from gateway.features.site_content.content_store import FILES, PICTURES
from gateway.features.site_content.downloads import (
    Downloads,
    Help,
    InstallationGuide,
    Requirements,
    SystemRequirements,
)
from gateway.features.site_content.server_info import (
    Castle,
    General,
    Olympiad,
    PremiumRates,
    Rates,
    ServerInfo,
    Sieges,
)

UNKNOWN: Final = "-"
"""A text that the operator has yet to write."""
CASTLES: Final = ("Aden", "Dion", "Giran", "Gludio", "Goddard", "Innadril", "Oren", "Rune", "Schuttgart")

SITE: Final = """\
name = "Interlude server"              # of the header, titles and mails
game = "Lineage 2 Interlude"           # follows the name in titles; add your rates
tagline = "A fan-run Interlude server."
description = "A fan-run Interlude server: live status, rankings and the client to download."
credit = ""                            # last line of the footer
email = ""                             # empty texts and links are not shown
logo = ""                              # a picture such as "/pictures/logo.svg"; empty: the page's own
wordmark = ""                          # the name as a picture; empty: the name as text
favicon = ""
accent = ""                            # "#rrggbb", for buttons, links and lines; empty: gold

[hero]
title = "An Interlude server."
text = "Create an account, download the client and log in."

[coins]
singular = "Coin"
plural = "Coins"

[links]
support = ""
bugs = ""
contact = ""

# [[header_links]]                     also [[footer_links]]
# label = "Forum"
# url = "https://forum.example"
"""
T = TypeVar("T", bound=msgspec.Struct)


def write(folder: Path) -> None:
    """Creates the folder. Raises OSError, also if it exists."""
    folder.mkdir()
    for part in (PICTURES, FILES):
        (folder / part).mkdir()
    for name, data in ((server_info.FILE, _info()), (downloads.FILE, _downloads())):
        (folder / name).write_bytes(msgspec.json.format(msgspec.json.encode(data), indent=2) + b"\n")
    (folder / media.FILE).write_text("[]\n", encoding="utf-8")
    (folder / site_texts.FILE).write_text(SITE, encoding="utf-8")


def unknown_values(data: ServerInfo | Downloads) -> int:
    """Returns how many texts the operator has yet to write."""
    return msgspec.json.encode(data).count(b'"%s"' % UNKNOWN.encode())


def _info() -> ServerInfo:
    castles = [Castle(name, "Available", UNKNOWN, 0, 0) for name in CASTLES]
    return ServerInfo(
        general=General("Interlude", UNKNOWN, 0),
        rates=_unknown(Rates),
        premium_rates=_unknown(PremiumRates),
        enchant=[],
        olympiad=_unknown(Olympiad),
        sieges=_unknown(Sieges),
        events=[],
        bosses=[],
        castles=castles,
        farm_zones=[],
    )


def _downloads() -> Downloads:
    requirements = SystemRequirements(_unknown(Requirements), _unknown(Requirements))
    return Downloads([], requirements, InstallationGuide([], Help(UNKNOWN, "/", "/")))


def _unknown(shape: type[T]) -> T:
    """Returns a record of texts and numbers without a claim."""
    types = inspect.get_annotations(shape, eval_str=True)
    return shape(*(0 if types[name] is int else UNKNOWN for name in shape.__struct_fields__))
