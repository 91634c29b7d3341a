"""Server information, media and downloads, read from the operator's content files."""

from litestar.handlers import HTTPRouteHandler

from gateway.features.site_content import downloads, media, server_info


def routes() -> list[HTTPRouteHandler]:
    return [*server_info.routes, *media.routes, *downloads.routes]
