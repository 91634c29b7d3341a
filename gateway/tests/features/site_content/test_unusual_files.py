"""Unusual and hostile files of each kind: refused with the file's name and the limit, never an ended service."""

import fcntl
import io
import os
import random
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import pytest
from PIL import Image

from gateway import cli, package_data
from gateway.features.site_content.content_files import ContentError
from gateway.features.site_content.content_store import ContentStore, SiteContent, load
from gateway.pictures import picture_decoder_main
from gateway.pictures.picture_decoder import PictureRefused, small_copy
from gateway.tests.support.hostile_pictures import png_head

SIDE: Final = 13_000
FORMATS: Final = {"png": "PNG", "jpg": "JPEG", "webp": "WEBP", "avif": "AVIF"}
TOO_LARGE: Final = "the limit is 4,096 × 4,096"
UNREADABLE: Final = "The picture cannot be read as PNG, JPEG, WebP or AVIF within 128 MB."

Plant = Callable[[Path], object]


def _picture(kind: str, size: tuple[int, int] = (64, 64), mode: str = "RGB") -> bytes:
    file = io.BytesIO()
    Image.new(mode, size, 0).save(file, FORMATS[kind])
    return file.getvalue()


def _text(name: str, text: str | bytes) -> Plant:
    return lambda folder: (folder / name).write_bytes(text.encode() if isinstance(text, str) else text)


def _favicon(name: str, body: bytes | Callable[[], bytes]) -> Plant:
    """A large picture is drawn when its test runs: each worker imports this module."""

    def plant(folder: Path) -> None:
        (folder / "pictures").mkdir(exist_ok=True)
        (folder / "pictures" / name).write_bytes(body if isinstance(body, bytes) else body())
        site = (folder / "site.toml").read_text(encoding="utf-8")
        (folder / "site.toml").write_text(f'favicon = "/pictures/{name}"\n{site}', encoding="utf-8")

    return plant


def _logo(name: str, body: bytes | Callable[[], bytes]) -> Plant:
    def plant(folder: Path) -> None:
        (folder / "pictures").mkdir(exist_ok=True)
        (folder / "pictures" / name).write_bytes(body if isinstance(body, bytes) else body())
        site = (folder / "site.toml").read_text(encoding="utf-8")
        lines = [line for line in site.splitlines() if not line.startswith("logo")]
        (folder / "site.toml").write_text("\n".join([f'logo = "/pictures/{name}"', *lines]), encoding="utf-8")

    return plant


def _sparse(name: str) -> Plant:
    def plant(folder: Path) -> None:
        (folder / name).parent.mkdir(exist_ok=True)
        with (folder / name).open("wb") as file:
            file.truncate(64 << 30)

    return plant


def _pipe(name: str) -> Plant:
    def plant(folder: Path) -> None:
        (folder / name).unlink()
        os.mkfifo(folder / name)

    return plant


def _circle(name: str) -> Plant:
    def plant(folder: Path) -> None:
        (folder / name).unlink(missing_ok=True)
        (folder / name).symlink_to(folder / name)

    return plant


def _named(name: bytes) -> Plant:
    def plant(folder: Path) -> None:
        (folder / "files" / os.fsdecode(name)).write_bytes(b"1")

    return plant


REFUSED: Final[Sequence[tuple[Plant, str]]] = (
    (_text("site.toml", "a=" + "[" * 5_000), "site.toml: The file is nested too deeply."),
    (_text("site.es.toml", "a=" + "[" * 5_000 + "]" * 5_000), "site.es.toml: The file is nested too deeply."),
    (_text("site.toml", "a=" + "9" * 5_000), "site.toml: The file cannot be read"),
    (_text("site.toml", ""), "site.toml:1: name: name is missing."),
    (_text("site.toml", b"\xff\xfea"), "site.toml:1: The file is not UTF-8."),
    (_text("site.toml", "[a]\n[a]"), "site.toml:"),
    (_sparse("site.toml"), "site.toml: The file is larger than"),
    (_pipe("site.toml"), "site.toml: The system reports: is not a regular file"),
    (_circle("site.toml"), "site.toml: "),
    (_text("media.json", "[" * 100_000), "media.json"),
    (_text("media.json", ""), "media.json:1: The file cannot be read"),
    (_text("server-info.json", '{"rates":' + "9" * 5_000 + "}"), "server-info.json"),
    (_text("downloads.json", '{"items":' + '{"a":' * 50_000), "downloads.json"),
    (_text("downloads.json", "null"), "downloads.json:1: "),
    (_sparse("pages/rules.md"), "larger than"),
    (_text("pages/rules.md", ""), "rules.md:1: The text is empty."),
    (_text("pages/rules.md", b"\xc3\x28"), "rules.md:1: The file is not UTF-8."),
    (_text("news/welcome.md", "---\ntitle: a\ndate: 99999-01-01\n---\nb"), "welcome.md:3: date needs a day"),
    (_circle("files/tool.zip"), "tool.zip: "),
    (_named(b"\xff.zip"), "cannot be shown"),
    (_named(b"a\nb.zip"), "cannot be shown"),
    (_favicon("a.png", b""), UNREADABLE),
    (_favicon("a.png", bytes(100)), UNREADABLE),
    (_favicon("a.png", b"%!PS-Adobe-3.0 EPSF-3.0\n"), UNREADABLE),
    (_favicon("a.png", png_head(0, 0)), UNREADABLE),
    (_favicon("a.png", png_head(SIDE, SIDE)), f"a.png: The picture has 13,000 × 13,000 pixels; {TOO_LARGE}"),
    (_favicon("a.png", png_head(2**31 - 1, 2**31 - 1)), TOO_LARGE),
    (_favicon("a.png", png_head(4096, 4096)), UNREADABLE),
    (_favicon("a.png", _picture("png", (4097, 1))), TOO_LARGE),
    (_favicon("a.jpg", _picture("jpg", (1, 5000))), TOO_LARGE),
    (_favicon("a.webp", lambda: _picture("webp", (4096, 4096), "RGBA")), UNREADABLE),
    (_favicon("a.avif", _picture("avif")[:-20]), UNREADABLE),
    (_logo("a.png", png_head(SIDE, SIDE)), f"a.png: The picture has 13,000 × 13,000 pixels; {TOO_LARGE}"),
    (_logo("a.webp", _picture("webp")[:30]), UNREADABLE),
    (_sparse("pictures/a.png"), "a.png: The file is larger than 2,097,152 bytes"),
)
"""What is put into a valid folder, and a part of the reason of its refusal."""

