"""Server information, media and downloads, read from the operator's content files."""

from litestar.handlers import HTTPRouteHandler

from gateway.config.settings import Settings
from gateway.features.operators.site_controls import SiteControls
from gateway.features.site_content import downloads, media, server_info, site


def routes(settings: Settings, controls: SiteControls) -> list[HTTPRouteHandler]:
    return [*site.routes(settings, controls), *server_info.routes, *media.routes, *downloads.routes]
