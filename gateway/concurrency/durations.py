"""Durations in seconds. A day of the site's zone may have another length: see `config.zones`."""

from typing import Final

MINUTE: Final = 60
HOUR: Final = 3_600
DAY: Final = 86_400
