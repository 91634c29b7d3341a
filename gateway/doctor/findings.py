"""One line of the doctor's, and how lines are shown."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Final, Literal

import msgspec

Level = Literal["ok", "advice", "bad"]
_MARKS: Final[dict[Level, str]] = {"ok": "ok", "advice": "hint", "bad": "BAD"}
_COLOURS: Final[dict[Level, str]] = {"ok": "32", "advice": "33", "bad": "1;31"}


class Finding(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was looked at, whether it is well, and what to do if not. Advice is about what works, and could work better.

    The shape of `--json`: `do` is left out where nothing is to be done.
    """

    topic: str
    level: Level
    text: str
    do: str = ""

    @property
    def well(self) -> bool:
        return self.level != "bad"


def ok(topic: str, text: str) -> Finding:
    return Finding(topic, "ok", text)


def advice(topic: str, text: str, do: str) -> Finding:
    return Finding(topic, "advice", text, do)


def bad(topic: str, text: str, do: str) -> Finding:
    return Finding(topic, "bad", text, do)


def coloured(terminal: bool, env: Mapping[str, str] = os.environ) -> bool:
    """Whether to colour: on a terminal, unless NO_COLOR says otherwise or the terminal knows none."""
    return terminal and not env.get("NO_COLOR") and env.get("TERM") != "dumb"


def as_text(findings: Iterable[Finding], *, colour: bool) -> str:
    """Grouped by topic, in the order of the topics' first findings; what to do stands below its finding."""
    kept = list(findings)
    order = list(dict.fromkeys(finding.topic for finding in kept))
    kept.sort(key=lambda finding: order.index(finding.topic))
    lines: list[str] = []
    for topic, group in groupby(kept, key=lambda finding: finding.topic):
        lines += ["", _painted(topic, "1", colour)] if lines else [_painted(topic, "1", colour)]
        for finding in group:
            mark = _painted(f"{_MARKS[finding.level]:4}", _COLOURS[finding.level], colour)
            lines.append(f"  {mark} {_plain(finding.text)}")
            lines += [f"       do: {_plain(finding.do)}"] if finding.do else []
    return "".join(f"{line}\n" for line in [*lines, "", _summary(kept)])


def as_json(findings: list[Finding]) -> str:
    return msgspec.json.format(msgspec.json.encode(findings), indent=2).decode() + "\n"


def _summary(findings: list[Finding]) -> str:
    counts = {level: sum(finding.level == level for finding in findings) for level in _MARKS}
    return f"{counts['ok']} well, {counts['advice']} to think about, {counts['bad']} wrong"


def _painted(text: str, colour: str, on: bool) -> str:
    return f"\x1b[{colour}m{text}\x1b[0m" if on else text


def _plain(text: str) -> str:
    """Text of a database's may hold anything; what would move the cursor or forge a line is shown as a mark."""
    return "".join(letter if letter.isprintable() else "�" for letter in text)
