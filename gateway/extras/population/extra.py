"""Players by the minute, uptime and the badge: what is registered of them."""

from gateway.config.settings import Settings
from gateway.database.database import Databases
from gateway.extras.population import repository
from gateway.extras.population.handlers import feature
from gateway.features.operators.site_controls import SiteControls
from gateway.features.server_status.status import StatusMonitor
from gateway.features.site_content.content_store import ContentStore
from gateway.registration.extra import Extra, Parts
from gateway.registration.feature import Feature, Retention
from gateway.world_snapshot.snapshot_store import Snapshots


def _open(parts: Parts) -> Feature:
    content, settings = parts.get(ContentStore), parts.get(Settings)
    return feature(
        parts.get(Databases).site,
        parts.get(StatusMonitor),
        parts.get(Snapshots),
        parts.get(SiteControls),
        content.site_name,
        settings.server,
    )


def _retention(parts: Parts) -> list[Retention]:
    site = parts.get(Databases).site
    return [Retention("status_samples", lambda now: repository.prune(site, now))]


EXTRA = Extra(
    name="population",
    summary="players by the minute as a chain that visitors verify, uptime of ninety days, a badge for other sites",
    retention=_retention,
    open=_open,
)
