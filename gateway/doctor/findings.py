"""One result of a check, and how results are printed."""

import os
from collections.abc import Iterable, Mapping
from typing import Final

import msgspec

from gateway.observability.signals import Finding, Level

_MARKS: Final[dict[Level, str]] = {"ok": "ok", "advice": "hint", "bad": "BAD"}
_COLORS: Final[dict[Level, str]] = {"ok": "32", "advice": "33", "bad": "1;31"}


def ok(text: str) -> Finding:
    return Finding("ok", text)


def advice(text: str, do: str) -> Finding:
    return Finding("advice", text=text, do=do)


def bad(text: str, do: str) -> Finding:
    return Finding("bad", text=text, do=do)


def use_color(terminal: bool, env: Mapping[str, str] = os.environ) -> bool:
    """Returns true on a terminal that shows colors, unless NO_COLOR is set."""
    return terminal and not env.get("NO_COLOR") and env.get("TERM") != "dumb"


def format_text(findings: Iterable[Finding], *, color: bool) -> str:
    """Groups by topic, in the order of their first findings; the remedy stands below its finding."""
    by_topic: dict[str, list[Finding]] = {}
    for finding in findings:
        by_topic.setdefault(finding.topic, []).append(finding)
    lines: list[str] = []
    for topic, group in by_topic.items():
        lines.append(_paint(topic, "1", color))
        for finding in group:
            mark = _paint(f"{_MARKS[finding.level]:4}", _COLORS[finding.level], color)
            lines.append(f"  {mark} {_printable(finding.text)}")
            lines += [f"       do: {_printable(finding.do)}"] if finding.do else []
        lines.append("")
    levels = [finding.level for group in by_topic.values() for finding in group]
    summary = f"{levels.count('ok')} ok, {levels.count('advice')} hints, {levels.count('bad')} bad"
    return "".join(f"{line}\n" for line in [*lines, summary])


def format_json(findings: list[Finding]) -> str:
    return msgspec.json.format(msgspec.json.encode(findings), indent=2).decode() + "\n"


def _paint(text: str, color: str, enabled: bool) -> str:
    return f"\x1b[{color}m{text}\x1b[0m" if enabled else text


def _printable(text: str) -> str:
    """Replaces control characters: text from a database must not move the cursor or forge a line."""
    return "".join(letter if letter.isprintable() else "�" for letter in text)
