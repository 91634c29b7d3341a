"""GET and PUT /api/player/language: of mails to a player. Logins note it until the player chooses one."""

from collections.abc import Sequence

from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody
from msgspec import Struct

from gateway.database.database import Database
from gateway.database.queries import query
from gateway.features.accounts.session import Caller
from gateway.http.errors import AccountFrozen, SiteUnavailable, ValidationFailed
from gateway.http.routes import get, put
from gateway.texts import SOURCE, languages, text


class StoredLanguage(Struct, frozen=True):
    language: str


LANGUAGE = query("account_owners.language", StoredLanguage)
CHOOSE = query("account_owners.choose_language", None)


class LanguageForm(Struct, forbid_unknown_fields=True):
    language: str = ""


class MailLanguage(Struct, frozen=True):
    """`language`: of mails to the account, a code such as "es"."""

    language: str


class AccountLanguages:
    """The language of each account. Methods raise DatabaseUnavailable."""

    def __init__(self, site: Database, default: str) -> None:
        self._site = site
        self._default = default if default in languages() else SOURCE

    async def find(self, logins: Sequence[str]) -> str:
        """Returns the language of the first of the accounts that has one, else the site's; it has a catalogue."""
        row = await self._site.one(LANGUAGE, logins=logins)
        return row.language if row and row.language in languages() else self._default

    async def choose(self, login: str, language: str) -> None:
        """Raises ValidationFailed for a language without a catalogue."""
        if language not in languages():
            raise ValidationFailed(fields={"language": text("fields.invalid")})
        await self._site.write(CHOOSE, login=login, language=language)


def routes(account_languages: AccountLanguages) -> list[HTTPRouteHandler]:
    @get("/api/player/language", AccountFrozen, SiteUnavailable)
    async def get_mail_language(caller: Caller) -> MailLanguage:
        """The language of mails to the player."""
        return MailLanguage(await account_languages.find([caller.login]))

    @put("/api/player/language", ValidationFailed, AccountFrozen, SiteUnavailable)
    async def set_mail_language(caller: Caller, data: JSONBody[LanguageForm]) -> MailLanguage:
        """Choose the language of mails; later logins keep it."""
        await account_languages.choose(caller.login, data.language)
        return MailLanguage(await account_languages.find([caller.login]))

    return [get_mail_language, set_mail_language]
