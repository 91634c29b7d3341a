"""The section `votes`: the vote sites that pay coins."""

import re
from ipaddress import ip_address
from typing import Annotated
from urllib.parse import urlsplit

import msgspec

from gateway.config.kinds import Secret

SITE_NAMES = (
    "gtop100",
    "hopzone_eu",
    "l2jbrasil",
    "topg",
    "top100arena",
    "xtremetop100",
    "l2topzone",
    "itopz",
    "l2network",
)
SECRET_MIN = 32

_SITE = re.compile(r"([a-z0-9_]+):([A-Za-z0-9_./-]{1,120}):([1-9][0-9]{0,4})")
_KEY = re.compile(r"([a-z0-9_]+):([!-~]{1,200})")


class ConfiguredSite(msgspec.Struct, frozen=True, kw_only=True):
    """`id`: of our server at the site. `key`: empty if the site needs none."""

    name: str
    id: str
    coins: int
    key: str
    sends_address: bool


class VoteSettings(msgspec.Struct, frozen=True, kw_only=True):
    sites: Annotated[tuple[str, ...], "Vote sites that pay coins, as name:id:coins; comma separated."] = ()
    keys: Annotated[tuple[str, ...], Secret(), "Our keys at the sites, as name:key; comma separated."] = ()
    send_address: Annotated[
        tuple[str, ...], "Sites that may get the player's address; those that need it are off otherwise."
    ] = ()
    secret: Annotated[str, Secret(), "Signs the players' vote links and the addresses of callbacks."] = ""
    trial_origin: Annotated[str, "Origin on this machine that replaces all sites, for trials."] = ""

    def __post_init__(self) -> None:
        names = [site.name for site in self.configured_sites]
        for key, values in (("sites", names), ("keys", list(self._keys)), ("send_address", self.send_address)):
            if unknown := set(values) - set(SITE_NAMES):
                raise ValueError(f"{key}: unknown site {min(unknown)!r}; known: {', '.join(SITE_NAMES)}")
        if len(set(names)) < len(names):
            raise ValueError("sites: a site is configured twice")
        if (self.secret and len(self.secret) < SECRET_MIN) or (names and not self.secret):
            raise ValueError(f"secret: expected at least {SECRET_MIN} characters")
        if self.trial_origin and not _is_local(self.trial_origin):
            raise ValueError("trial_origin: expected an origin such as http://127.0.0.1:8080")

    @property
    def _keys(self) -> dict[str, str]:
        matches = [_KEY.fullmatch(text) for text in self.keys]
        if not all(matches):
            raise ValueError("keys: expected name:key")
        return {match[1]: match[2] for match in matches if match}

    @property
    def configured_sites(self) -> list[ConfiguredSite]:
        """Raises ValueError."""
        matches = [_SITE.fullmatch(text) for text in self.sites]
        if not all(matches):
            raise ValueError("sites: expected name:id:coins, as topg:12345:2")
        keys = self._keys
        return [
            ConfiguredSite(
                name=match[1],
                id=match[2],
                coins=int(match[3]),
                key=keys.get(match[1], ""),
                sends_address=match[1] in self.send_address,
            )
            for match in matches
            if match
        ]


def _is_local(origin: str) -> bool:
    try:
        url = urlsplit(origin)
        return origin == f"http://{url.hostname}:{url.port}" and ip_address(url.hostname or "").is_loopback
    except ValueError:
        return False


SECTION = VoteSettings
