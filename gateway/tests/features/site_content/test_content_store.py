"""The content folder: errors with file and line, links out of it, changes taken up or refused, and its command."""

import codecs
import shutil
from collections.abc import Callable
from pathlib import Path

import httpx
import msgspec
import pytest

from gateway import cli, package_data
from gateway.features.site_content import content_store, downloads, folder_contents, markdown_files, sample
from gateway.features.site_content.content_files import ContentError
from gateway.features.site_content.content_store import ContentStore, SiteContent, load
from gateway.tests.conftest import ServiceFactory, WorldFactory
from gateway.tests.support.wait_until import until
from gateway.texts import languages

SITE, INFO, MEDIA, DOWNLOADS = content_store.TEXTS

LINKS = '[[footer_links]]\nlabel = "a"\nurl = "/a"\n[[footer_links]]\nlabel = 5'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the packaged content."""
    return Path(shutil.copytree(package_data.content(), tmp_path / "content"))


def _replace(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "old", "new", "line", "reason"),
    [
        (INFO, '"level": 85', '"level": "85"', 63, "bosses[0].level: Write a whole number."),
        (INFO, '"owner": "Nightwatch",', "", 70, "castles[0].owner: owner is missing."),
        (
            INFO,
            '"owner": "Nightwatch"',
            '"owner": "Nightwatch", "tax": 5',
            72,
            "castles[0].tax: tax is not known here.",
        ),
        (INFO, '"sieges"', '"siege"', 49, "siege is not known here"),
        (INFO, '"autoLoot": true', '"autoLoot": 1', 129, "farm_zones[0].autoLoot: This value is of another kind."),
        (INFO, '"client": "Interlude",', '"client": "Interlude"', 4, "malformed"),
        (MEDIA, '"/media/siege.webp"', '"javascript:alert(1)"', 36, "[3].url: Write an address with https://"),
        (MEDIA, '"/media/siege.webp"', '"//evil.example/a"', 36, "[3].url: Write an address with https://"),
        (MEDIA, '"/media/siege.webp"', '"/pictures/gone.png"', 36, "There is no picture /pictures/gone.png."),
        (SITE, 'name = "Fishi"', 'name = ""', 1, "name: Write a text."),
        (SITE, 'game = "Lineage 2 Interlude x15"\n', "", 1, "game is missing."),
        (SITE, 'title = "An', 'titel = "An', 10, "hero.titel: titel is not known here."),
        (SITE, "https://chat.example/bugs", "javascript:alert(1)", 19, "links.bugs: Write an address"),
        (SITE, "[links]", LINKS, 21, "footer_links[1]"),
        (SITE, '"/wordmark.svg"', '"/pictures/gone.svg"', 7, "There is no picture /pictures/gone.svg."),
        (SITE, "[hero]", 'accent = "gold"\n[hero]', 9, "accent: Write a colour"),
        (SITE, "[hero]", 'accent = "#1a3a8a"\n[hero]', 9, "accent: The contrast is 1.52:1, too low for text."),
        (SITE, "[hero]", "[hero", 9, "Expected ']'"),
        (DOWNLOADS, "fishi-patch-v1.0.0.zip", "../media.json", 17, "There is no file /files/../media.json."),
    ],
)
def test_load_invalid_file_names_file_line_and_reason(
    folder: Path, name: str, old: str, new: str, line: int, reason: str
) -> None:
    _replace(folder / name, old, new)
    with pytest.raises(ContentError) as refusal:
        load(folder)
    assert str(refusal.value).startswith(f"{folder / name}:{line}: ")
    assert reason in str(refusal.value)


@pytest.mark.parametrize("name", [SITE, INFO, "pages/rules.md", "news/welcome.md"])
def test_load_files_of_windows_editors_are_read_and_other_encodings_refused(folder: Path, name: str) -> None:
    version, data = load(folder).version, (folder / name).read_bytes()
    (folder / name).write_bytes(codecs.BOM_UTF8 + data.replace(b"\n", b"\r\n"))
    assert load(folder).version == version
    (folder / name).write_bytes(data.decode().replace("\n", "\r\n").encode("utf-16"))
    assert load(folder).version == version
    (folder / name).write_bytes(data.replace(b"\n", b"\n\xe9", 1))
    with pytest.raises(ContentError, match=rf"{name}:2: The file is not UTF-8\. Save"):
        load(folder)


def test_load_translations_replace_a_file_wholly_for_their_language(folder: Path) -> None:
    text = (folder / SITE).read_text(encoding="utf-8")
    (folder / "server-info.es.json").unlink()
    (folder / "site.es.toml").write_text(text.replace("castles worth", "castillos"), encoding="utf-8")
    content = load(folder)
    assert "castillos" in content.in_language("es").site.hero.title
    assert "castelos" in content.in_language("pt").site.hero.title
    assert content.in_language("en") == content.texts
    assert content.in_language("es").info == content.texts.info
    (folder / "site.fr.toml").write_text(text, encoding="utf-8")
    with pytest.raises(ContentError, match=r"site\.fr\.toml: It has to be one of en, es, pt"):
        load(folder)


def test_load_file_without_a_category_or_missing_is_refused(folder: Path) -> None:
    (folder / INFO).write_text('{"general": {"client": "a", "main_class": "b", "max_clients_per_ip": 1}}')
    with pytest.raises(ContentError, match="rates is missing"):
        load(folder)
    (folder / INFO).unlink()
    with pytest.raises(ContentError, match=r"server-info\.json: The system reports: No such file"):
        load(folder)
    with pytest.raises(ContentError, match="no such folder; `gateway content init`"):
        load(folder / "nowhere")


@pytest.mark.parametrize("name", ["pictures/logo.png", "files/client.zip", MEDIA])
def test_load_link_out_of_the_folder_is_refused(folder: Path, tmp_path: Path, name: str) -> None:
    (tmp_path / "secret").write_text("[]")
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).unlink(missing_ok=True)
    (folder / name).symlink_to(tmp_path / "secret")
    with pytest.raises(ContentError, match=rf"{name}: The file is a link out of"):
        load(folder)


def test_load_pictures_have_known_types_and_a_limited_size(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pictures = folder / "pictures"
    (pictures / "walls").mkdir(parents=True)
    (pictures / "walls" / "dusk.png").write_bytes(b"png")
    (pictures / ".hidden").write_bytes(b"-")
    assert load(folder).pictures == {"walls/dusk.png": b"png"}
    for name, size, reason in (
        ("a.html", 1, "It has to be one of"),
        ("a.png", folder_contents.MAX_PICTURE_BYTES + 1, "The file is larger"),
    ):
        (pictures / name).write_bytes(bytes(size))
        with pytest.raises(ContentError, match=rf"{name}: {reason}"):
            load(folder)
        (pictures / name).unlink()
    monkeypatch.setattr(folder_contents, "MAX_PICTURES_BYTES", 2)
    with pytest.raises(ContentError, match="All files together"):
        load(folder)


def test_load_given_or_large_file_has_no_calculated_checksum(folder: Path) -> None:
    with (folder / "files" / "large.zip").open("wb") as large:
        large.truncate(downloads.MAX_HASHED_BYTES + 1)
    _replace(folder / DOWNLOADS, "fishi-full-client-v1.0.0.zip", "large.zip")
    _replace(folder / DOWNLOADS, '"id": "patch",', '"id": "patch", "sha256": "beef",')
    assert [item.sha256 for item in load(folder).texts.downloads.items] == [msgspec.UNSET, "beef"]


def test_load_version_follows_texts_pictures_and_files(folder: Path) -> None:
    versions = {load(folder).version}
    _replace(folder / INFO, '"exp": "10x"', '"exp": "77x"')
    versions.add(load(folder).version)
    (folder / "files" / "new.zip").write_bytes(b"1")
    versions.add(load(folder).version)
    assert len(versions) == 3
    assert load(folder).version in versions


async def test_refresh_takes_up_a_change_and_keeps_the_content_before_a_mistake(folder: Path) -> None:
    store, published_contents = ContentStore(folder), list[SiteContent]()
    first = store.current

    def prepare(content: SiteContent) -> Callable[[], None]:
        return lambda: published_contents.append(content)

    await store.refresh(prepare)
    assert (store.current, published_contents) == (first, [])
    _replace(folder / INFO, '"exp": "10x"', '"exp": 77')
    await store.refresh(prepare)
    assert (store.current, published_contents) == (first, [])
    _replace(folder / INFO, '"exp": 77', '"exp": "77x"')
    await store.refresh(prepare)
    assert published_contents == [store.current]
    assert msgspec.to_builtins(store.current.texts.info)["rates"]["exp"] == "77x"


async def test_refused_file_is_held_back_alone_and_the_others_are_taken_up(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = ContentStore(folder)
    (folder / "news" / "opening.es.md").write_text("---\ntitle: Hola\ndate: 2026-01-01\n---\nHola")
    _replace(folder / INFO, '"exp": "10x"', '"exp": 77')
    (folder / "pictures").mkdir()
    (folder / "pictures" / "logo.png").write_bytes(b"no picture")
    (folder / "pictures" / "wall.png").write_bytes(b"png")
    _replace(folder / MEDIA, '"/media/siege.webp"', '"/pictures/wall.png"')
    _replace(folder / SITE, 'name = "Fishi"', 'name = "Aden"')
    await store.refresh(lambda _: lambda: None)
    assert store.site_name() == "Aden"
    assert "/pictures/wall.png" in [item.url for item in store.current.texts.media]
    assert msgspec.to_builtins(store.current.texts.info)["rates"]["exp"] == "10x"
    assert "opening" not in store.current.texts.news
    assert cli.main(["content", "check", str(folder)]) == 1
    error = capsys.readouterr().err
    assert f"{folder / INFO}:8: " in error
    assert "opening.md is missing beside it. A file without a language in its name is in the site's own" in error
    (folder / "pictures" / "wall.png").unlink()
    await store.refresh(lambda _: lambda: None)
    assert store.current.pictures["wall.png"] == b"png"
    _replace(folder / INFO, '"exp": 77', '"exp": "77x"')
    (folder / INFO).with_suffix(".fr.json").write_text("{}")
    await store.refresh(lambda _: lambda: None)
    assert msgspec.to_builtins(store.current.texts.info)["rates"]["exp"] == "77x"


def test_process_starts_without_a_refused_file_that_no_site_needs(folder: Path) -> None:
    (folder / "site.es.toml").write_text("[hero", encoding="utf-8")
    (folder / "news" / "broken.md").write_text("no head", encoding="utf-8")
    content = ContentStore(folder).current
    assert content.in_language("es").site == content.texts.site
    assert "broken" not in content.texts.news
    (folder / SITE).write_text("[hero", encoding="utf-8")
    with pytest.raises(ContentError, match=rf"{SITE}:1"):
        ContentStore(folder)


def test_check_of_an_edit_passes_over_other_refused_files_and_none_that_it_breaks(folder: Path) -> None:
    (folder / "news" / "broken.md").write_text("no head", encoding="utf-8")
    (folder / "pictures").mkdir()
    (folder / "pictures" / "a.svg").write_text("<svg/>")
    assert "<p>Be kind.</p>" in str(content_store.check(folder, {"pages/rules.md": b"Be kind."}))
    logo = (folder / SITE).read_bytes().replace(b'"/wordmark.svg"', b'"/pictures/a.svg"')
    (folder / SITE).write_bytes(logo)
    with pytest.raises(ContentError, match=r"There is no picture /pictures/a\.svg"):
        content_store.check(folder, {"pictures/a.svg": None})
    with pytest.raises(ContentError, match=r"news/broken\.md"):
        content_store.check(folder, {"news/broken.md": b"no head either"})


def test_site_of_another_language_has_the_texts_that_it_leaves_out(folder: Path) -> None:
    path = folder / "site.es.toml"
    path.write_text('tagline = "Hola"\n[links]\nsupport = "/es/ayuda"\n', encoding="utf-8")
    site = load(folder).in_language("es").site
    assert (site.name, site.tagline) == ("Fishi", "Hola")
    assert (site.links.support, site.links.bugs) == ("/es/ayuda", "https://chat.example/bugs")
    path.write_text('tagline = "Hola"\nlogo = 5\n', encoding="utf-8")
    with pytest.raises(ContentError, match=rf"{path}:2: logo: This value is of another kind\."):
        load(folder)


def test_content_init_makes_a_valid_folder_that_claims_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "own"
    assert cli.main(["content", "init", str(folder)]) == 0
    assert cli.main(["content", "check", str(folder)]) == 0
    content = load(folder)
    assert (content.texts.media, content.texts.downloads.items, content.files) == ([], [], {})
    info = msgspec.to_builtins(content.texts.info)
    assert {castle["owner"] for castle in info["castles"]} == {"Available"}
    assert set(info["rates"].values()) == {sample.UNKNOWN}
    taglines = {local.site.tagline for local in content.translations.values()}
    assert len(taglines) == len(languages())
    for anchor in markdown_files.ANCHORS:
        assert len({local.pages[anchor] for local in content.translations.values()}) == len(languages())
    assert (folder / "news" / "example.pt.md").is_file()
    assert content.texts.news == {}
    assert (info["events"], info["bosses"], info["farm_zones"], info["enchant"]) == ([], [], [], [])
    previous_info = (folder / INFO).read_bytes()
    assert cli.main(["content", "init", str(folder)]) == 1
    assert (folder / INFO).read_bytes() == previous_info
    (folder / MEDIA).write_text("[\n1]")
    assert cli.main(["content", "check", str(folder)]) == 1
    assert f"{folder / MEDIA}:2: [0]: This value is of another kind." in capsys.readouterr().err


@pytest.mark.database
async def test_two_processes_show_a_changed_folder_and_refuse_a_broken_one(
    folder: Path, world: WorldFactory, service: ServiceFactory
) -> None:
    _replace(folder / SITE, 'plural = "Fishi Coins"', 'plural = "Denarii"')
    game, env = world(), {"GATEWAY_CONTENT_FOLDER": str(folder)}
    with service(game, env, ready=False) as second_gateway, service(game, env) as gateway:
        second_gateway.wait_ready()
        async with httpx.AsyncClient(base_url=gateway.url) as http:

            async def have_rate(rate: str) -> bool:
                urls = [f"{instance.url}/api/server/info?category=rates" for instance in (gateway, second_gateway)]
                answers = [await http.get(url) for url in urls]
                return [answer.json()["rates"]["exp"] for answer in answers] == [rate, rate]

            async def have_refused(reason: str) -> bool:
                logs = [instance.log.read_text() for instance in (gateway, second_gateway) if instance.log]
                return ["content_refused" in log and reason in log for log in logs] == [True, True]

            assert await have_rate("10x")
            (folder / "pictures").mkdir()
            (folder / "pictures" / "logo.svg").write_text("<svg/>")
            _replace(folder / SITE, 'name = "Fishi"', 'name = "Aden <Reborn>"')
            _replace(folder / INFO, '"exp": "10x"', '"exp": "77x"')
            await until(lambda: have_rate("77x"))
            for path in ("/", "/server-info"):
                page = (await http.get(path)).text
                assert "<title>" in page
                assert "Aden &lt;Reborn&gt;, Lineage 2 Interlude x15" in page
                assert "77x" in page
                address = page.split('"address":"')[1].split('"')[0]
                content = await http.get(address)
                assert (content.json()["site"]["name"], content.json()["info"]["rates"]["exp"]) == (
                    "Aden <Reborn>",
                    "77x",
                )
                assert "immutable" in content.headers["cache-control"]
            site = (await http.get("/api/site")).json()
            assert (site["name"], site["coin_name"]) == ("Aden <Reborn>", "Denarii")
            assert (await http.get("/api/donations/packages")).json()["coin_name"] == "Denarii"
            assert (await http.get("/pictures/logo.svg")).text == "<svg/>"
            _replace(folder / INFO, '"exp": "77x"', '"exp": 88')
            await until(lambda: have_refused(f"{folder / INFO}:8: "))
            assert await have_rate("77x")
            _replace(folder / INFO, '"exp": 88', '"exp": "99x"')
            await until(lambda: have_rate("99x"))


@pytest.mark.database
async def test_link_in_the_place_of_a_served_file_publishes_nothing(
    folder: Path, world: WorldFactory, service: ServiceFactory, tmp_path: Path
) -> None:
    secret, served_file = tmp_path / "gateway.toml", folder / "files" / "tool.zip"
    secret.write_text("password")
    served_file.write_text("tool")
    with service(world(), {"GATEWAY_CONTENT_FOLDER": str(folder)}) as gateway:
        async with httpx.AsyncClient(base_url=gateway.url) as http:
            assert (await http.get("/files/tool.zip")).text == "tool"
            served_file.unlink()
            served_file.symlink_to(secret)
            answers = [await http.get("/files/tool.zip", headers=headers) for headers in ({}, {"Range": "bytes=0-3"})]

            async def is_refused() -> bool:
                return bool(gateway.log) and "content_refused" in gateway.log.read_text()

            await until(is_refused)
            answers.append(await http.get("/files/tool.zip"))
            assert [answer.status_code for answer in answers] == [404, 404, 404]
            assert not any("pass" in answer.text for answer in answers)
            served_file.unlink()
            served_file.write_text("tool 2")

            async def is_served() -> bool:
                return (await http.get("/files/tool.zip")).text == "tool 2"

            await until(is_served)


@pytest.mark.database
def test_serve_refuses_a_broken_folder(
    folder: Path, world: WorldFactory, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _replace(folder / INFO, '"exp": "10x"', '"exp": 77')
    for key, value in {**world().environment, "GATEWAY_CONTENT_FOLDER": str(folder)}.items():
        monkeypatch.setenv(key, value)
    assert cli.main(["serve"]) == 2
    assert f"gateway: {folder / INFO}:8: rates.exp: This value is of another kind." in capsys.readouterr().err
