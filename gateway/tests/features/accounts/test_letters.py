"""Letters: how the operator's content signs them."""

from typing import Any

from gateway.features.accounts.letters import Letters, Signature
from gateway.features.messages import DueMail

MAIL = DueMail(id=1, kind="notice", recipient="a@example.org", login="ann", action="", created_at=0)


async def test_letter_has_the_present_name_and_links_of_the_site() -> None:
    signature = Signature("Fishi")
    no_service: Any = None
    letters = Letters("https://play.example", lambda: signature, no_service, no_service, no_service, no_service)

    async def text() -> str:
        write = await letters.draft(MAIL)
        assert write
        return (await write()).text

    first_text = await text()
    assert "Fishi, https://play.example\nWe never ask for your password by email.\n" in first_text
    links = (("Support", "https://chat.example"), ("Rules", "/#rules"))
    signature = Signature("Aden Reborn", "team@aden.example", links)
    second_text = await text()
    assert 'Account "ann" on Aden Reborn, ' in second_text
    assert (
        "\n".join(
            [
                "Aden Reborn, https://play.example",
                "team@aden.example",
                "Support: https://chat.example",
                "Rules: https://play.example/#rules",
                "We never ask for your password by email.",
            ]
        )
        in second_text
    )
