"""News as sentences, for the private feed and the weekly mail: plain text in the language of the account."""

from collections.abc import Callable
from datetime import datetime
from typing import Final

from babel.dates import format_datetime
from babel.numbers import format_decimal

from gateway.config.sections import ServerSettings
from gateway.extras.notifications.texts import sentence
from gateway.extras.watch.news import NewsEntry
from gateway.extras.watch.star_news import NewsValues
from gateway.extras.watch.stars import StarKind
from gateway.features.accounts import Signature
from gateway.features.accounts.mail_language import AccountLanguages
from gateway.http.languages import prefix
from gateway.texts import codes, locale, read

_MILESTONES: Final = "pushNotices.milestones."
_PAGES: Final[dict[StarKind, str]] = {"character": "/c/", "clan": "/clan/"}
_WORLD: Final = "/world"


class NewsTexts:
    def __init__(
        self, server: ServerSettings, account_languages: AccountLanguages, signature: Callable[[str], Signature]
    ) -> None:
        """`signature`: the site's own texts in a language."""
        self._server, self._languages = server, account_languages
        self.signature = signature
        self.tag = f"tag:{server.public_url.partition('//')[2] or 'localhost'},2026:watch"

    def id_of(self, entry: NewsEntry) -> str:
        """Returns an id that the entry has in each reading."""
        if entry.event:
            return f"{self.tag}/{entry.event.id}"
        subject = f"{entry.subject.kind}-{entry.subject.id}" if entry.subject else "own"
        return f"{self.tag}/{entry.kind}-{subject}-{int(entry.at.timestamp())}-{entry.values.milestone}"

    async def language(self, login: str) -> str:
        return await self._languages.find([login])

    def title(self, language: str) -> str:
        return read(language, "watchNews.title", site=self.signature(language).name)

    def page(self, language: str, path: str) -> str:
        return f"{self._server.public_url}{prefix(language, self._server.language)}{path}"

    def link(self, entry: NewsEntry, language: str) -> str:
        """Returns the address of the page about it."""
        if entry.event and entry.event.report:
            return self.page(language, entry.event.report)
        if entry.subject and entry.subject.kind in _PAGES:
            return self.page(language, f"{_PAGES[entry.subject.kind]}{entry.subject.key}")
        return self.page(language, _WORLD if entry.subject else entry.values.address or "/player")

    def sentence(self, entry: NewsEntry, language: str) -> str:
        if entry.event:
            return sentence(entry.event, language)
        values, name = entry.values, entry.subject.name if entry.subject else entry.values.character
        match entry.kind:
            case "boss_window" | "siege_ahead":
                until = self._moment(values.until, language) if values.until else ""
                return read(language, f"watchNews.{entry.kind}", name=name, castle=values.castle, until=until)
            case "milestone":
                code = f"{_MILESTONES}{values.milestone}"
                milestone = read(language, code) if code in codes(_MILESTONES) else values.milestone
                return read(language, "watchNews.milestone", name=name, milestone=milestone)
            case "gained" | "record":
                return read(language, f"watchNews.{entry.kind}", name=name, gains=_gains(values, language))
            case "item_price":
                item = f"{name} +{values.enchant}" if values.enchant else name
                price = format_decimal(values.price, locale=locale(language))
                return read(language, "watchNews.item_price", name=item, price=price)
            case "delivery":
                return read(language, f"watchNews.deliveries.{values.state}", name=name, coins=values.coins)
            case "payment":
                return read(language, f"watchNews.payments.{values.state}", coins=values.coins)
            case "ticket" | "competition" | "rank":
                title = values.titles.get(language, values.title)
                places = {"place": values.place, "before": values.place_before}
                return read(language, f"watchNews.{entry.kind}", title=title, name=name, **places)
            case "prize":
                state = "paid" if values.state == "paid" else "none"
                title = values.titles.get(language, values.title)
                return read(language, f"watchNews.prizes.{state}", title=title, place=values.place, coins=values.coins)
            case _:
                return read(language, "watchNews.level_up", name=name, level=values.level)

    def _moment(self, moment: datetime, language: str) -> str:
        return format_datetime(moment.astimezone(self._server.zone), "short", locale=locale(language))


def _gains(values: NewsValues, language: str) -> str:
    gains = {"pvp": values.pvp, "pk": values.pk, "exp": values.exp}
    return ", ".join(read(language, f"watchNews.gains.{metric}", count=gain) for metric, gain in gains.items() if gain)
