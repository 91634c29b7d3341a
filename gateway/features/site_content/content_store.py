"""The content folder as one checked object, replaced while the service runs when a file in it changes."""

import asyncio
import os
import re
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, date, datetime
from hashlib import blake2b
from pathlib import Path
from typing import Final, TypeVar

import msgspec
import structlog
from msgspec import UNSET, Struct

from gateway import package_data
from gateway.config.settings import Settings
from gateway.features.site_content import accent, downloads, icons, media, server_info, site_texts
from gateway.features.site_content.content_files import ContentError, ContentFile
from gateway.features.site_content.downloads import Downloads
from gateway.features.site_content.folder_contents import listed_slugs, read_pictures
from gateway.features.site_content.folder_files import (
    FILES,
    NEWS,
    NO_EDITS,
    NO_FILES,
    PAGES,
    PICTURES,
    Edits,
    Fingerprint,
    FolderFiles,
    fingerprint,
)
from gateway.features.site_content.markdown_files import MarkdownReader, News
from gateway.features.site_content.media import MediaItem
from gateway.features.site_content.server_info import ServerInfo
from gateway.features.site_content.site_texts import SiteTexts
from gateway.http.checked_file import CheckedFile
from gateway.pictures import picture_decoder
from gateway.pictures.picture_decoder import PictureRefused
from gateway.texts import languages, text

POLL_SECONDS: Final = 2.0
TEXTS: Final = (site_texts.FILE, server_info.FILE, media.FILE, downloads.FILE)
_LOCAL: Final = re.compile(r"(?P<name>[\w-]+)\.(?P<language>[\w-]+)\.(?:toml|json)")

T = TypeVar("T")

log = structlog.stdlib.get_logger("gateway.content")


class LocalContent(Struct, frozen=True, kw_only=True):
    """The texts in one language."""

    site: SiteTexts
    info: ServerInfo
    media: list[MediaItem]
    downloads: Downloads
    pages: dict[str, str]
    """HTML by anchor of the footer."""
    news: dict[str, News]
    """Those that are shown today, by slug, the newest first."""


class SiteContent(Struct, frozen=True, kw_only=True):
    """`pictures` and `files` by their path below those folders. `version` is a hash of all that the site shows."""

    version: str
    change_day: date
    """Day of the last change of a file, in UTC."""
    texts: LocalContent
    translations: dict[str, LocalContent]
    pictures: dict[str, bytes]
    files: dict[str, CheckedFile]
    icons: dict[str, bytes]
    """By address."""
    mark: bytes
    """Small copy of the logo; empty for the page's own and for one that is not drawn."""

    def in_language(self, language: str) -> LocalContent:
        """Returns each text in that language if the operator wrote it, else in the site's own."""
        return self.translations[language]


Prepare = Callable[[SiteContent], Callable[[], None]]
"""Runs in a thread; returns the function that puts the content into use."""


def content_folder(settings: Settings) -> Path:
    """Returns the operator's folder; without one the packaged folder with the specification's content."""
    return Path(settings.content.folder) if settings.content.folder else package_data.content()


class Reading(Struct, frozen=True, kw_only=True):
    """`files`: data of the texts and pictures that were read, by path. `errors`: of the files that are held back."""

    content: SiteContent
    parsed_files: dict[Path, object]
    files: Mapping[str, bytes]
    errors: Sequence[ContentError] = ()


def load(folder: Path, today: date | None = None) -> SiteContent:
    """`today` selects the news; by default the day in UTC.

    Raises ContentError, which names the file, the line and the reason.
    """
    return _read(folder, today, NO_EDITS).content


def load_valid(folder: Path, today: date | None = None, previous: Mapping[str, bytes] = NO_FILES) -> Reading:
    """Reads the folder with each refused file as `previous` has it, or without it.

    Raises ContentError if that leaves no valid content: a file that each site needs is refused, or all files together.
    """
    return _read_valid(folder, today, previous, NO_EDITS, [])


def refused_files(folder: Path) -> Sequence[ContentError]:
    """Returns the errors of all files that are refused."""
    errors: list[ContentError] = []
    with suppress(ContentError):
        _read_valid(folder, None, NO_FILES, NO_EDITS, errors)
    return errors


def check(folder: Path, edits: Edits) -> dict[str, object]:
    """Reads the folder as it would be after edits. Returns the meaning of each edited text: of Markdown News or HTML.

    A file that is refused without the edits too is left out. Raises ContentError, as `load`.
    """
    try:
        reading = _read(folder, None, edits)
    except ContentError:
        reading = _read_valid(folder, None, NO_FILES, edits, [])
        refused_before = {error.path for error in refused_files(folder)}
        if errors := [error for error in reading.errors if error.path not in refused_before]:
            raise errors[0] from None
    return {name: reading.parsed_files[folder / name] for name in edits if folder / name in reading.parsed_files}


