"""Letters: language, how the operator's content signs them, and that both parts say the same."""

import re
from collections.abc import Sequence
from typing import Any, cast

import pytest
from msgspec.structs import replace

from gateway.config.sections import ServerSettings
from gateway.features.accounts.letters import Letters, Signature
from gateway.features.accounts.mail_language import AccountLanguages
from gateway.features.messages import DueMail, Letter

MAIL = DueMail(id=1, kind="notice", recipient="a@example.org", login="ann", action="PASSKEY_ADDED", created_at=50_580)


class FixedLanguage(AccountLanguages):
    """Each account has the same language."""

    def __init__(self, language: str) -> None:
        self._language = language

    async def find(self, logins: Sequence[str]) -> str:
        return self._language


async def write(
    signature: Signature, language: str = "en", server_language: str = "en", mail: DueMail = MAIL
) -> Letter:
    no_service = cast("Any", None)
    server = ServerSettings(public_url="https://play.example", language=server_language)
    services = (no_service, no_service, no_service, no_service, FixedLanguage(language))
    write_letter = await Letters(server, lambda _language: signature, *services).draft(mail)
    assert write_letter
    return await write_letter()


async def test_letter_has_the_name_and_links_of_the_site_in_both_parts() -> None:
    text = (await write(Signature("Fishi"))).text
    assert text == (
        "A passkey was added\n\n"
        'Account "ann" on Fishi, January 1, 1970, 2:03\N{NARROW NO-BREAK SPACE}PM UTC.\n\n'
        "If it was not you:\nhttps://play.example/recover#k=\n\n"
        "Fishi, https://play.example\n"
        "We never ask for your password by email.\n"
    )
    links = (("Support", "https://chat.example"), ("Rules", "/#rules"))
    letter = await write(Signature("Aden Reborn", email="team@aden.example", links=links, logo="/icon-180.png"))
    assert letter.text.endswith(
        "Aden Reborn, https://play.example\n"
        "team@aden.example\n"
        "Support: https://chat.example\n"
        "Rules: https://play.example/#rules\n"
        "We never ask for your password by email.\n"
    )
    assert set(re.findall(r'href="([^"]*)"', letter.html)) == {
        "https://play.example",
        "https://play.example/recover#k=",
        "https://chat.example",
        "https://play.example/#rules",
        "mailto:team@aden.example",
    }
    assert re.findall(r'src="([^"]*)"', letter.html) == ["https://play.example/icon-180.png"]
    assert '<a href="mailto:team@aden.example" style="color:inherit">team@aden.example</a>' in letter.html


@pytest.mark.parametrize(
    ("language", "server_language", "link", "change"),
    [
        ("es", "en", "/es/recover#k=", "Cuenta “ann” en Fishi, 1 de enero de 1970, 14:03 UTC."),
        ("pt", "pt", "/recover#k=", "Conta “ann” em Fishi, 1 de janeiro de 1970, 14:03 UTC."),
        ("en", "pt", "/en/recover#k=", 'Account "ann" on Fishi, January 1, 1970, 2:03\N{NARROW NO-BREAK SPACE}PM UTC.'),
    ],
)
async def test_letter_has_dates_and_links_of_its_language(
    language: str, server_language: str, link: str, change: str
) -> None:
    letter = await write(Signature("Fishi"), language, server_language)
    assert change in letter.text
    assert f"\nhttps://play.example{link}\n" in letter.text
    assert f'href="https://play.example{link}"' in letter.html
    assert letter.html.startswith(f'<!DOCTYPE html>\n<html lang="{language}">')
    assert f"<title>{letter.subject}</title>" in letter.html


async def test_texts_of_the_operator_are_escaped() -> None:
    hostile = '"><script>alert(1)</script>'
    links = ((hostile, f"https://chat.example/{hostile}"),)
    signature = Signature(name=hostile, email=hostile, links=links, logo=hostile)
    letter = await write(signature)
    assert "<script" not in letter.html
    assert "&lt;script&gt;" in letter.html
    assert letter.html.count("<a ") == 5
    assert hostile in letter.text


@pytest.mark.parametrize(
    ("action", "subject", "advice"),
    [
        ("ACCOUNT_BLOCKED", "Your account was blocked on the site by its operators", ["The account in the game stays"]),
        ("ACCOUNT_UNBLOCKED", "The block of your account was lifted", []),
    ],
)
async def test_letter_about_a_block_offers_no_new_password(action: str, subject: str, advice: list[str]) -> None:
    letter = await write(Signature("Fishi"), mail=replace(MAIL, action=action))
    paragraphs = letter.text.split("\n\n")
    assert (letter.subject, paragraphs[0]) == (subject, subject)
    assert [text[: len("The account in the game stays")] for text in paragraphs[2:-1]] == advice
    assert "/recover" not in letter.text + letter.html
