"""Texts of alerts in the languages of the site. They hold names of rules and numbers, and no text of a player."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, Literal

from msgspec import Struct

from gateway.config.alert_rules import AlertRule, RuleName, Unit
from gateway.features.messages import Message

_COLOURS: Final = {"raised": 0xC0392B, "grown": 0xC0392B, "cleared": 0x2E8B57, "test": 0xD6B36A}
_SUFFIXES: Final[dict[Unit, str]] = {"count": "", "seconds": " s", "hours": " h", "percent": " %"}
TEXTS: Final[Mapping[str, Mapping[str, str]]] = json.loads(
    (Path(__file__).parent / "texts.json").read_text(encoding="utf-8")
)


class AlertContent(Struct, frozen=True):
    """Content of a row of the outbox. `rule`: empty for a test."""

    rule: RuleName | Literal[""]
    value: float


class AlertMessage(Struct, frozen=True, kw_only=True):
    """`title`, `text`: in the site's language. `link`: the page that answers; empty without `server.public_url`."""

    id: int
    event: str
    rule: str
    weight: str
    title: str
    text: str
    value: float
    at: datetime
    link: str
    site: str

    @property
    def subject(self) -> str:
        return f"[{self.site}] {self.title}"

    @property
    def body(self) -> str:
        return "\n\n".join(part for part in (self.text, self.link) if part) + "\n"

    @property
    def embed(self) -> dict[str, Any]:
        """Message of a Discord webhook. The site's name is the operator's own text."""
        embed = {
            "title": self.title,
            "description": self.text,
            "timestamp": self.at.isoformat(),
            "color": _COLOURS[self.event],
        }
        return embed | ({"url": self.link} if self.link else {})


def compose(
    row: Message, content: AlertContent, rule: AlertRule | None, *, site: str, public_url: str, language: str
) -> AlertMessage:
    """`rule`: None for a test."""
    texts = TEXTS.get(language, TEXTS["en"])
    weight = rule.weight if rule else "warn"
    name = texts[content.rule] if content.rule else site
    title = texts[row.kind].format(name=name, weight=texts[weight], value=_number(content.value, rule))
    return AlertMessage(
        id=row.id,
        event=row.kind,
        rule=content.rule,
        weight=weight,
        title=title,
        text=_thresholds(texts, rule, content.value) if rule else texts["test_text"],
        value=content.value,
        at=datetime.fromtimestamp(row.created_at, UTC),
        link=f"{public_url}{rule.page if rule else '/admin/alerts'}" if public_url else "",
        site=site,
    )


def _thresholds(texts: Mapping[str, str], rule: AlertRule, value: float) -> str:
    limits = rule.thresholds
    return texts["thresholds"].format(
        value=_number(value, rule), raise_at=_number(limits.raise_at, rule), clear=_number(limits.clear_below, rule)
    )


def _number(value: float, rule: AlertRule | None) -> str:
    return f"{value:,.1f}".removesuffix(".0") + (_SUFFIXES[rule.unit] if rule else "")
