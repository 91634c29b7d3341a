"""Mails have the language of the account: of its registration and logins, until the player chooses one."""

import io
import shutil
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from email.message import EmailMessage
from pathlib import Path

import httpx
import pytest
from msgspec import Struct
from PIL import Image

from fixtures.installed import World
from gateway import package_data
from gateway.app.core_parts import open_parts
from gateway.config import settings
from gateway.database.database import Databases
from gateway.features.accounts import AccountsFeature
from gateway.features.accounts.mail_language import AccountLanguages
from gateway.features.site_content.content_store import ContentStore
from gateway.registration.extra import Parts
from gateway.tests.conftest import ClientFactory
from gateway.tests.support.account_app import APP_ENV, assert_error, bearer, log_in, open_app, site, without_jobs
from gateway.tests.support.databases import open_site
from gateway.tests.support.mail_server import MailServer, links_of, mail_server, part_of

SEED = 99
PASSWORD = "secret-77"
PATH = "/api/player/language"


class MailedSite(Struct):
    """The site with a mail server; `send` runs the job that sends the outbox."""

    world: World
    http: httpx.AsyncClient
    server: MailServer
    parts: Parts
    folder: Path

    async def send(self) -> list[EmailMessage]:
        """Returns the mails."""
        channel = self.parts.get(AccountsFeature).mail_channel
        assert channel
        self.server.messages.clear()
        await channel.work()
        return self.server.messages

    async def new_account(self, name: str, language: str) -> str:
        """Returns the token of a new account with a confirmed address."""
        form = {"username": name, "email": f"{name}@example.org", "password": PASSWORD}
        answer = await self.http.post("/api/auth/register", json=form, headers={"Accept-Language": language})
        assert answer.status_code == 201, answer.text
        await self.send()
        (key,) = self.server.keys(form["email"])
        assert (await self.http.post("/api/auth/email/confirm", json={"key": key})).status_code == 200
        return str(answer.json()["token"])

    async def recover(self, name: str) -> EmailMessage:
        """Returns the mail with the link to a new password."""
        await self.http.post("/api/auth/recover", json={"email": f"{name}@example.org"})
        (message,) = await self.send()
        return message

    async def change_content(self, name: str, text: str) -> None:
        """Replaces a text of the operator, as the poll of a process would take it."""
        (self.folder / name).write_text(text, encoding="utf-8")
        await self.parts.get(ContentStore).refresh(lambda _content: lambda: None)


@asynccontextmanager
async def open_mailed_site(world: World, client: ClientFactory, folder: Path) -> AsyncGenerator[MailedSite]:
    async with without_jobs(world), mail_server() as smtp:
        env = {**smtp.environment, "GATEWAY_CONTENT_FOLDER": str(folder)}
        async with open_app(world, client, **env) as http:
            parts = open_parts(
                settings.load(None, {**world.environment, **APP_ENV, **env}), extras=(), is_preview=False
            )
            try:
                yield MailedSite(world, http, smtp, parts, folder)
            finally:
                await parts.get(AccountsFeature).close()
                await parts.get(Databases).close()


@pytest.fixture
async def mailed(server: World, client: ClientFactory, tmp_path: Path) -> AsyncGenerator[MailedSite]:
    folder = tmp_path / "content"
    shutil.copytree(package_data.content(), folder)
    await site(server, "DELETE FROM messages", "DELETE FROM mail_links")
    async with open_mailed_site(server, client, folder) as mailed_site:
        yield mailed_site


async def language_of(world: World, login: str) -> str | None:
    ((language,),) = await site(world, f"SELECT language FROM account_owners WHERE login = '{login}'")
    return language


async def test_account_gets_a_recovery_mail_in_the_language_of_its_registration(mailed: MailedSite) -> None:
    await mailed.new_account("hispana", "es")
    message = await mailed.recover("hispana")
    assert message["Subject"] == "Elegí una contraseña nueva"
    assert message.get_content_type() == "multipart/alternative"
    assert [part.get_content_type() for part in message.iter_parts()] == ["text/plain", "text/html"]
    text, html = part_of(message, "plain"), part_of(message, "html")
    assert "Cuenta “hispana”:" in text
    assert "Nunca te pedimos la contraseña por e-mail." in html
    (link,) = links_of(text)
    assert links_of(html) == [link]
    assert link.startswith("https://play.example/es/recover#k=")
    answer = await mailed.http.post("/api/auth/recover/link", json={"key": link.rpartition("=")[2]})
    assert answer.json() == {"username": "hispana"}


