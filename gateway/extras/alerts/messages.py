"""Texts of alerts in the languages of the site. They hold names of rules and numbers, and no text of a player."""

from datetime import UTC, datetime
from typing import Any, Final

from babel.numbers import format_decimal
from msgspec import Struct

from gateway.features.messages import Message
from gateway.observability.signals import Signal, Unit
from gateway.texts import locale, read

_COLOURS: Final = {"raised": 0xC0392B, "grown": 0xC0392B, "cleared": 0x2E8B57, "test": 0xD6B36A}
_SUFFIXES: Final[dict[Unit, str]] = {"count": "", "seconds": " s", "hours": " h", "percent": " %"}


class AlertContent(Struct, frozen=True, omit_defaults=True):
    """Content of a row of the outbox. `rule`: empty for a test. `also`: further rules, which have no message."""

    rule: str
    value: float
    also: list[str] = []


class AlertMessage(Struct, frozen=True, kw_only=True):
    """`title`, `text`: in the site's language. `link`: the page that answers; empty without `server.public_url`.

    `also`: rules that are raised or cleared together with `rule`, or that it explains."""

    id: int
    event: str
    rule: str
    also: list[str]
    severity: str
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
    row: Message, content: AlertContent, signal: Signal | None, *, site: str, public_url: str, language: str
) -> AlertMessage:
    """`signal`: None for a test."""
    severity = signal.severity if signal else "warning"
    title = read(
        language,
        f"alerts.{row.kind}",
        name=_name(content.rule, language) if content.rule else site,
        severity=read(language, f"alerts.severities.{severity}"),
        value=_number(content.value, signal, language),
    )
    return AlertMessage(
        id=row.id,
        event=row.kind,
        rule=content.rule,
        also=content.also,
        severity=severity,
        title=title,
        text=_text(signal, content, language) if signal else read(language, "alerts.testText"),
        value=content.value,
        at=datetime.fromtimestamp(row.created_at, UTC),
        link=f"{public_url}{signal.page if signal else '/admin/alerts'}" if public_url else "",
        site=site,
    )


def _text(signal: Signal, content: AlertContent, language: str) -> str:
    names = ", ".join(_name(rule, language) for rule in content.also)
    also = [read(language, "alerts.also", names=names)] if names else []
    return "\n\n".join([_thresholds(signal, content.value, language), *also])


def _name(rule: str, language: str) -> str:
    return read(language, f"adminAlerts.rules.{rule}")


def _thresholds(signal: Signal, value: float, language: str) -> str:
    limits = signal.thresholds
    return read(
        language,
        "alerts.thresholds",
        value=_number(value, signal, language),
        raise_at=_number(limits.raise_at, signal, language),
        clear=_number(limits.clear_below, signal, language),
    )


def _number(value: float, signal: Signal | None, language: str) -> str:
    return format_decimal(value, "#,##0.#", locale(language)) + (_SUFFIXES[signal.unit] if signal else "")
