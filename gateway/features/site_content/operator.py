"""The content folder in the administration: its files, and changes of them."""

from gateway.administration.operator_pages import OperatorPages
from gateway.administration.sessions import OperatorSessions
from gateway.config.settings import Settings
from gateway.database.database import Databases
from gateway.extra import Parts
from gateway.features.site_content import operator_changes, operator_files
from gateway.features.site_content.content_editor import ContentEditor
from gateway.features.site_content.content_store import ContentStore


def pages(parts: Parts) -> OperatorPages:
    settings = parts.get(Settings)
    editor = ContentEditor(settings.content, parts.get(ContentStore))
    kinds = parts.get(OperatorSessions).kinds
    return OperatorPages(
        routes=[
            *operator_files.routes(editor, parts.get(Databases).site),
            *operator_changes.routes(editor, settings.server.body_timeout_seconds, kinds),
        ],
    )