async def test_change_of_name_and_language_shows_in_the_next_mail(mailed: MailedSite) -> None:
    token = await mailed.new_account("mudable", "es")
    assert "en Fishi." in part_of(await mailed.recover("mudable"), "plain")
    site_texts = (mailed.folder / "site.toml").read_text(encoding="utf-8")
    await mailed.change_content("site.toml", site_texts.replace('name = "Fishi"', 'name = "<script>Aden"'))
    headers = bearer(token)
    assert (await mailed.http.get(PATH, headers=headers)).json() == {"language": "es"}
    answer = await mailed.http.put(PATH, json={"language": "pt"}, headers=headers)
    assert (answer.status_code, answer.json()) == (200, {"language": "pt"})
    message = await mailed.recover("mudable")
    assert message["Subject"] == "Defina uma senha nova"
    assert "em <script>Aden." in part_of(message, "plain")
    html = part_of(message, "html")
    assert "em &lt;script&gt;Aden." in html
    assert "<script" not in html


async def test_mail_has_the_logo_and_links_of_the_site_in_its_language(mailed: MailedSite) -> None:
    await mailed.new_account("marcada", "pt")
    html = part_of(await mailed.recover("marcada"), "html")
    assert "<img" not in html
    assert '<a href="https://chat.example/support" style="color:inherit">Suporte</a>' in html
    picture = io.BytesIO()
    Image.new("RGB", (64, 64), "#804000").save(picture, "PNG")
    (mailed.folder / "pictures").mkdir()
    (mailed.folder / "pictures" / "logo.png").write_bytes(picture.getvalue())
    site_texts = (mailed.folder / "site.toml").read_text(encoding="utf-8")
    logo = 'logo = "/pictures/logo.png"\n'
    await mailed.change_content("site.toml", logo + site_texts)
    html = part_of(await mailed.recover("marcada"), "html")
    assert html.count("<img") == 1
    assert '<img src="https://play.example/icon-180.png"' in html


async def test_notices_have_the_language_of_the_account(mailed: MailedSite) -> None:
    token = await mailed.new_account("avisada", "es")
    form = {"current_password": PASSWORD, "new_password": "renewed-88"}
    answer = await mailed.http.post("/api/auth/change-password", json=form, headers=bearer(token))
    (message,) = await mailed.send()
    assert message["Subject"] == "Se cambió tu contraseña"
    headers = bearer(answer.json()["token"]) | {"Accept-Language": "pt"}
    changes = (await mailed.http.get("/api/auth/notices", headers=headers)).json()["data"]
    assert [change["text"] for change in changes] == ["Sua senha foi alterada"]


async def log_in_as(http: httpx.AsyncClient, name: str, language: str, password: str = PASSWORD) -> int:
    http.headers["Accept-Language"] = language
    try:
        return (await log_in(http, name, password)).status_code
    finally:
        http.headers.pop("Accept-Language")


async def test_login_notes_its_language_until_the_player_chooses_one(server: World, http: httpx.AsyncClient) -> None:
    assert await log_in_as(http, "demo", "es-AR,es;q=0.9,en;q=0.5", "demo1234") == 200
    assert await language_of(server, "demo") == "es"
    assert await log_in_as(http, "demo", "pt", "wrong-password") == 401
    assert await language_of(server, "demo") == "es"
    assert await log_in_as(http, "demo", "fr", "demo1234") == 200
    assert await language_of(server, "demo") == "es", "no language of the site"
    assert await log_in_as(http, "demo", "pt", "demo1234") == 200
    assert await language_of(server, "demo") == "pt"
    token = (await log_in(http, "demo", "demo1234")).json()["token"]
    answer = await http.put(PATH, json={"language": "klingon"}, headers=bearer(token))
    assert_error(answer, 400, "validation_failed", language="Invalid value")
    assert (await http.put(PATH, json={"language": "en"}, headers=bearer(token))).json() == {"language": "en"}
    assert await log_in_as(http, "demo", "es", "demo1234") == 200
    assert await language_of(server, "demo") == "en"


async def test_new_account_of_a_name_has_no_language_of_the_earlier_one(server: World, http: httpx.AsyncClient) -> None:
    row = "INSERT INTO account_owners (login, language, language_chosen) VALUES ('heredada', 'pt', 1)"
    await site(server, row)
    form = {"username": "heredada", "email": "heredada@example.org", "password": PASSWORD}
    assert (await http.post("/api/auth/register", json=form)).status_code == 201
    rows = await site(server, "SELECT language, language_chosen FROM account_owners WHERE login = 'heredada'")
    assert [(language, int(is_chosen)) for language, is_chosen in rows] == [(None, 0)]


async def test_account_without_a_language_has_that_of_the_site(server: World) -> None:
    # As the previous release writes a row, which does not know the column.
    await site(server, "INSERT INTO account_owners (login) VALUES ('unspoken')")
    async with open_site(server) as database:
        assert await AccountLanguages(database, "es").find(["unspoken", "no_row"]) == "es"
        assert await AccountLanguages(database, "xx").find(["unspoken"]) == "en", "a language without a catalogue"
        await site(server, "UPDATE account_owners SET language = 'xx' WHERE login = 'unspoken'")
        assert await AccountLanguages(database, "es").find(["unspoken"]) == "es"
