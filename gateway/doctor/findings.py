"""One result of a check, and how results are printed."""

import os
from collections.abc import Iterable, Mapping
from typing import Final

import msgspec

from gateway.observability.signals import Level, ReportedFinding
from gateway.texts import Text, read

_COLORS: Final[dict[Level, str]] = {"ok": "32", "advice": "33", "bad": "1;31"}


class Finding(ReportedFinding, frozen=True, kw_only=True, omit_defaults=True):
    """`text` and `do` are English until the runner reads them in its language, and sets `topic` and `title`."""

    message: Text
    remedy: Text | None = None


def ok(message: Text) -> Finding:
    return at_level("ok", message, None)


def advice(message: Text, remedy: Text) -> Finding:
    return at_level("advice", message, remedy)


def bad(message: Text, remedy: Text) -> Finding:
    return at_level("bad", message, remedy)


def at_level(level: Level, message: Text, remedy: Text | None) -> Finding:
    """Returns a finding of this level, without the remedy if it is ok."""
    remedy = None if level == "ok" else remedy
    return Finding(level=level, text=str(message), do=str(remedy or ""), message=message, remedy=remedy)


def use_color(terminal: bool, env: Mapping[str, str] = os.environ) -> bool:
    """Returns true on a terminal that shows colors, unless NO_COLOR is set."""
    return terminal and not env.get("NO_COLOR") and env.get("TERM") != "dumb"


def format_text(findings: Iterable[ReportedFinding], language: str, *, color: bool) -> str:
    """Groups by topic, in the order of their first findings; the remedy stands below its finding."""
    by_topic: dict[str, list[ReportedFinding]] = {}
    for finding in findings:
        by_topic.setdefault(finding.topic, []).append(finding)
    lines: list[str] = []
    for topic, group in by_topic.items():
        lines.append(_paint(f"{group[0].title} ({topic})", "1", color))
        for finding in group:
            mark = read(language, f"doctor.output.{finding.level}")
            lines.append(f"  {_paint(f'{mark:4}', _COLORS[finding.level], color)} {_printable(finding.text)}")
            lines += (
                [f"       {read(language, 'doctor.output.do', remedy=_printable(finding.do))}"] if finding.do else []
            )
        lines.append("")
    levels = [finding.level for group in by_topic.values() for finding in group]
    counts = {level: levels.count(level) for level in _COLORS}
    return "".join(f"{line}\n" for line in [*lines, read(language, "doctor.output.summary", **counts)])


def format_json(findings: Iterable[ReportedFinding]) -> str:
    return msgspec.json.format(msgspec.json.encode(findings), indent=2).decode() + "\n"


def _paint(text: str, color: str, enabled: bool) -> str:
    return f"\x1b[{color}m{text}\x1b[0m" if enabled else text


def _printable(text: str) -> str:
    """Replaces control characters: text from a database must not move the cursor or forge a line."""
    return "".join(letter if letter.isprintable() else "�" for letter in text)