def _read_valid(
    folder: Path, today: date | None, previous: Mapping[str, bytes], edits: Edits, errors: list[ContentError]
) -> Reading:
    """Appends to `errors`, also before it raises one of them."""
    held_back: dict[str, bytes | None] = {}
    while True:
        try:
            reading = _read(folder, today, {**edits, **held_back})
            return msgspec.structs.replace(reading, errors=errors)
        except ContentError as error:
            name = _refused_name(folder, error, previous)
            if name in held_back:
                raise next((first for first in errors if first.path == error.path), error) from None
            errors.append(error)
            if name in edits:
                raise
            held_back[name] = previous.get(name)


def _refused_name(folder: Path, error: ContentError, previous: Mapping[str, bytes]) -> str:
    """Returns the path of the file to hold back: of a picture that was deleted while a text shows it, that picture."""
    picture = str(error.reason.values.get("picture", "")).removeprefix("/")
    return picture if picture in previous else os.path.relpath(error.path, folder)


def _read(folder: Path, today: date | None, edits: Edits) -> Reading:
    if not folder.is_dir():
        raise ContentError(folder, text("reasons.folder_missing"))
    try:
        files = FolderFiles(folder, edits)
        reading = _Folder(files, today or datetime.now(UTC).date())
        return Reading(content=reading.content(), parsed_files=reading.parsed_files, files=files.data)
    except OSError as error:
        raise ContentError(Path(error.filename or folder), text("reasons.system", error=str(error.strerror))) from None


class ContentStore:
    """The content that this process shows. A refused file is held back: its previous version stays in use."""

    def __init__(self, folder: Path, today: Callable[[], date] = lambda: datetime.now(UTC).date()) -> None:
        """Raises ContentError."""
        self.folder = folder
        self._today = today
        self._day = today()
        self._fingerprint: Fingerprint = fingerprint(folder)
        reading = load_valid(folder, self._day)
        self.current, self._files = reading.content, reading.files
        _log_refused(reading.errors)

    @property
    def site(self) -> SiteTexts:
        """Name and texts of the site in its own language."""
        return self.current.texts.site

    def site_name(self) -> str:
        return self.site.name

    def coin_name(self) -> str:
        """Returns the plural."""
        return self.site.coins.plural

    def read(self) -> SiteContent:
        """Returns what the folder has now, in use or not. Raises ContentError."""
        return load(self.folder, self._today())

    async def refresh(self, prepare: Prepare) -> None:
        """Puts content that has changed into use."""
        files, day = await asyncio.to_thread(fingerprint, self.folder), self._today()
        if (files, day) == (self._fingerprint, self._day):
            return
        try:
            reading = await asyncio.to_thread(load_valid, self.folder, day, self._files)
            content = reading.content
            _log_refused(reading.errors)
            # A new day and a file that is held back change nothing; using the same content again would drop the
            # rendered pages.
            if (content.version, content.files) != (self.current.version, self.current.files):
                use = await asyncio.to_thread(prepare, content)
                use()
                self.current, self._files = content, reading.files
                log.info("content_loaded", version=content.version)
        except ContentError as error:
            _log_refused([error])
        self._fingerprint, self._day = files, day


def _log_refused(errors: Sequence[ContentError]) -> None:
    for error in errors:
        log.error("content_refused", reason=str(error))


