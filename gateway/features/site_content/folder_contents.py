"""The pages, news and pictures that a content folder has, by the names of its files."""

from typing import Final

from gateway.features.site_content import markdown_files
from gateway.features.site_content.content_files import ContentError
from gateway.features.site_content.folder_files import MAX_FILE_BYTES, NEWS, PAGES, PICTURES, FolderFiles
from gateway.texts import languages, text

PICTURE_TYPES: Final = frozenset({".png", ".jpg", ".webp", ".avif", ".svg", ".ico", ".woff2"})
MAX_PICTURE_BYTES: Final = MAX_FILE_BYTES
MAX_PICTURES_BYTES: Final = 32 << 20
"""All pictures are held in the memory of each process."""
MAX_MARKDOWN_BYTES: Final = 1 << 20
"""All pages and news together; they are in one file for the browser."""


def listed_slugs(files: FolderFiles) -> tuple[list[str], list[str]]:
    """Returns the slugs of pages and of news."""
    folder = files.folder
    size = sum(files.size(path) for part in (PAGES, NEWS) for path in files.files_below(part).values())
    if size > MAX_MARKDOWN_BYTES:
        raise ContentError(folder, text("reasons.files_large", limit=MAX_MARKDOWN_BYTES))
    pages = _slugs_of(files, PAGES)
    for slug in pages:
        if slug not in markdown_files.ANCHORS:
            choices = ", ".join(markdown_files.ANCHORS)
            raise ContentError(folder / PAGES / f"{slug}.md", text("reasons.not_one_of", choices=choices))
    return pages, _slugs_of(files, NEWS)


def _slugs_of(files: FolderFiles, part: str) -> list[str]:
    names = files.files_below(part)
    slugs: list[str] = []
    for name, path in names.items():
        slug, _, suffix = name.partition(".")
        if suffix not in ("md", *(f"{language}.md" for language in languages())):
            raise ContentError(path, text("reasons.file_name"))
        if not markdown_files.SLUG.fullmatch(slug) or len(slug) > markdown_files.MAX_SLUG:
            raise ContentError(path, text("reasons.slug"))
        if f"{slug}.md" not in names:
            raise ContentError(path, text("reasons.base_missing", file=f"{slug}.md"))
        if suffix == "md":
            slugs.append(slug)
    return slugs


def read_pictures(files: FolderFiles) -> dict[str, bytes]:
    pictures: dict[str, bytes] = {}
    total = 0
    for name, path in files.files_below(PICTURES).items():
        if path.suffix not in PICTURE_TYPES:
            raise ContentError(path, text("reasons.not_one_of", choices=", ".join(sorted(PICTURE_TYPES))))
        if (size := files.size(path)) > MAX_PICTURE_BYTES:
            raise ContentError(path, text("reasons.file_large", limit=MAX_PICTURE_BYTES))
        total += size
        if total > MAX_PICTURES_BYTES:
            raise ContentError(path, text("reasons.files_large", limit=MAX_PICTURES_BYTES))
        pictures[name] = files.read(path)
    return pictures
