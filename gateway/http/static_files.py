"""The built page, read once at start, and the operator's content, each in a table of paths.

Requests are only looked up in the tables; no file path is derived from them.
"""

import hashlib
import mimetypes
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path, PurePath

import msgspec
import structlog

from gateway.http import articles, page_texts
from gateway.http.articles import FEED_PATH, Article
from gateway.http.atom import FEED_TYPE
from gateway.http.checked_file import CheckedFile
from gateway.http.file_responses import FileResponse
from gateway.http.languages import SOURCE, SiteLanguages
from gateway.http.page_template import NAMED_PAGES, NO_TEXTS, PageTemplate
from gateway.http.page_texts import PageTexts
from gateway.http.responses import Headers, PreparedResponse, Scope, StoredResponse
from gateway.http.security_headers import allow_inline

log = structlog.get_logger("gateway.http")

PLAYER_PATHS = ("/player/profile", "/player/characters", "/player/donations")  # serve the file of /player
SHARE_PICTURE = "/share/rankings.jpg"
NOINDEX = b'<meta name="robots" content="noindex">'
TAB = "@"  # in the name of a built page: `server-info@rates.html` is /server-info?tab=rates
LINK_PATHS = ("/recover", "/confirm-email")  # of links in mails; serve the file of /
OFFLINE_PATH = "/offline"  # one page in all languages
ARTICLE = "news.html"  # the built page of one article
SITEMAP = "/sitemap.xml"
SERVICE_WORKER = "service-worker.js"
EXTRAS = "render/extras.json"  # the extra of each page and tab that belongs to one
MAX_BYTES_IN_MEMORY = 2 * 1024 * 1024  # larger files are sent from disk

IMMUTABLE = b"public, max-age=31536000, immutable"
REVALIDATE = b"no-cache"
ONE_DAY = b"public, max-age=86400"
NO_STORE = b"no-store"

_CONTENT_FILE = re.compile(r"/assets/(?:content|accent)-\w+(\.css|\.[\w-]+\.json)")
_HOST = re.compile(r"[A-Za-z0-9.\-]{1,100}(:\d{1,5})?|\[[0-9A-Fa-f:.]{2,45}\](:\d{1,5})?")
_TEXTUAL = re.compile(r"text/|application/(json|xml|manifest\+json)|image/svg")
_WITH_ADDRESSES = {".html", ".xml", ".webmanifest"}  # may name pages of a language
_TYPES = {
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".avif": "image/avif",
    ".webp": "image/webp",
    ".js": "text/javascript",
    ".xml": "application/xml",
}
ORIGIN = b"{{origin}}"
_MISSING = (
    b'<!doctype html><html lang="en"><meta charset="utf-8"><title>Not built</title>'
    b"<h1>The page has not been built</h1><p>Run <code>npm run build</code> and start again.</p></html>"
)


SiteResponse = PreparedResponse | PageTemplate | FileResponse


class SiteFiles(msgspec.Struct, frozen=True, kw_only=True):
    """The operator's content: pictures and files by name, texts of the pages by language."""

    version: str = ""
    changed_on: str = "1970-01-01"
    """Day of the last change."""
    pictures: dict[str, bytes] = {}
    files: dict[str, CheckedFile] = {}
    assets: dict[str, bytes] = {}
    """By hashed address."""
    icons: dict[str, bytes] = {}
    """By address; they replace built ones."""
    texts: dict[str, PageTexts] = {}
    articles: dict[str, list[Article]] = {}
    """By language, the newest first."""


