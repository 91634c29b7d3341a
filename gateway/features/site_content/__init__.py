"""Server information, media and downloads, read from the operator's content folder."""

from collections.abc import Callable

from litestar.handlers import HTTPRouteHandler

from gateway.config.settings import Settings
from gateway.features.operators.site_controls import SiteControls
from gateway.features.site_content import downloads, media, server_info, site
from gateway.features.site_content.content_store import ContentStore
from gateway.features.site_content.site import SharedNames

__all__ = ["SharedNames", "routes"]


def routes(
    settings: Settings,
    controls: SiteControls,
    content: ContentStore,
    *,
    has_votes: bool,
    shared_names: Callable[[], SharedNames],
    typed_name_max: Callable[[], int],
) -> list[HTTPRouteHandler]:
    """`has_votes`: a vote site is open to players. `typed_name_max`: longest account name that the game can send."""
    return [
        *site.routes(
            settings,
            controls,
            content,
            has_votes=has_votes,
            shared_names=shared_names,
            typed_name_max=typed_name_max,
        ),
        *server_info.routes(lambda: content.current.texts.info),
        *media.routes(lambda: content.current.texts.media),
        *downloads.routes(lambda: content.current.texts.downloads),
    ]