class _Folder:
    """One reading of the folder; each file is read once."""

    def __init__(self, files: FolderFiles, today: date) -> None:
        self._folder = files.folder
        self._disk = files
        self._today = today
        self._pictures, self._files = read_pictures(files), files.checked_files(FILES)
        self._pages, self._news = listed_slugs(files)
        self._markdown = MarkdownReader(frozenset(self._pictures))
        self.parsed_files: dict[Path, object] = {}

    def content(self) -> SiteContent:
        for path in self._disk.top_files():
            match = _LOCAL.fullmatch(path.name)
            if match and match["language"] not in languages():
                raise ContentError(path, text("reasons.not_one_of", choices=", ".join(languages())))
        texts = self._texts("")
        translations = {language: self._texts(language) for language in languages()}
        version = blake2b(msgspec.json.encode((texts, translations)), digest_size=8)
        for name, body in self._pictures.items():
            version.update(name.encode() + b"\0" + blake2b(body).digest())
        for name, file in self._files.items():
            version.update(f"{name}\0{file.size}\0".encode())
        changed_ns = max((time_ns for _, time_ns, *_ in fingerprint(self._folder)), default=0)
        day = datetime.fromtimestamp(min(max(changed_ns, 0), time.time_ns()) / 1e9, UTC).date()
        icon_picture, mark = self._small_copy(icons.picture_of(texts.site)), self._small_copy(texts.site.logo)
        icon_files = icons.draw(icon_picture) if icon_picture else {}
        return SiteContent(
            version=version.hexdigest(),
            change_day=day,
            texts=texts,
            translations=translations,
            pictures=self._pictures,
            files=self._files,
            icons=icon_files,
            mark=mark,
        )

    def _small_copy(self, picture: str) -> bytes:
        """Returns an empty body for a picture that is not drawn."""
        if not icons.is_drawn(picture):
            return b""
        try:
            return picture_decoder.small_copy(self._pictures[picture.removeprefix(f"/{PICTURES}/")])
        except PictureRefused as error:
            raise ContentError(Path(f"{self._folder}{picture}"), error.reason) from None

    def _texts(self, language: str) -> LocalContent:
        return LocalContent(
            site=self._read(site_texts.FILE, language, self._site),
            info=self._read(server_info.FILE, language, lambda file: file.parse(ServerInfo)),
            media=self._read(media.FILE, language, self._media),
            downloads=self._read(downloads.FILE, language, self._downloads),
            pages={slug: self._read(f"{PAGES}/{slug}.md", language, self._markdown.page) for slug in self._pages},
            news=self._shown_news(language),
        )

    def _shown_news(self, language: str) -> dict[str, News]:
        news = {slug: self._read(f"{NEWS}/{slug}.md", language, self._markdown.news) for slug in self._news}
        newest_first = sorted(news, key=lambda slug: (news[slug].day, slug), reverse=True)
        return {slug: news[slug] for slug in newest_first if news[slug].is_shown(self._today)}

    def _read(self, name: str, language: str, parse: Callable[[ContentFile], T]) -> T:
        """Takes `name.language.ext` if there is one, else `name.ext`."""
        path = self._folder / name
        local = path.with_suffix(f".{language}{path.suffix}")
        localized_path = local if language and self._disk.exists(local) else path
        if localized_path not in self.parsed_files:
            self.parsed_files[localized_path] = _parsed(parse, ContentFile(localized_path, self._disk.read))
        return self.parsed_files[localized_path]  # pyright: ignore[reportReturnType]

    def _site(self, file: ContentFile) -> SiteTexts:
        is_own = file.path.name == site_texts.FILE
        site = site_texts.parse(file, None if is_own else self._read(site_texts.FILE, "", self._site))
        for key in ("logo", "wordmark", "favicon"):
            if self._is_missing(picture := getattr(site, key)):
                raise site_texts.error_at(file, f".{key}", text("reasons.picture_missing", picture=picture))
        if site.accent and (reason := accent.problem(site.accent)):
            raise site_texts.error_at(file, ".accent", reason)
        return site

    def _media(self, file: ContentFile) -> list[MediaItem]:
        items = file.parse(list[MediaItem])
        for number, item in enumerate(items):
            for key, link in (("url", item.url), ("thumbnail_url", item.thumbnail_url)):
                if self._is_missing(link):
                    raise file.error(f"[{number}].{key}", text("reasons.picture_missing", picture=link))
        return items

    def _is_missing(self, link: str) -> bool:
        return link.startswith(f"/{PICTURES}/") and link.removeprefix(f"/{PICTURES}/") not in self._pictures

    def _downloads(self, file: ContentFile) -> Downloads:
        """Adds the checksums of our own files; an item that is not active needs no file."""
        content = file.parse(Downloads)
        items = list(content.items)
        for number, item in enumerate(items):
            if not item.active or item.sha256 is not UNSET or not item.download_url.startswith(f"/{FILES}/"):
                continue
            download = self._files.get(item.download_url.removeprefix(f"/{FILES}/"))
            if download is None:
                reason = text("reasons.file_missing", file=item.download_url)
                raise file.error(f".items[{number}].download_url", reason)
            items[number] = msgspec.structs.replace(item, sha256=downloads.sha256_of(download))
        return msgspec.structs.replace(content, items=items)


def _parsed(parse: Callable[[ContentFile], T], file: ContentFile) -> T:
    """Raises ContentError also for text that a parser itself fails at."""
    try:
        return parse(file)
    except RecursionError:
        raise ContentError(file.path, text("reasons.nested_deeply")) from None
    except (ValueError, ArithmeticError, MemoryError) as error:  # a number of 5,000 digits
        raise ContentError(file.path, text("reasons.syntax", error=str(error)[:200])) from None
