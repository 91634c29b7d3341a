"""Server information, media and downloads, read from the operator's content folder."""

from collections.abc import Callable, Collection

from gateway.config.settings import Settings
from gateway.features.operators.site_controls import SiteControls
from gateway.features.site_content import downloads, media, server_info
from gateway.features.site_content import site as site_info
from gateway.features.site_content.content_store import ContentStore
from gateway.features.site_content.pages import SitePages
from gateway.features.site_content.search import search_source
from gateway.features.site_content.site import SharedNames
from gateway.observability.signals import RENDERER
from gateway.registration.feature import Feature, value_of

__all__ = ["SharedNames", "feature"]


def feature(
    settings: Settings,
    controls: SiteControls,
    content: ContentStore,
    pages: SitePages,
    *,
    extras: Collection[str],
    page_parts: Callable[[], Collection[str]],
    shared_names: Callable[[], SharedNames],
    typed_name_max: Callable[[], int],
) -> Feature:
    """`extras`: names of those that are on. `page_parts`: as `Feature.page_parts` of all features.

    `typed_name_max`: longest account name that the game can send.
    """
    routes = [
        *site_info.routes(
            settings,
            controls,
            content,
            extras=extras,
            page_parts=page_parts,
            shared_names=shared_names,
            typed_name_max=typed_name_max,
        ),
        *server_info.routes(lambda: content.current.texts.info),
        *media.routes(lambda: content.current.texts.media),
        *downloads.routes(lambda: content.current.texts.downloads),
    ]
    return Feature(
        name="site_content",
        signals={RENDERER: value_of(lambda: pages.missing)},
        routes=routes,
        search=[search_source(content, pages)],
        versions={"content": lambda: content.current.version, "controls": lambda: controls.version},
        samples=[pages.samples],
    )
