"""Writes the payload of a message: public facts, in the language of the subscriber, for the service worker."""

from datetime import datetime
from typing import Final

import msgspec
from msgspec import Struct

from gateway.extras.push.notices import Notice
from gateway.extras.world.addresses import boss_report_path
from gateway.extras.world.facts import boss_facts, castle_name
from gateway.extras.world.handlers import World
from gateway.features.privacy.public_snapshot import PublicSnapshots
from gateway.http.errors import GameUnavailable
from gateway.http.languages import prefix
from gateway.registration.announcements import Announcements
from gateway.texts import Value, read

_MAX_NAME: Final = 64


class PushPayload(Struct, frozen=True, kw_only=True):
    """`url`: a path of the site. `tag`: the browser replaces a message of the same tag."""

    title: str
    body: str
    url: str
    tag: str
    lang: str


class PayloadWriter:
    """`default_language`: of the paths without a language prefix."""

    def __init__(
        self, world: World, snapshots: PublicSnapshots, announcements: Announcements, default_language: str
    ) -> None:
        self._world, self._announcements = world, announcements
        self._snapshots = snapshots
        self._default_language = default_language

    def write(self, notice: Notice, language: str) -> bytes:
        """Raises ValueError for an announcement that is taken back."""
        if notice.kind == "announcement":
            return self._write_announcement(notice.announcement, language)
        fields: dict[str, Value] = {
            "name": self._name(notice, language)[:_MAX_NAME],
            "other": self._other_name(notice, language)[:_MAX_NAME],
            "until": f"{datetime.fromtimestamp(notice.value or notice.at, self._world.zone):%H:%M}",
            "value": notice.value,
        }
        payload = PushPayload(
            title=read(language, f"pushNotices.{notice.kind}.title", **fields),
            body=read(language, f"pushNotices.{notice.kind}.body", **fields),
            url=prefix(language, self._default_language) + _path(notice),
            tag=notice.subject,
            lang=language,
        )
        return msgspec.json.encode(payload)

    def _write_announcement(self, key: str, language: str) -> bytes:
        row = next((row for row in self._announcements.all() if row.key == key), None)
        if row is None:
            raise ValueError(key)
        payload = PushPayload(
            title=row.headline.read(language),
            body=row.sentence.read(language),
            url=row.address_below(prefix(language, self._default_language)),
            tag=key,
            lang=language,
        )
        return msgspec.json.encode(payload)

    def _name(self, notice: Notice, language: str) -> str:
        match notice.kind:
            case "boss_killed" | "boss_window":
                return boss_facts(notice.subject_id).name
            case "siege_soon" | "castle_taken":
                return castle_name(notice.subject_id)
            case "hero":
                return self._public_name(notice.subject_id) or read(language, "shared.hiddenHero")
            case _:
                return self._public_name(notice.subject_id) or read(language, "pushNotices.ownCharacter")

    def _public_name(self, character_id: int) -> str | None:
        try:
            character = self._snapshots.current().shown_elsewhere([character_id]).get(character_id)
        except GameUnavailable:
            return None
        return character.char_name if character and character.char_id is not None else None

    def _other_name(self, notice: Notice, language: str) -> str:
        if notice.kind == "milestone":
            return read(language, f"pushNotices.milestones.{notice.milestone}")
        try:
            clan = self._world.current()[1].clan(notice.value)
        except GameUnavailable:
            clan = None
        return clan.name if clan and not clan.hidden else read(language, "pushNotices.clan")


def _path(notice: Notice) -> str:
    match notice.kind:
        case "boss_killed":
            return boss_report_path(notice.subject_id, notice.at)
        case "boss_window":
            return "/world"
        case "siege_soon" | "castle_taken":
            return "/world?tab=castles"
        case "prize_paid":
            return f"/competition/{notice.value}"
        case "hero":
            return "/watch"
        case _:
            return "/player"