class StaticFiles:
    """Responses by path, for all paths outside the API."""

    def __init__(
        self,
        build_folder: Path,
        public_url: str,
        headers: Headers,
        language: str = SOURCE,
        *,
        extras: Collection[str] = (),
    ) -> None:
        """`language` is the one of the paths without a prefix. `extras`: those that are on; the pages of others are
        absent.

        Raises SettingsError if the page was not built in the language.
        """
        self.languages = SiteLanguages(build_folder, language)
        self._public_url = public_url
        self._headers = headers
        self._content: dict[str, SiteResponse] = {}
        self._podium: dict[str, PreparedResponse] = {}
        self._covers: dict[str, PreparedResponse] = {}
        self._article_pages: dict[str, PageTemplate] = {}
        self.named_pages: dict[tuple[str, str], PageTemplate] = {}  # by language and built file
        self.article_views: dict[str, str] = {}  # address of an article → language
        self._table: dict[str, SiteResponse] = {}
        self._views: dict[str, PageTemplate] = {}
        self.replaced_pages: Mapping[str, PreparedResponse] = {}
        """By address: shown in place of the site's own pages, as long as the site is in a state that asks for it."""
        self.content_version = ""
        self.absent_views: list[Callable[[], Collection[str]]] = []
        """Each returns pages and tabs that this server has nothing for; the sitemap leaves them out."""
        self.subject_paths: list[Callable[[], Collection[str]]] = []
        """Each returns pages of single subjects for the sitemap, without prefixes of languages."""
        self.absent_addresses = _absent_addresses(build_folder, extras)
        """Pages and tabs of extras that are off, as the build names them: `/world`, `/c/:name`; sections: `/c`."""
        self.absent_sections = {address.partition("/:")[0] for address in self.absent_addresses}
        if (build_folder / "index.html").is_file():
            self._add_pages(build_folder)
        else:
            log.error("page_not_built", folder=str(build_folder))
            self._table["/"] = _prepare("index.html", NO_STORE, headers, _MISSING)

    def __len__(self) -> int:
        return len(self._table) + len(self._content)

    def prepare(self, site: SiteFiles, headers: Headers) -> Callable[[], None]:
        """Returns a function that puts the operator's content into use. Raises OSError."""
        content: dict[str, SiteResponse] = {}
        for name, body in site.pictures.items():
            content[f"/pictures/{name}"] = _prepare(name, REVALIDATE, headers, body)
        for name, file in site.files.items():
            content[f"/files/{name}"] = FileResponse(file, _with_type(name, ONE_DAY, headers))
        for address, body in site.icons.items():
            content[address] = _prepare(address, ONE_DAY, self._headers, body)
        for address, body in site.assets.items():
            content[address] = _prepare(address, IMMUTABLE, self._headers, body)
        for language, texts in site.texts.items():
            if texts.address in site.assets:
                body = site.assets[texts.address]
                content[f".{language}.json"] = _prepare(texts.address, NO_STORE, self._headers, body)
        accent = site.texts.get(self.languages.default, NO_TEXTS).values.get("accent", "")
        content[".css"] = _prepare(".css", NO_STORE, self._headers, site.assets.get(accent, b""))

        pages, languages = self._articles(site)
        content |= pages
        content |= self._feeds(site)

        def use() -> None:
            self._content, self.article_views = content, languages
            self.content_version = site.version
            for page in self._templates():
                page.use_texts(site.texts.get(page.language, NO_TEXTS))

        return use

    def _articles(self, site: SiteFiles) -> tuple[dict[str, PageTemplate], dict[str, str]]:
        """Returns the pages of articles and the sitemap by address, and the language of each article's address."""
        pages: dict[str, PageTemplate] = {}
        languages: dict[str, str] = {}
        entries: list[bytes] = []
        for language in filter(self._article_pages.__contains__, self.languages.codes):
            for article in site.articles.get(language, []):
                address = self.languages.address(language, articles.article_path(article.slug))
                pages[address] = self._article_pages[language].for_article(article, site.texts[language])
                languages[address] = language
                entries.append(articles.sitemap_entry(address, article.date))
        sitemap = self._table.get(SITEMAP)
        if isinstance(sitemap, PageTemplate):
            pages[SITEMAP] = sitemap.with_entries(b"".join(entries), site.changed_on)
        return pages, languages

    def _feeds(self, site: SiteFiles) -> dict[str, PageTemplate]:
        headers: Headers = [_content_type(FEED_TYPE), (b"cache-control", REVALIDATE), *self._headers]
        feeds: dict[str, PageTemplate] = {}
        for language in filter(site.articles.__contains__, self.languages.codes):
            values = site.texts[language].values
            body = articles.feed(
                site.articles[language],
                lambda path, code=language: self.languages.address(code, path),
                name=values["name"],
                tagline=values["tagline"],
                language=language,
            )
            feeds[self.languages.address(language, FEED_PATH)] = PageTemplate(headers, body, language)
        return feeds

    def _templates(self) -> Iterator[PageTemplate]:
        for page in (*self._table.values(), *self._views.values(), *self.named_pages.values()):
            if isinstance(page, PageTemplate):
                yield page

    def find(self, scope: Scope) -> StoredResponse | FileResponse | None:
        path = scope["path"]
        first = self.replaced_pages.get(path) or self._podium.get(path) or self._covers.get(path)
        response = first or self._content.get(path) or self._table.get(path) or self._other_version(path)
        if not isinstance(response, PageTemplate):
            return response
        if path == SITEMAP:
            response.leave_out(self.absent_pages())
            response.list_subjects(tuple(path for paths in self.subject_paths for path in paths()), self.languages)
        query = scope["query_string"]
        view = f"{path}?{query.decode('latin-1')}" if query else path
        return self._views.get(view, response).response(self.origin(scope))

    def view(self, path: str, tab: str) -> PageTemplate | None:
        """Returns the page of a path and a tab; None if that tab is no page."""
        page = self._views.get(f"{path}?tab={tab}") if tab else self._table.get(path)
        return page if isinstance(page, PageTemplate) else None

    def _other_version(self, path: str) -> SiteResponse | None:
        """Returns our content for a page of older or newer content, which another process may have served."""
        match = _CONTENT_FILE.fullmatch(path)
        return self._content.get(match[1]) if match else None

    def add_views(self, views: Iterable[str]) -> None:
        """Adds pages for `fill`: paths, also with `?tab=`. Any other query gets the empty shell."""
        for view in views:
            shell = self._views.get(view) or self._table.get(view.partition("?")[0])
            if isinstance(shell, PageTemplate):
                self._views[view] = shell.shell_copy()

    def fill(self, markup: Mapping[str, bytes], content: str = "") -> None:
        """Puts markup into the pages of its views and empties all others; ignores markup of another content."""
        if content != self.content_version:
            return
        article_pages = {
            view: page for view in self.article_views if isinstance(page := self._content[view], PageTemplate)
        }
        for view, page in {**self._views, **article_pages}.items():
            page.fill(markup.get(view, b""))
        if isinstance(sitemap := self._content.get(SITEMAP), PageTemplate):
            sitemap.use_value("snapshot_day", datetime.now(UTC).date().isoformat())

    def use_share_picture(self, picture: bytes) -> None:
        """Replaces the built link preview of the rankings; the pages name it by a new address."""
        headers = [_content_type("image/jpeg"), (b"cache-control", ONE_DAY), *self._headers]
        self._podium = {SHARE_PICTURE: PreparedResponse(headers, picture, compress=False)}
        version = f"?v={hashlib.sha256(picture).hexdigest()[:10]}"
        for page in self._templates():
            page.use_value("share_version", version)

    def use_share_covers(self, pictures: Mapping[str, bytes]) -> None:
        """Replaces the built link previews, by name of the page; a live one of the rankings takes precedence."""
        names = {page: f"/share/{page}.jpg" for page in pictures}
        self._covers = {names[page]: _prepare(names[page], ONE_DAY, self._headers, pictures[page]) for page in names}

    def is_absent(self, path: str) -> bool:
        """Returns whether a path without prefix is below a page of an extra that is off."""
        return "/".join(path.split("/", 2)[:2]) in self.absent_sections

    def absent_pages(self) -> frozenset[str]:
        """Returns the pages and tabs of extras that are off, and those that this server has nothing for."""
        return frozenset(self.absent_addresses).union(*(views() for views in self.absent_views))

    def redirect(self, path: str) -> tuple[int, str] | None:
        """Returns status and target for a path that is not in the table.

        The target is its page without the slash at the end, or without the prefix that the default language does not
        have, or else the language's Home.

        Returns None for an unknown file, which is a 404.
        """
        if path.endswith("/") and path[:-1] in self._table:
            return 308, path[:-1]
        language = self.languages.of_path(path)
        without_prefix = path.removeprefix(f"/{language}") or "/"
        is_named = without_prefix in self._table or without_prefix in self.article_views
        is_page_of_default = is_named or self.is_absent(without_prefix)
        if language == self.languages.default and without_prefix != path and is_page_of_default:
            return 308, without_prefix
        last = path.rsplit("/", 1)[-1]
        is_file = path.startswith(("/assets/", "/files/", "/pictures/"))
        is_page = not is_file and "/." not in path and ("." not in last or last.endswith(".html"))
        return (302, self.languages.address(language, "/")) if is_page else None

    def _add_pages(self, build_folder: Path) -> None:
        for path in _files(build_folder):
            name = path.relative_to(build_folder).as_posix()
            if name.startswith(("render/", "admin/")):
                continue  # of the service, not of the browser; of the administration
            if path.suffix == ".html":
                self._add_page(name, self._read(path, name, REVALIDATE))
            elif path.suffix not in {".br", ".gz", ".map"}:
                self._table[f"/{name}"] = self._read(path, name, _cache_control(name))
        for code in self.languages.codes:
            home = self._table[self.languages.address(code, "/")]
            player = self._table.get(self.languages.address(code, "/player"), home)
            self._table.update({self.languages.address(code, path): player for path in PLAYER_PATHS})
            self._table.update({self.languages.address(code, path): home for path in LINK_PATHS})

    def _add_page(self, name: str, page: SiteResponse) -> None:
        language, file = self.languages.of_file(name)
        path, _, tab = f"/{file.removesuffix('.html')}".replace("/index", "/").partition(TAB)
        if (f"{path}?tab={tab}" if tab else NAMED_PAGES.get(file, path)) in self.absent_addresses:
            return
        if file == ARTICLE and isinstance(page, PageTemplate):
            self._article_pages[language] = page
            return
        if file in NAMED_PAGES and isinstance(page, PageTemplate):
            self.named_pages[language, file] = page
            return
        address = path if path == OFFLINE_PATH else self.languages.address(language, path)
        if tab and isinstance(page, PageTemplate):
            self._views[f"{address}?tab={tab}"] = page
        else:
            self._table[address] = page

    def _read(self, path: Path, name: str, cache_control: bytes) -> SiteResponse:
        if path.stat().st_size > MAX_BYTES_IN_MEMORY:
            return FileResponse(
                CheckedFile.check(path.parent, path), _with_type(path.name, cache_control, self._headers)
            )
        body = path.read_bytes()
        if not self._public_url and ORIGIN in body and cache_control == ONE_DAY:
            cache_control = NO_STORE  # it repeats the host of the request, which is not for others
        headers = _with_type(path.name, cache_control, self._headers)
        if NOINDEX in body:
            headers.append((b"x-robots-tag", b"noindex"))
        if path.suffix in _WITH_ADDRESSES:
            body = self.languages.add_prefixes(body)
            headers = allow_inline(headers, body)
        if cache_control != IMMUTABLE and page_texts.PLACEHOLDER.search(body):
            return PageTemplate(headers, body, self.languages.of_file(name)[0])
        return _asset(path, headers, body)

    def origin(self, scope: Scope) -> str:
        if self._public_url:
            return self._public_url
        for name, value in scope["headers"]:
            if name == b"host":
                return _origin(scope["scheme"], value)
        return ""


