"""Data files of the service: inside the package if installed from a wheel, next to it in a checkout.

The build hook of the wheel imports this module from the checkout: standard library only.
"""

import hashlib
import json
import re
import tomllib
from importlib import metadata
from pathlib import Path

PAGE_VERSION = "_page_version"
_PACKAGE = Path(__file__).parent
_PAGE_SOURCES = ("package-lock.json", "package.json", "tsconfig.json")
_NOT_PAGE_SOURCES = ("ui/dist/", "ui/e2e/", "ui/art/rendered/", "ui/content/files/")
_GENERATED = {"ui/src/shared/api/schema.d.ts", "ui/src/admin/api/schema.d.ts", "ui/src/shared/texts.d.ts"}


def _find(packaged_name: str, checkout_name: str) -> Path:
    inside = _PACKAGE / packaged_name
    return inside if inside.is_dir() else _PACKAGE.parent / checkout_name


def release() -> str:
    """Returns the version of this program, as pyproject.toml has it."""
    project = _PACKAGE.parent / "pyproject.toml"
    if project.is_file():
        return str(tomllib.loads(project.read_text(encoding="utf-8"))["project"]["version"])
    return metadata.version("fishi-gateway")


def changelog() -> Path:
    """CHANGELOG.md."""
    packaged_file = _PACKAGE / "_changelog.md"
    return packaged_file if packaged_file.is_file() else _PACKAGE.parent / "CHANGELOG.md"


def sql() -> Path:
    """Named queries, views, schema and grants."""
    return _find("_sql", "sql")


def query_files() -> list[Path]:
    """Returns the files of named queries: of core, of the administration, and of each extra that has some."""
    return sorted(sql().glob("**/queries/*.sql"))


def noun_tables() -> dict[str, Path]:
    """Returns the folders with tables of their own, by noun: of the administration, and of each extra that has some."""
    folders = [path.parent for path in (*sql().glob("administration/schema"), *sql().glob("extras/*/schema"))]
    return {folder.name: folder for folder in sorted(folders)}


def ui() -> Path:
    """The built page; missing in a checkout before its first build."""
    return _find("_ui", "ui/dist")


def content() -> Path:
    """Server info, media and downloads, which an operator may replace."""
    return _find("_content", "ui/content")


def deploy() -> Path:
    """The systemd unit, nginx.conf, Caddyfile and the networks of a CDN."""
    return _PACKAGE / "deploy"


def expected_page_version() -> str:
    """Returns the version of the page that belongs to this service: as the wheel recorded it, or of the checkout."""
    version_file = _PACKAGE / PAGE_VERSION
    return version_file.read_text(encoding="utf-8") if version_file.is_file() else source_version(_PACKAGE.parent)


def built_page_version(build_folder: Path) -> str:
    """Returns the version that ui/build/version.mjs computed and the build wrote into the page; empty without one."""
    index = build_folder / "index.html"
    text = index.read_text(encoding="utf-8", errors="replace") if index.is_file() else ""
    version = re.search(r'<meta name="version" content="([^"]*)">', text)
    return version[1] if version else ""


def source_version(checkout: Path) -> str:
    """Returns the version of the page that the checkout's sources make, as ui/build/version.mjs computes it."""
    version = json.loads((checkout / "package.json").read_text(encoding="utf-8"))["version"]
    sources = [*(checkout / "ui").rglob("*"), *(checkout / "gateway" / "texts").glob("*.json")]
    files = (path.relative_to(checkout).as_posix() for path in sources if path.is_file())
    digest = hashlib.sha256()
    for path in sorted([*_PAGE_SOURCES, *files]):
        if not path.startswith(_NOT_PAGE_SOURCES) and path not in _GENERATED:
            digest.update(path.encode() + b"\0" + (checkout / path).read_bytes())
    return f"{version}+{digest.hexdigest()[:12]}"
