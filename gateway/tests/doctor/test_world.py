"""The doctor's findings on the respawn windows of bosses."""

from gateway.doctor.topics.world import windows_finding
from gateway.features.world.reading import BossRow


def test_bosses_without_known_delays_are_counted() -> None:
    rows = [BossRow(25001, 1, None, None, None, 0, 0), BossRow(25004, 1, None, 3600, 7200, 0, 0)]
    assert "the respawn delays of 1 of 2 bosses are known; " in windows_finding(rows, "rusacis").text
    grand = [BossRow(29019, 1, None, None, None, 0, 0)]
    assert windows_finding(grand, "acis").text.endswith("1 of 1 bosses are known")
