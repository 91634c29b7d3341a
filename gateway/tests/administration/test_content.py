"""Saves of the content folder: checked, written once, refused on stale, hostile or invalid input, kept as versions."""

import asyncio
import hashlib
import json
import os
import shutil
import time
import uuid
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import httpx
import pytest

from fixtures.installed import World
from gateway.features.operators.operator_signals import operator_signals
from gateway.features.site_content import operator_uploads
from gateway.features.site_content.folder_contents import MAX_PICTURE_BYTES
from gateway.features.site_content.operator_editor import ContentEditor
from gateway.observability.signals import CONTENT_HOSTS
from gateway.tests.administration.operator_app import ADMIN_ENV, change_sessions, operator_headers
from gateway.tests.conftest import ClientFactory
from gateway.tests.support.account_app import assert_error, open_app, site
from gateway.tests.support.databases import open_site
from gateway.tests.support.hostile_pictures import png_head
from gateway.tests.support.wait_until import until

RULES = "pages/rules.md"
PNG = b"\x89PNG\r\n\x1a\n" + bytes(20)
ARTICLE = "---\ntitle: A *new* season\ndate: 2026-01-02\n---\nIt <b>begins</b> [now](/rankings), **soon**.\n"


REFUSED_EDITS: Sequence[tuple[str, str | None, str, str]] = (
    (RULES, "[a](javascript:alert(1))\n", RULES, "A link begins with https"),
    ("news/welcome.md", "---\ntitle: a\ndate: today\n---\nb\n", "news/welcome.md", "date needs a day"),
    ("news/New.md", ARTICLE, "edits", "No file of the content"),
    ("news/only.es.md", ARTICLE, "news/only.es.md", "only.md is missing beside it"),
    ("site.toml", 'name = "a\n', "site.toml", "The file cannot be read: "),
    ("media.json", "[{}]", "media.json", "id is missing."),
    ("media.json", None, "media.json", "No such file"),
    ("../site.toml", 'name = "a"', "edits", "No file of the content"),
    ("/etc/passwd", "root", "edits", "No file of the content"),
    ("pages/../../rules.md", "a", "edits", "No file of the content"),
    ("pages/rules.md\n", "a", "edits", "No file of the content"),
    ("pages/.rules.md", "a", "edits", "No file of the content"),
    ("site.json", "{}", "edits", "No file of the content"),
    ("pictures/a.png", "text", "edits", "No file of the content"),
    ("pictures/.a.png", None, "edits", "No file of the content"),
    ("pictures/a.html", None, "edits", "No file of the content"),
    ("files/fishi-patch-v1.0.0.zip", None, "edits", "No file of the content"),
)
"""Path, text, field of the error, and reason."""


class Editor:
    """An operator's browser."""

    def __init__(self, http: httpx.AsyncClient, headers: dict[str, str]) -> None:
        self._http, self._headers = http, headers

    async def get(self, suffix: str, **query: str) -> Any:
        response = await self._http.get(f"/api/admin/content{suffix}", params=query, headers=self._headers)
        assert response.status_code == 200, response.text
        return response.json()

    async def edit(self, path: str, text: str | None) -> dict[str, Any]:
        """Returns an edit of the file as it is now."""
        return {"path": path, "hash": (await self.get("/file", path=path))["hash"], "text": text}

    async def save(self, *edits: dict[str, Any], key: str = "", dry_run: bool = False) -> httpx.Response:
        return await self._http.put(
            "/api/admin/content",
            params={"dry_run": "true"} if dry_run else {},
            json={"reason": "news of the week", "edits": edits},
            headers={**self._headers, "Idempotency-Key": key or uuid.uuid4().hex},
        )

    async def request_preview(self, *edits: dict[str, Any]) -> httpx.Response:
        return await self._http.post("/api/admin/content/preview", json={"edits": edits}, headers=self._headers)

    async def preview(self, *edits: dict[str, Any]) -> Any:
        response = await self.request_preview(*edits)
        assert response.status_code == 200, response.text
        return response.json()

    async def upload(self, name: str, body: bytes | AsyncIterator[bytes]) -> httpx.Response:
        return await self._http.post(
            "/api/admin/content/pictures", params={"name": name}, content=body, headers=self._headers
        )


