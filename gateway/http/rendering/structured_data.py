"""JSON-LD of rendered pages, beside that of the built heads: state of the game server, the operator's videos."""

from typing import Final

import msgspec

from gateway.http import inline_json

STATUS: Final = "/api/server/status"


class StatusAnswer(msgspec.Struct, frozen=True):
    online: bool
    online_players: int


def server_data(answer: bytes | None) -> bytes:
    """Returns a script element without user data for an answer with the server's status; nothing without one."""
    if answer is None:
        return b""
    status = msgspec.json.decode(answer, type=StatusAnswer)
    data = {
        "@context": "https://schema.org",
        "@type": "GameServer",
        "@id": "/#server",
        "serverStatus": f"https://schema.org/{'Online' if status.online else 'OfflineTemporarily'}",
        "playersOnline": status.online_players,
    }
    return _script(data)


class Video(msgspec.Struct, frozen=True, kw_only=True):
    type: str
    title: str
    url: str
    thumbnail_url: str
    date: str = ""
    credit: str = ""


class Gallery(msgspec.Struct, frozen=True):
    media: list[Video]


def video_data(content: str) -> bytes:
    """Returns a script element with the videos of the content that have a date, or nothing."""
    items = msgspec.json.decode(content, type=Gallery).media
    videos = [
        {
            "@context": "https://schema.org",
            "@type": "VideoObject",
            "name": item.title,
            "description": item.credit or item.title,
            "uploadDate": item.date,
            "thumbnailUrl": item.thumbnail_url,
            "embedUrl": item.url,
        }
        for item in items
        if item.type == "video" and item.date
    ]
    return _script(videos) if videos else b""


def _script(data: object) -> bytes:
    text = inline_json.escape(msgspec.json.encode(data).decode())
    return f'<script type="application/ld+json">{text}</script>\n'.encode()
