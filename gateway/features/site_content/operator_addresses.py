"""Addresses that players follow: changes of `downloads*.json` and `site*.toml`.

They are the most dangerous content: a save needs a fresh proof of the second factor, a new address is https, and a host
that the site has not named before is logged, which is a signal for the owners.
"""

import re
import time
from collections.abc import Iterator, Mapping
from typing import Final

import msgspec

from gateway.administration.permissions import STEP_UP_SECONDS
from gateway.administration.sessions import OperatorIdentity
from gateway.database.database import Session
from gateway.features.operators import operator_log
from gateway.features.site_content.content_store import SiteContent
from gateway.texts import Refusal, Text, text

_FILE: Final = re.compile(r"(?:site|downloads)(?:\.[\w-]+)?\.(?:toml|json)")
_ADDRESS: Final = re.compile(r"https://([\w-]+(?:\.[\w-]+)*)(?::\d{1,5})?(?:[/?#][^\\]*)?", re.IGNORECASE)
"""Without a user name and a backslash, which browsers and parsers read differently."""


class LinkRefused(Refusal):
    """`path`: file of the address."""

    def __init__(self, path: str, reason: Text) -> None:
        super().__init__(reason)
        self.path = path


def is_address_file(path: str) -> bool:
    return _FILE.fullmatch(path) is not None


def needs_step_up(operator: OperatorIdentity) -> bool:
    return time.time() - operator.confirmed_at > STEP_UP_SECONDS


def new_hosts(content: SiteContent, parsed_files: Mapping[str, object]) -> list[str]:
    """Returns the hosts in edited files that the content in use does not name.

    Raises LinkRefused for a new address that is not plain https.
    """
    used_links = {
        link
        for local in (content.texts, *content.translations.values())
        for link in _links(msgspec.to_builtins((local.site, local.downloads)))
    }
    used_hosts = {match[1].lower() for link in used_links if (match := _ADDRESS.fullmatch(link))}
    hosts = set[str]()
    for path, value in parsed_files.items():
        if not is_address_file(path):
            continue
        for link in set(_links(msgspec.to_builtins(value))) - used_links:
            match = _ADDRESS.fullmatch(link)
            if match is None:
                raise LinkRefused(path, text("reasons.address_https", link=link[:80]))
            hosts.add(match[1].lower())
    return sorted(hosts - used_hosts)


def _links(value: object) -> Iterator[str]:
    """Yields the addresses of other sites; those of this site begin with a slash."""
    if isinstance(value, str):
        if value[:5].lower() in {"http:", "https"} and "://" in value[:8]:
            yield value
    elif isinstance(value, Mapping):
        for item in value.values():  # pyright: ignore[reportUnknownVariableType]
            yield from _links(item)  # pyright: ignore[reportUnknownArgumentType]
    elif isinstance(value, list | tuple):
        for item in value:  # pyright: ignore[reportUnknownVariableType]
            yield from _links(item)  # pyright: ignore[reportUnknownArgumentType]


async def record(session: Session, hosts: list[str]) -> None:
    """Logs the new hosts in the transaction of the save."""
    for host in hosts:
        await operator_log.record(session, f"host:{host}", after={"host": host})