@pytest.fixture
async def editor(server: World, client: ClientFactory, folder: Path) -> AsyncGenerator[Editor]:
    await site(server, "DELETE FROM content_versions")
    async with open_app(server, client, **environment(folder)) as http:
        yield Editor(http, await operator_headers(server, "content"))


def environment(folder: Path) -> dict[str, str]:
    return {**ADMIN_ENV, "GATEWAY_CONTENT_FOLDER": str(folder), "GATEWAY_CONTENT_EDITABLE": "true"}


async def in_chunks(data: bytes) -> AsyncGenerator[bytes]:
    """A body without a length."""
    for start in range(0, len(data), 1 << 16):
        yield data[start : start + (1 << 16)]


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def names(folder: Path) -> Sequence[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


async def test_save_writes_the_file_keeps_both_versions_and_is_shown_by_every_process(
    server: World, editor: Editor, folder: Path
) -> None:
    rules = (folder / RULES).read_text()
    edit = await editor.edit(RULES, "Be **kind**.\n")
    dry_run = await editor.save(edit, dry_run=True)
    assert dry_run.json()["changes"][0]["after"]["sha256"] == sha256("Be **kind**.\n")[:16]
    assert ((folder / RULES).read_text(), await site(server, "SELECT * FROM content_versions")) == (rules, [])

    (folder / RULES).chmod(0o640)
    assert (await editor.save(edit)).status_code == 200
    assert (folder / RULES).read_text() == "Be **kind**.\n"
    assert (folder / RULES).stat().st_mode & 0o777 == 0o640
    file = await editor.get("/file", path=RULES)
    assert [row["hash"] for row in file["versions"]] == [sha256("Be **kind**.\n"), sha256(rules)]
    assert [row["operator"] is None for row in file["versions"]] == [False, True]
    assert (await editor.get(f"/versions/{file['versions'][1]['id']}"))["text"] == rules
    [(old_values,)] = await site(server, f"SELECT old_values FROM operator_log WHERE subject = 'content:{RULES}'")
    assert sha256(rules)[:16] in str(old_values)

    async def is_shown() -> bool:
        processes = (await editor.get(""))["processes"]
        return bool(processes) and all(row["is_current"] for row in processes)

    await until(is_shown)
    response = await editor.save(await editor.edit(RULES, rules))
    assert (response.status_code, (folder / RULES).read_text()) == (200, rules)


async def test_save_of_a_file_that_has_changed_is_refused(editor: Editor, folder: Path) -> None:
    edit = await editor.edit(RULES, "Mine.\n")
    (folder / RULES).write_text("By hand.\n")
    assert_error(await editor.save(edit), 409, "changed_meanwhile")
    assert_error(await editor.save({"path": RULES, "text": "As if there was none.\n"}), 409, "changed_meanwhile")
    assert (folder / RULES).read_text() == "By hand.\n"


async def test_one_of_two_operators_at_once_saves(server: World, editor: Editor, folder: Path) -> None:
    edits = [await editor.edit(RULES, f"Version {number}.\n") for number in range(6)]
    responses = await asyncio.gather(*(editor.save(edit) for edit in edits))
    assert sorted(response.status_code for response in responses) == [200, 409, 409, 409, 409, 409]
    bodies = await site(server, "SELECT body FROM content_versions WHERE operator IS NOT NULL")
    assert bodies == [((folder / RULES).read_text(),)]


async def test_invalid_or_hostile_edit_is_refused_and_changes_nothing(
    server: World, editor: Editor, folder: Path
) -> None:
    original_files = {name: (folder / name).read_bytes() for name in names(folder)}
    for path, text, field, reason in REFUSED_EDITS:
        start = hashlib.sha256(original_files[path]).hexdigest() if path in original_files else ""
        response = await editor.save({"path": path, "hash": start, "text": text})
        assert response.status_code == 400, response.text
        assert reason in response.json()["fields"][field], path
        preview = await editor.request_preview({"path": path, "text": text})
        assert preview.status_code == (400 if field == "edits" else 200), path
    assert {name: (folder / name).read_bytes() for name in names(folder)} == original_files
    assert await site(server, "SELECT * FROM content_versions") == []


async def test_links_are_neither_read_nor_followed(editor: Editor, folder: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.mkdir()
    (secret / "a.md").write_text("secret")
    (folder / RULES).unlink()
    (folder / RULES).symlink_to(secret / "a.md")
    shutil.rmtree(folder / "news")
    (folder / "news").symlink_to(secret)
    assert all(file["path"] != RULES for file in (await editor.get(""))["files"])
    for path in (RULES, "news/a.md"):
        edit = {"path": path, "hash": sha256("secret"), "text": ARTICLE}
        assert "The file is a link" in (await editor.save(edit)).text
    assert (secret / "a.md").read_text() == "secret"


async def test_article_in_three_languages_with_a_picture_is_one_save(editor: Editor, folder: Path) -> None:
    upload = (await editor.upload("season.png", PNG)).json()["upload"]
    body = ARTICLE + "\n![Castle](/pictures/season.png)\n"
    edits = [
        {"path": "pictures/season.png", "upload": upload},
        *({"path": f"news/season{part}.md", "text": body} for part in ("", ".es", ".pt")),
    ]
    preview = await editor.preview(*edits)
    assert preview["mistake"] is None
    nodes = preview["rendered"][0]["nodes"]
    assert nodes[0]["children"][0] == "It <b>begins</b> "
    assert nodes[0]["children"][1] == {"tag": "a", "attributes": {"href": "/rankings"}, "children": ["now"]}
    assert nodes[2]["children"][0]["attributes"]["src"] == "/pictures/season.png"
    assert (await editor.preview(*edits[1:]))["mistake"]["reason"].startswith("There is no picture")

    assert (await editor.save(*edits)).status_code == 200
    assert (folder / "pictures/season.png").read_bytes() == PNG
    [entry] = [file for file in (await editor.get(""))["files"] if file["path"] == "news/season.es.md"]
    assert entry["article"] == {"title": "A *new* season", "day": "2026-01-02", "until": None}
    picture = {"path": "pictures/season.png", "hash": hashlib.sha256(PNG).hexdigest()}
    assert "There is no picture" in (await editor.save(picture)).text
    removals = [await editor.edit(f"news/season{part}.md", None) for part in ("", ".es", ".pt")]
    assert (await editor.save(picture, *removals)).status_code == 200
    assert not [name for name in names(folder) if "season" in name]


async def test_picture_of_too_many_pixels_is_refused_with_the_limit_before_it_is_decoded(
    editor: Editor, folder: Path
) -> None:
    body = png_head(13_000, 13_000)
    picture = {"path": "pictures/a.png", "upload": (await editor.upload("a.png", body)).json()["upload"]}
    site_edit = await editor.edit("site.toml", 'favicon = "/pictures/a.png"\n' + (folder / "site.toml").read_text())
    response = await editor.save(picture, site_edit)
    assert response.status_code == 400
    assert response.json()["fields"] == {
        "pictures/a.png": "The picture has 13,000 × 13,000 pixels; the limit is 4,096 × 4,096."
    }
    nested_edit = await editor.edit("site.toml", "a=" + "[" * 5_000)
    assert (await editor.save(nested_edit)).json()["fields"] == {"site.toml": "The file is nested too deeply."}
    assert (await editor.preview(nested_edit))["mistake"]["reason"] == "The file is nested too deeply."
    assert not (folder / "pictures" / "a.png").exists()


async def test_changed_download_needs_https_a_fresh_proof_and_is_a_signal(
    server: World, client: ClientFactory, folder: Path
) -> None:
    """The role content could give players another client, fifty minutes after the last proof."""
    own_text = (folder / "downloads.json").read_text()
    link = next(item["download_url"] for item in json.loads(own_text)["items"])
    async with open_app(server, client, **environment(folder)) as http:
        headers = await operator_headers(server, "content", "downloader")
        editor = Editor(http, headers)

        async def save(address: str, *, dry_run: bool = False) -> httpx.Response:
            edit = await editor.edit("downloads.json", own_text.replace(link, address))
            return await editor.save(edit, dry_run=dry_run)

        for address in (
            "http://evil.example/client.exe",
            "https://own.example@evil.example/a",
            r"https:\\u002f/evil.example\\\\@own.example/a",
            "HTTP://evil.example/a",
        ):
            response = await save(address)
            assert response.status_code == 400, address
            assert "downloads.json" in response.json()["fields"], response.text
        dry_run = await save("https://mirror.example/client.exe", dry_run=True)
        assert "host:mirror.example" in {change["subject"] for change in dry_run.json()["changes"]}
        await change_sessions(server, "downloader", confirmed_at=3000)
        for is_dry_run in (False, True):
            assert_error(await save("https://mirror.example/a", dry_run=is_dry_run), 403, "step_up_required")
        assert (await editor.save(await editor.edit(RULES, "Be kind.\n"))).status_code == 200, "other texts need none"
        assert (folder / "downloads.json").read_text() == own_text
        await change_sessions(server, "downloader", confirmed_at=0)
        assert (await save("https://mirror.example/client.exe")).status_code == 200
    async with open_site(server) as books:
        assert await operator_signals(books)[CONTENT_HOSTS](int(time.time())) == 1


async def test_replaced_and_deleted_pictures_come_back_by_their_hash(
    editor: Editor, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = PNG + b"1", PNG + b"2"
    path, hashes = "pictures/a.png", {data: hashlib.sha256(data).hexdigest() for data in (first, second)}
    for data, start in ((first, ""), (second, hashes[first])):
        upload = (await editor.upload("a.png", data)).json()["upload"]
        assert (await editor.save({"path": path, "hash": start, "upload": upload})).status_code == 200
    shutil.rmtree(folder / ".uploads")
    assert [row["hash"] for row in (await editor.get("/pictures"))["pictures"]] == [hashes[first]]
    assert (await editor.save({"path": path, "hash": hashes[second]})).status_code == 200
    former = (await editor.get("/pictures"))["pictures"]
    assert [(row["path"], row["hash"], row["size"]) for row in former] == [
        (path, hashes[data], len(data)) for data in (second, first)
    ]
    assert (await editor.save({"path": path, "upload": hashes[first]})).status_code == 200
    assert (folder / path).read_bytes() == first
    monkeypatch.setattr(operator_uploads, "MAX_VERSION_BYTES", len(first) * 3 // 2)
    assert (await editor.save({"path": path, "hash": hashes[first], "upload": hashes[second]})).status_code == 200
    assert [child.name for child in (folder / ".versions").iterdir()] == [hashes[first]]
    missing_upload = await editor.save({"path": "pictures/b.png", "upload": "0" * 64})
    assert missing_upload.json()["fields"] == {"edits": "Upload the picture again."}


async def test_upload_of_another_name_or_type_is_refused(editor: Editor, folder: Path) -> None:
    for name, body, reason in (
        ("a.html", b"<html>", "ends with"),
        ("../a.png", PNG, "A name has"),
        (".a.png", PNG, "A name has"),
        ("a.png", b"<svg/>", "not of a .png file"),
        ("a.png", b"", "not of a .png file"),
    ):
        response = await editor.upload(name, body)
        assert response.status_code == 400, response.text
        assert reason in response.json()["fields"]["name"]
    assert not (folder / ".uploads").exists()


async def test_uploads_are_bounded_in_size_and_number(editor: Editor, folder: Path) -> None:
    too_large = PNG + bytes(MAX_PICTURE_BYTES)
    for body in (too_large, in_chunks(too_large)):
        assert_error(await editor.upload("a.png", body), 413, "too_large")
    assert not any((folder / ".uploads").glob("*"))
    for number in range(operator_uploads.KEPT_UPLOADS + 3):
        assert (await editor.upload("a.png", PNG + bytes([number]))).status_code == 200
    assert len(list((folder / ".uploads").iterdir())) == operator_uploads.KEPT_UPLOADS


async def test_failed_write_is_completed_by_the_repeated_request(
    server: World, editor: Editor, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    edit = await editor.edit(RULES, "Be kind.\n")
    rules = (folder / RULES).read_text()

    def fail(*_: object) -> None:
        raise OSError(28, os.strerror(28))

    with monkeypatch.context() as patch:
        patch.setattr(ContentEditor, "_replace", fail)
        assert_error(await editor.save(edit, key="once"), 503, "content_not_written")
    assert (folder / RULES).read_text() == rules
    versions = (await editor.get("/file", path=RULES))["versions"]
    assert [row["hash"] for row in versions] == [sha256("Be kind.\n"), sha256(rules)]

    assert (await editor.save(edit, key="once")).status_code == 200
    assert (folder / RULES).read_text() == "Be kind.\n"
    assert (await editor.save(edit, key="once")).status_code == 200
    assert len(await site(server, "SELECT * FROM content_versions")) == 2


async def test_half_written_file_is_no_content_and_is_replaced(editor: Editor, folder: Path) -> None:
    (folder / "pages" / ".rules.md.half").write_text("Be ki")
    assert (await editor.get(""))["mistake"] is None
    assert (await editor.save(await editor.edit(RULES, "Be kind.\n"))).status_code == 200
    assert ".rules.md.half" not in "".join(names(folder))


async def test_content_that_cannot_be_changed_is_shown_with_the_reason(
    server: World, client: ClientFactory, folder: Path
) -> None:
    closed = {**environment(folder), "GATEWAY_CONTENT_EDITABLE": "false"}
    for env, obstacle in ((closed, "switched_off"), (ADMIN_ENV, "sample")):
        async with open_app(server, client, **env) as http:
            editor = Editor(http, await operator_headers(server, "content"))
            report = await editor.get("")
            assert (report["obstacle"], len(report["files"]) > 10) == (obstacle, True)
            assert_error(await editor.save(await editor.edit(RULES, "a")), 409, "conflict")
            assert_error(await editor.upload("a.png", PNG), 409, "conflict")


async def test_mistake_names_the_key_of_its_value(editor: Editor, folder: Path) -> None:
    info = (folder / "server-info.json").read_text()
    site_toml, downloads = (folder / "site.toml").read_text(), (folder / "downloads.json").read_text()
    for path, text, key in (
        ("server-info.json", info.replace('"level": 79', '"level": "x"'), ".bosses[1].level"),
        ("server-info.json", info.replace('"level": 79, ', ""), ".bosses[1].level"),
        ("server-info.json", info.replace('"level": 79', '"level": 79, "hp": 1'), ".bosses[1].hp"),
        ("server-info.json", info.replace('"general"', '"generals"'), ".generals"),
        ("media.json", '[{"id": "a"}]', "[0].type"),
        (
            "downloads.json",
            downloads.replace("-patch-", "-no-"),
            ".items[1].download_url",
        ),
        ("site.toml", site_toml.replace("[links]", "[links]\nnews = 1"), ".links.news"),
        ("site.toml", site_toml + '\n[[footer_links]]\nlabel = "a"\nurl = "no"\n', ".footer_links[0].url"),
        ("site.toml", 'accent = "#000000"\n' + site_toml, ".accent"),
        ("site.toml", "name = ", ""),
    ):
        preview = await editor.preview({"path": path, "text": text})
        assert (preview["mistake"]["path"], preview["mistake"]["key"]) == (path, key)


async def test_mistake_of_the_folder_is_named_and_can_be_mended(editor: Editor, folder: Path) -> None:
    (folder / "media.json").write_text('[\n  {"id": 5}\n]')
    assert (await editor.get(""))["mistake"] == {
        "path": "media.json",
        "line": 2,
        "reason": "This value is of another kind.",
        "key": "[0].id",
    }
    file = await editor.get("/file", path="media.json")
    assert (file["text"], file["schema"]["type"]) == ('[\n  {"id": 5}\n]', "array")
    assert "media.json" in (await editor.save(await editor.edit(RULES, "a"))).json()["fields"]
    assert (await editor.save(await editor.edit("media.json", "[]"))).status_code == 200
    assert (await editor.get(""))["mistake"] is None
