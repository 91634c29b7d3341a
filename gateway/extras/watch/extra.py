"""Stars and their news: what is registered of them."""

from gateway.concurrency.durations import HOUR
from gateway.config.settings import Settings
from gateway.database.database import Databases
from gateway.database.queries import query
from gateway.extras.clans.handlers import ClanBoards
from gateway.extras.history.archive import HistoryArchive
from gateway.extras.watch import digest, feed, handlers
from gateway.extras.watch.digest import Digests
from gateway.extras.watch.digest_mails import DigestMails
from gateway.extras.watch.feed import PrivateFeeds
from gateway.extras.watch.news import NewsReader
from gateway.extras.watch.own_news import OwnNews
from gateway.extras.watch.star_news import StarNews
from gateway.extras.watch.stars import Stars
from gateway.extras.watch.subjects import Subjects
from gateway.extras.watch.texts import NewsTexts
from gateway.extras.world.handlers import World
from gateway.features.accounts import AccountsFeature
from gateway.features.items.catalogue import Catalogue
from gateway.features.privacy.public_snapshot import PublicSnapshots
from gateway.jobs import QUEUE_SECONDS, Job
from gateway.registration.account_news import AccountNews
from gateway.registration.extra import Extra, Parts
from gateway.registration.feature import Feature
from gateway.registration.item_prices import ItemPrices
from gateway.registration.personal_data import PersonalRow, PersonalTables


def _open(parts: Parts) -> Feature:
    settings, site = parts.get(Settings), parts.get(Databases).site
    world, accounts = parts.get(World), parts.get(AccountsFeature)
    stars = Stars(site)
    subjects = Subjects(parts.get(PublicSnapshots), parts.get(ClanBoards), world, parts.get(Catalogue))
    star_news = StarNews(site, world, parts.get(HistoryArchive), parts.get(ItemPrices))
    news = NewsReader(subjects, star_news, OwnNews(site, world, star_news, parts.get(AccountNews)), world)
    texts = NewsTexts(settings.server, accounts.languages, accounts.signature)
    feeds = PrivateFeeds(site, settings.server, stars, news)
    digests = Digests(site, settings, stars, accounts.confirmation)
    mails = DigestMails(site, settings, stars, news, texts)
    jobs = [
        Job("note_digests", HOUR, lambda _tick: mails.note()),
        Job("send_digests", QUEUE_SECONDS, lambda _tick: mails.channel.work()),
    ]
    pages = handlers.WatchPages(site, stars, subjects, news, settings.server.zone)
    return Feature(
        name="watch",
        routes=[
            *handlers.routes(pages, feeds, digests),
            *feed.routes(feeds, texts),
            *digest.routes(digests, settings.server),
        ],
        page_parts=["watch"],
        jobs=jobs if settings.sends_mail else [],
        samples=[mails.channel.samples] if settings.sends_mail else [],
    )


EXTRA = Extra(
    name="watch",
    summary="stars on characters, clans, bosses, castles and items, their news, a private feed and a weekly mail",
    needs=("character_pages", "clans", "history", "notifications", "world"),
    reads=("competitions",),
    is_default=True,
    open=_open,
    personal_data=PersonalTables(
        statements={
            "watch_stars": query("watch.personal_stars", PersonalRow),
            "watch_account": query("watch.personal_account", PersonalRow),
        }
    ),
)