@lru_cache(256)
def _origin(scheme: str, host: bytes) -> str:
    text = host.decode("latin-1")
    return f"{scheme}://{text}" if _HOST.fullmatch(text) else ""


def _absent_addresses(build_folder: Path, extras: Collection[str]) -> frozenset[str]:
    """Returns the addresses of pages and tabs that an extra outside `extras` fills."""
    file = build_folder / EXTRAS
    owners = msgspec.json.decode(file.read_bytes(), type=dict[str, str]) if file.is_file() else {}
    return frozenset(address for address, extra in owners.items() if extra not in extras)


def read_asset(path: Path, name: str, cache_control: bytes, headers: Headers) -> PreparedResponse:
    """Returns a built file with the compressed forms beside it."""
    return _asset(path, _with_type(name, cache_control, headers), path.read_bytes())


def _asset(path: Path, headers: Headers, body: bytes) -> PreparedResponse:
    gzip_body, brotli_body = (_read_precompressed(path, suffix) for suffix in (".gz", ".br"))
    return PreparedResponse(headers, body, gzip_body=gzip_body, brotli_body=brotli_body, compress=_is_text(path.name))


def _cache_control(name: str) -> bytes:
    if name.startswith("assets/"):
        return IMMUTABLE
    return REVALIDATE if name == SERVICE_WORKER else ONE_DAY


def _prepare(name: str, cache_control: bytes, headers: Headers, body: bytes) -> PreparedResponse:
    return PreparedResponse(_with_type(name, cache_control, headers), body, compress=_is_text(name))


def _with_type(name: str, cache_control: bytes, headers: Headers) -> Headers:
    # A proxy that rewrites HTML, as a CDN does with addresses of mails, would break the hydration of rendered pages.
    media_type = _media_type(name)
    directives = b"%s, no-transform" % cache_control if media_type == "text/html" else cache_control
    return [_content_type(media_type), (b"cache-control", directives), *headers]


def _is_text(name: str) -> bool:
    return bool(_TEXTUAL.match(_media_type(name)))


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file()) if folder.is_dir() else []


def _read_precompressed(path: Path, suffix: str) -> bytes | None:
    file = path.with_name(path.name + suffix)
    return file.read_bytes() if file.is_file() else None


def _media_type(name: str) -> str:
    return _TYPES.get(PurePath(name).suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"


def _content_type(media_type: str) -> tuple[bytes, bytes]:
    return b"content-type", f"{media_type}{'; charset=utf-8' if media_type.startswith('text/') else ''}".encode()
