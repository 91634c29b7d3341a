"""Languages of the built page, and the prefix of each one's paths. The site's default language has none."""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from gateway.config.settings import SettingsError
from gateway.texts import languages

SOURCE: Final = "en"
"""Its pages are at the top of the build; every other language has a folder."""
_ADDRESS: Final = re.compile(rb"\{\{([a-z]+):(/[^{}]*)\}\}")
_DEFAULT: Final = "default"


def prefix(language: str, site_language: str) -> str:
    """Returns what the paths of the page begin with in a language of the catalogues."""
    return f"/{language}" if language in languages() and language != site_language else ""


class SiteLanguages:
    def __init__(self, build_folder: Path, default: str = SOURCE) -> None:
        """Raises SettingsError if the page was not built in the default language."""
        self.codes = (SOURCE, *sorted(index.parent.name for index in build_folder.glob("*/index.html")))
        self.default = default if (build_folder / "index.html").is_file() else SOURCE
        if self.default not in self.codes:
            raise SettingsError(
                f"server.language: the page has no language {default!r}; it has {', '.join(self.codes)}"
            )
        self.prefixes = {code: "" if code == self.default else f"/{code}" for code in self.codes}

    def address(self, language: str, path: str) -> str:
        """Returns the address of a page, which may have a query, in a language."""
        prefix = self.prefixes[language]
        return prefix + path if path != "/" else prefix or path

    def of_file(self, name: str) -> tuple[str, str]:
        """Returns the language of a built HTML file, and its name in that language's folder."""
        folder, _, file = name.partition("/")
        return (folder, file) if file and folder in self.codes else (SOURCE, name)

    def of_path(self, path: str) -> str:
        """Returns the language of a path; a path without prefix has the default language."""
        first = path.split("/", 2)[1] if "/" in path else ""
        return first if first in self.codes else self.default

    def add_prefixes(self, body: bytes) -> bytes:
        """Replaces `{{es:/rankings}}` by the address of that page; the language `default` is the site's."""

        def replace(match: re.Match[bytes]) -> bytes:
            code, path = match[1].decode(), match[2].decode()
            return self.address(self.default if code == _DEFAULT else code, path).encode()

        return _ADDRESS.sub(replace, body)

    def views(self, paths: Iterable[str]) -> dict[str, str]:
        """Returns the language of each address at which one of the pages is."""
        paths = list(paths)
        return {self.address(code, path): code for code in self.codes for path in paths}
