"""The content folder in the administration: its files, and changes of them."""

from gateway.administration.operator_pages import OperatorPages
from gateway.administration.sessions import OperatorSessions
from gateway.config.settings import Settings
from gateway.database.database import Databases
from gateway.features.site_content import operator_changes, operator_files, operator_versions
from gateway.features.site_content.content_store import ContentStore
from gateway.features.site_content.operator_editor import ContentEditor
from gateway.registration.extra import Parts


def pages(parts: Parts) -> OperatorPages:
    settings, site = parts.get(Settings), parts.get(Databases).site
    content = parts.get(ContentStore)
    editor = ContentEditor(settings.content, content)
    kinds = parts.get(OperatorSessions).kinds
    return OperatorPages(
        routes=[
            *operator_files.routes(editor, site),
            *operator_changes.routes(editor, settings.server.body_timeout_seconds, kinds),
        ],
        tasks={"content_report": lambda: operator_versions.report(site, content)},
    )
