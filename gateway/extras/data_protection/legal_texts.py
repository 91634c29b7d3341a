"""Versions of the legal texts, and the accounts that have accepted them.

An operator publishes the present text of the content folder as a version: it is kept as it was accepted. A new version
asks each account at its next login.
"""

import time
from collections.abc import Mapping
from datetime import datetime
from typing import Final, Literal, get_args

import msgspec
from msgspec import Struct

from gateway.config.settings import Settings
from gateway.database.database import Database, Session
from gateway.database.queries import query
from gateway.features.operators import operator_log
from gateway.features.site_content.content_store import SiteContent, content_folder
from gateway.features.site_content.folder_files import PAGES
from gateway.features.site_content.sample import is_sample
from gateway.texts import Refusal, text

LegalDocument = Literal["terms", "privacy"]
DOCUMENTS: Final[tuple[LegalDocument, ...]] = get_args(LegalDocument)
SITE_LANGUAGE: Final = ""
"""Key of the text in the site's own language."""


class LegalVersion(Struct, frozen=True):
    document: LegalDocument
    version: int
    published_at: datetime


class PublishedVersion(Struct, frozen=True):
    """`accepted`: accounts that have accepted it."""

    document: LegalDocument
    version: int
    published_at: datetime
    published_by: str
    accepted: int


class Consent(Struct, frozen=True):
    document: LegalDocument
    version: int
    accepted_at: datetime


class _Texts(Struct, frozen=True):
    version: int
    texts: str

    @property
    def by_language(self) -> dict[str, str]:
        return msgspec.json.decode(self.texts, type=dict[str, str])


NEWEST_VERSIONS: Final = query("data_protection.newest_versions", LegalVersion)
DUE_CONSENTS: Final = query("data_protection.due_consents", LegalVersion)
ALL_VERSIONS: Final = query("data_protection.all_versions", PublishedVersion)
CONSENTS: Final = query("data_protection.consents", Consent)
LOCK_VERSIONS: Final = query("data_protection.lock_versions", _Texts)
NEWEST_TEXTS: Final = query("data_protection.newest_texts", _Texts)
TEXTS: Final = query("data_protection.texts", _Texts)
PUBLISH: Final = query("data_protection.publish", None)
ACCEPT: Final = query("data_protection.accept", None)


class PublicationRefused(Refusal):
    """Nothing was published. The message is the reason."""


class SameText(PublicationRefused):
    """The newest version has this text."""


def present_texts(content: SiteContent, document: LegalDocument) -> dict[str, str]:
    """Returns the HTML of the content folder by language, without languages that show the site's own; may be empty."""
    own_text = content.texts.pages.get(document, "")
    translations = {language: texts.pages.get(document, "") for language, texts in content.translations.items()}
    if not own_text:
        return {}
    return {SITE_LANGUAGE: own_text} | {name: html for name, html in translations.items() if html not in ("", own_text)}


def require_written(settings: Settings, document: LegalDocument) -> None:
    """Raises PublicationRefused for the text of the sample, which says that it is not written yet."""
    file = f"{PAGES}/{document}.md"
    try:
        data = (content_folder(settings) / file).read_bytes()
    except OSError:
        raise PublicationRefused(text("reasons.legal_missing", file=file)) from None
    if is_sample(file, data):
        raise PublicationRefused(text("reasons.legal_sample", file=file))


async def publish(session: Session, document: LegalDocument, texts: Mapping[str, str], operator: str) -> int:
    """Adds a version with these texts, and logs it. Returns its number. Raises PublicationRefused."""
    if not texts:
        raise PublicationRefused(text("reasons.legal_missing", file=f"{PAGES}/{document}.md"))
    newest = await session.one(LOCK_VERSIONS, document=document)
    if newest and newest.by_language == texts:
        raise SameText(text("reasons.legal_same", version=newest.version))
    version = newest.version + 1 if newest else 1
    await session.write(
        PUBLISH,
        document=document,
        version=version,
        now=int(time.time()),
        operator=operator,
        texts=msgspec.json.encode(texts).decode(),
    )
    await operator_log.record(session, f"legal:{document}", after={"version": version})
    return version


async def is_changed(site: Database, document: LegalDocument, texts: Mapping[str, str]) -> bool | None:
    """Returns whether the present texts differ from those of the newest version; None without a version."""
    newest = await site.one(NEWEST_TEXTS, document=document)
    return None if newest is None else newest.by_language != texts


async def read_text(site: Database, document: LegalDocument, version: int, language: str) -> str | None:
    """Returns the HTML of a version, in the site's own language where it has no other; None: no such version."""
    row = await site.one(TEXTS, document=document, version=version)
    return row and (row.by_language.get(language) or row.by_language[SITE_LANGUAGE])


async def accept(site: Database, login: str, versions: Mapping[str, int]) -> None:
    """Records the acceptance of published versions; of any other nothing is recorded."""
    now = int(time.time())
    for document in DOCUMENTS:
        if version := versions.get(document):
            await site.write(ACCEPT, login=login, document=document, version=version, now=now)