ACCEPTED: Final[Sequence[Plant]] = (
    _favicon("a.png", _picture("webp")),
    _favicon("a.png", lambda: _picture("png", (4096, 4096), "RGBA")),
    _favicon("a.png", _picture("png", (1, 1), "P")),
    _logo("a.jpg", lambda: _picture("jpg", (4096, 2000))),
    lambda folder: os.utime(folder / "site.toml", ns=(0, 2**62)),
    lambda folder: os.utime(folder / "site.toml", ns=(0, -(2**60))),
    _sparse("files/client.zip"),
    lambda folder: (folder / "site.fr.toml.bak").mkdir(),
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(package_data.content(), tmp_path / "content"))


def _prepare(_content: SiteContent) -> Callable[[], None]:
    return lambda: None


@pytest.mark.parametrize("number", range(len(REFUSED)), ids=[reason for _, reason in REFUSED])
async def test_unusual_file_is_refused_by_name_at_start_in_the_check_and_while_running(
    folder: Path, number: int, capsys: pytest.CaptureFixture[str]
) -> None:
    plant, reason = REFUSED[number]
    store = ContentStore(folder)
    valid_content = store.current
    plant(folder)
    with pytest.raises(ContentError) as refusal:
        load(folder)
    assert str(refusal.value).startswith(str(folder))
    assert reason in str(refusal.value)
    await store.refresh(_prepare)
    assert store.current is valid_content
    assert cli.main(["content", "check", str(folder)]) == 1
    assert reason in capsys.readouterr().err


@pytest.mark.parametrize("plant", ACCEPTED)
def test_unusual_file_that_harms_nothing_is_accepted(folder: Path, plant: Plant) -> None:
    plant(folder)
    assert load(folder).texts.site.name == "Fishi"


@pytest.mark.parametrize("kind", FORMATS)
def test_damaged_picture_is_refused_or_decoded(kind: str) -> None:
    choices, picture = random.Random(kind), _picture(kind, (300, 200))
    for _ in range(4):
        damaged = bytearray(picture)
        for _ in range(8):
            damaged[choices.randrange(12, len(damaged))] = choices.randrange(256)
        outcome = _outcome(bytes(damaged))
        assert outcome.startswith("\x89PNG") or outcome == UNREADABLE or TOO_LARGE in outcome


def _outcome(picture: bytes) -> str:
    try:
        return small_copy(picture).decode("latin-1")
    except PictureRefused as error:
        return str(error)


def test_large_picture_takes_its_memory_outside_of_the_service(folder: Path) -> None:
    """11 kB of PNG took 770 MB of the process."""
    body = _picture("png", (4096, 4096), "RGBA")
    before_kb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    _favicon("a.png", body)(folder)
    load(folder)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before_kb < 40 << 10


def test_one_picture_is_decoded_at_a_time_on_the_machine() -> None:
    command = [sys.executable, "-m", picture_decoder_main.__name__]
    with Path(picture_decoder_main.__file__).open("rb") as module:
        fcntl.flock(module, fcntl.LOCK_EX)  # as another decoder
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as decoder:
            assert decoder.stdin
            decoder.stdin.write(_picture("png"))
            decoder.stdin.close()
            with pytest.raises(subprocess.TimeoutExpired):
                decoder.wait(timeout=3)
            fcntl.flock(module, fcntl.LOCK_UN)
            assert decoder.stdout
            assert decoder.stdout.read().startswith(b"\x89PNG")
