"""The built page and the operator's files: a table of known paths, read once at start.

No path of the file system is ever made from a request.
"""

import mimetypes
import re
from pathlib import Path

import structlog

from gateway.http.file_responses import Download
from gateway.http.responses import Headers, Reply, Scope

log = structlog.get_logger("gateway.http")

PLAYER = ("/player/profile", "/player/characters", "/player/donations")  # all show what /player shows
ORIGIN = b"{{origin}}"  # stands in the built files for the address the visitor came by
ORIGINS = 16
IN_MEMORY = 2 * 1024 * 1024  # larger files are sent from the disk

IMMUTABLE = b"public, max-age=31536000, immutable"
REVALIDATED = b"no-cache"
A_DAY = b"public, max-age=86400"

_HOST = re.compile(r"[A-Za-z0-9.\-]{1,100}(:\d{1,5})?|\[[0-9A-Fa-f:.]{2,45}\](:\d{1,5})?")
_TEXTUAL = re.compile(r"text/|application/(json|xml|manifest\+json)|image/svg")
_TYPES = {
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".avif": "image/avif",
    ".webp": "image/webp",
    ".js": "text/javascript",
    ".xml": "application/xml",
}
_MISSING = (
    b'<!doctype html><html lang="en"><meta charset="utf-8"><title>Not built</title>'
    b"<h1>The page has not been built</h1><p>Run <code>npm run build</code> and start again.</p></html>"
)


class Templated:
    """A page that names the address it was asked by; kept for the few addresses a site has."""

    def __init__(self, headers: Headers, body: bytes) -> None:
        self._headers, self._body = headers, body
        self._replies: dict[str, Reply] = {}

    def at(self, origin: str) -> Reply:
        known = self._replies.get(origin)
        if known is None:
            known = Reply(self._headers, self._body.replace(ORIGIN, origin.encode()))
            if len(self._replies) < ORIGINS:
                self._replies[origin] = known
        return known


class Pages:
    """What is served under each path that is no API."""

    def __init__(self, built: Path, files: Path, public_url: str, headers: Headers) -> None:
        self._public_url = public_url.rstrip("/")
        self._headers = headers
        self._table: dict[str, Reply | Templated | Download] = {}
        if (built / "index.html").is_file():
            self._take_pages(built)
        else:
            log.error("page_not_built", looked_in=str(built))
            self._table["/"] = Reply([*headers, _type("text/html"), (b"cache-control", b"no-store")], _MISSING)
        for path in _files(files):
            self._table[f"/files/{path.relative_to(files).as_posix()}"] = self._read(path, A_DAY)

    def __len__(self) -> int:
        return len(self._table)

    def find(self, scope: Scope) -> Reply | Download | None:
        found = self._table.get(scope["path"])
        return found.at(self._origin(scope)) if isinstance(found, Templated) else found

    def is_page(self, path: str) -> bool:
        """Whether a path that is not known was meant as a page (and leads home) rather than a file (and is missing)."""
        last = path.rsplit("/", 1)[-1]
        return not path.startswith(("/assets/", "/files/")) and ("." not in last or last.endswith(".html"))

    def _take_pages(self, built: Path) -> None:
        for path in _files(built):
            name = path.relative_to(built).as_posix()
            if path.suffix == ".html":
                address = "/" if name == "index.html" else f"/{name.removesuffix('.html')}"
                self._table[address] = self._read(path, REVALIDATED)
            elif path.suffix not in {".br", ".gz", ".map"}:
                self._table[f"/{name}"] = self._read(path, IMMUTABLE if name.startswith("assets/") else A_DAY)
        player = self._table.get("/player", self._table["/"])
        self._table.update(dict.fromkeys(PLAYER, player))

    def _read(self, path: Path, cache_control: bytes) -> Reply | Templated | Download:
        kind = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        headers: Headers = [_type(kind), (b"cache-control", cache_control), *self._headers]
        if path.stat().st_size > IN_MEMORY:
            return Download(path, headers)
        body = path.read_bytes()
        if ORIGIN in body:
            return Templated(headers, body)
        packed = {suffix: _beside(path, suffix) for suffix in (".gz", ".br")}
        return Reply(headers, body, gzipped=packed[".gz"], brotlied=packed[".br"], compress=bool(_TEXTUAL.match(kind)))

    def _origin(self, scope: Scope) -> str:
        if self._public_url:
            return self._public_url
        host = next((value.decode("latin-1") for name, value in scope["headers"] if name == b"host"), "")
        return f"{scope['scheme']}://{host}" if _HOST.fullmatch(host) else ""


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file()) if folder.is_dir() else []


def _beside(path: Path, suffix: str) -> bytes | None:
    packed = path.with_name(path.name + suffix)
    return packed.read_bytes() if packed.is_file() else None


def _type(kind: str) -> tuple[bytes, bytes]:
    charset = "; charset=utf-8" if kind.startswith("text/") else ""
    return b"content-type", f"{kind}{charset}".encode()
