"""`site.toml`: name and brand of the site, its hero, its links and the name of its coins."""

import re
import tomllib
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from gateway.features.site_content.content_files import (
    COLOR,
    EMAIL,
    LINE,
    OPTIONAL_LINK,
    ContentError,
    ContentFile,
    Link,
    Record,
    mistake,
)
from gateway.texts import Text, read, text

FILE: Final = "site.toml"
_LINE: Final = re.compile(r"at line (\d+)")
_KEY: Final = re.compile(r"\s*\[?\[?\s*([\w.-]+)\s*(\]\]|\]|=)")

Name = Annotated[str, Meta(min_length=1, max_length=40, pattern=LINE)]
Line = Annotated[str, Meta(max_length=300, pattern=LINE)]
OptionalLink = Annotated[str, Meta(pattern=OPTIONAL_LINK)]
OptionalPicture = Annotated[str, Meta(pattern=OPTIONAL_LINK, extra_json_schema={"format": "picture"})]
Color = Annotated[str, Meta(pattern=COLOR, extra_json_schema={"format": "color"})]
Email = Annotated[str, Meta(pattern=EMAIL)]


class Hero(Record):
    title: Line
    text: Line


class CoinName(Record):
    singular: Name
    plural: Name


class ContactLinks(Record):
    """An empty address is not shown."""

    support: OptionalLink = ""
    bugs: OptionalLink = ""
    contact: OptionalLink = ""


class SiteLink(Record):
    label: Name
    url: Link


class SiteTexts(Record, kw_only=True):
    """`game` follows the name in titles. `logo`, `wordmark` and `favicon` are pictures; empty: the page's own mark, and
    the name as text. `accent` is `#rrggbb`; empty: the page's gold."""

    name: Name
    game: Line
    tagline: Line
    description: Line
    hero: Hero
    coins: CoinName
    credit: Line = ""
    email: Email = ""
    logo: OptionalPicture = ""
    wordmark: OptionalPicture = ""
    favicon: OptionalPicture = ""
    accent: Color = ""
    links: ContactLinks = msgspec.field(default_factory=ContactLinks)
    header_links: list[SiteLink] = msgspec.field(default_factory=list[SiteLink])
    footer_links: list[SiteLink] = msgspec.field(default_factory=list[SiteLink])

    def contacts(self, language: str) -> tuple[tuple[str, str], ...]:
        """Returns label and address of the links for players who need help."""
        addresses = {"shell.support": self.links.support, "shared.contact": self.links.contact}
        contact_links = ((read(language, code), address) for code, address in addresses.items())
        return (*(link for link in contact_links if link[1]), *((link.label, link.url) for link in self.footer_links))


def parse(file: ContentFile, base: SiteTexts | None = None) -> SiteTexts:
    """`base` has the texts that a file of another language leaves out. Raises ContentError."""
    values: dict[str, Any] = {}
    try:
        values = _merge(base, tomllib.loads(file.text))
        return msgspec.convert(values, SiteTexts)
    except tomllib.TOMLDecodeError as error:
        match = _LINE.search(str(error))
        line = int(match[1]) if match else file.text.count("\n") + 1
        raise ContentError(file.path, text("reasons.syntax", error=str(error)), line) from None
    except msgspec.ValidationError:
        raise error_at(file, *mistake(values, SiteTexts)) from None


def _merge(base: SiteTexts | None, local_texts: dict[str, Any]) -> dict[str, Any]:
    texts: dict[str, Any] = msgspec.to_builtins(base) if base else {}
    for key, value in local_texts.items():
        are_tables = isinstance(value, dict) and isinstance(texts.get(key), dict)
        texts[key] = {**texts[key], **value} if are_tables else value
    return texts


def error_at(file: ContentFile, key: str, reason: Text) -> ContentError:
    """Returns an error at the line of a path such as `.header_links[0].url`, or of the table that lacks it."""
    return ContentError(file.path, reason, _line_of(file.text, key), key)


def _line_of(text: str, path: str) -> int:
    table = ""
    counts = dict[str, int]()
    best = 1
    best_length = 0
    for number, line in enumerate(text.splitlines(), 1):
        key = _KEY.match(line)
        if not key:
            continue
        name = f".{key[1]}"
        if key[2] == "]]":
            counts[name] = counts.get(name, -1) + 1
            name = f"{name}[{counts[name]}]"
        if key[2] == "=":
            name = table + name
        else:
            table = name
        if f"{path}.".startswith((f"{name}.", f"{name}[")) and len(name) > best_length:
            best, best_length = number, len(name)
    return best
