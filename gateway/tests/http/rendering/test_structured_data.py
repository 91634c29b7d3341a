"""JSON-LD of rendered pages."""

from datetime import UTC, datetime

import msgspec
import pytest

from gateway.features.server_status.status import Status
from gateway.http.rendering.structured_data import server_data, video_data


@pytest.mark.parametrize(("online", "state"), [(True, "Online"), (False, "OfflineTemporarily")])
def test_server_data_states_the_players_online(online: bool, state: str) -> None:
    status = Status(
        online=online,
        online_players=166,
        max_players=9,
        uptime="</script>",
        last_update=datetime.now(UTC),
        peak_players=9,
    )
    answer = msgspec.json.encode(status)
    head, _, content = server_data(answer).partition(b">")
    assert head == b'<script type="application/ld+json"'
    data = msgspec.json.decode(content.removesuffix(b"</script>\n"))
    assert data["playersOnline"] == 166
    assert data["serverStatus"] == f"https://schema.org/{state}"


def test_server_data_of_a_page_without_the_status_is_empty() -> None:
    assert server_data(None) == b""


def test_video_data_lists_the_videos_with_a_date() -> None:
    video = {"type": "video", "title": "A </script>", "url": "https://v.example/1", "thumbnail_url": "/a.webp"}
    items = [{**video, "date": "2026-11-01"}, video, {**video, "type": "image", "date": "2026-11-01"}]
    script = video_data(msgspec.json.encode({"media": items, "site": {}}).decode())
    assert script.count(b"</script>") == 1
    (data,) = msgspec.json.decode(script.partition(b">")[2].removesuffix(b"</script>\n"))
    assert (data["@type"], data["name"], data["uploadDate"]) == ("VideoObject", "A </script>", "2026-11-01")
    assert video_data(msgspec.json.encode({"media": [video]}).decode()) == b""
