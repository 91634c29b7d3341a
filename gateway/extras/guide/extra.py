"""The guide of items, monsters and drops: what is registered of it."""

from gateway.config.settings import Settings
from gateway.extras.guide.handlers import feature
from gateway.extras.guide.open_guide import Guide
from gateway.extras.guide.settings import GuideSettings
from gateway.registration.extra import Extra, Parts
from gateway.registration.feature import Feature


def _open(parts: Parts) -> Feature:
    return feature(parts.add(Guide(parts.get(Settings).of(GuideSettings).file)))


EXTRA = Extra(
    name="guide",
    summary="pages of items and monsters: who drops what, where, and how often by the rates of the server",
    open=_open,
)
"""Off in a fresh installation: it needs a file of the operator's datapack."""
