"""JSON-LD of rendered pages, beside that of the built heads: the state of the game server, which changes."""

from typing import Final

import msgspec

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
    return b'<script type="application/ld+json">' + msgspec.json.encode(data) + b"</script>\n"
