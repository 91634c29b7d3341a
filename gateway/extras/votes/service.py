"""Votes of players: links, callbacks of the sites, and checks at the sites that are asked."""

import asyncio
import hmac
import socket
import time
from collections import Counter
from ipaddress import ip_address
from typing import Final

import structlog
from cachetools import TTLCache
from msgspec import Struct

from gateway.concurrency.durations import HOUR
from gateway.config.networks import network_of
from gateway.database.database import Database
from gateway.extras.votes import repository
from gateway.extras.votes.adapters import (
    ADAPTERS,
    AskedSite,
    CallbackSite,
    ReportedVote,
    UnreadableAnswer,
    VoteSite,
    WrongKey,
)
from gateway.extras.votes.client import VoteClient, VoteSiteFailed
from gateway.extras.votes.repository import Outcome, Vote
from gateway.extras.votes.settings import ConfiguredSite, VoteSettings
from gateway.extras.votes.voter_ids import VoterIds
from gateway.observability.metrics import Samples, series

SOURCE_SECONDS: Final = 600
CALLBACK_PATH: Final = "/api/votes/callback"
_TRIAL_SOURCES: Final = ("127.0.0.1", "::1")

log = structlog.stdlib.get_logger("gateway.votes")


class OfferedSite(Struct, frozen=True):
    adapter: VoteSite
    settings: ConfiguredSite

    @property
    def problem(self) -> str:
        """Returns why players cannot use the site; empty if they can."""
        adapter, settings = self.adapter, self.settings
        if isinstance(adapter, AskedSite) and adapter.needs_address and not settings.sends_address:
            return "send_address"
        return "key" if _needs_key(adapter) and not settings.key else ""

    @property
    def sends_address(self) -> bool:
        return isinstance(self.adapter, AskedSite) and self.adapter.needs_address


def configured_sites(settings: VoteSettings) -> list[OfferedSite]:
    return [OfferedSite(ADAPTERS[site.name], site) for site in settings.configured_sites]


class VoteService:
    def __init__(self, settings: VoteSettings, site: Database) -> None:
        self._site, self._settings = site, settings
        self._ids = VoterIds(settings.secret)
        self.client = VoteClient(settings.trial_origin)
        self.configured_sites = configured_sites(settings)
        self.offered_sites = {site.adapter.name: site for site in self.configured_sites if not site.problem}
        self._answers = Counter[tuple[str, Outcome]]()
        self._sources: TTLCache[str, frozenset[str]] = TTLCache(32, SOURCE_SECONDS)

    async def close(self) -> None:
        await self.client.close()

    def samples(self) -> Samples:
        for (site, outcome), answers in self._answers.items():
            yield series("fishi_vote_answers_total", site=site, outcome=outcome), answers

    async def links(self, login: str) -> dict[str, str]:
        """Returns the address at which the player votes, by site. It is valid for 12 to 24 hours."""
        number = await repository.number_of(self._site, login)
        voter_id = self._ids.make(number, time.time())
        sites = self.offered_sites.items()
        return {name: self.client.link(site.adapter, site.settings, voter_id) for name, site in sites}

    def callback_path(self, name: str) -> str:
        return f"{CALLBACK_PATH}/{name}/{self._ids.callback_secret(name)}"

    def reporting_site(self, name: str, secret: str) -> OfferedSite | None:
        """Returns the site of a callback; None unless the secret of the path is the site's."""
        expected = self._ids.callback_secret(name)
        offered_site = self.offered_sites.get(name) if hmac.compare_digest(secret.encode(), expected.encode()) else None
        return offered_site if offered_site and isinstance(offered_site.adapter, CallbackSite) else None

    async def receive(self, offered_site: OfferedSite, query: str, body: bytes, address: str) -> bool:
        """Credits the votes of a callback. Returns False if its source or key is not the site's."""
        adapter = offered_site.adapter
        assert isinstance(adapter, CallbackSite)
        if not await self._is_source(adapter, address):
            await self._count(adapter.name, "wrong_source")
            return False
        try:
            votes = adapter.read(query, body, offered_site.settings.key)
        except WrongKey:
            await self._count(adapter.name, "wrong_key")
            return False
        except UnreadableAnswer:
            await self._count(adapter.name, "unreadable")
            return True
        for vote in votes:
            await self._count(adapter.name, await self._credit_reported(offered_site, vote, query.encode() + body))
        return True

    async def _credit_reported(self, offered_site: OfferedSite, vote: ReportedVote, answer: bytes) -> Outcome:
        if not vote.is_success:
            return "not_voted"
        now = time.time()
        number = self._ids.number(vote.voter_id, now)
        row = await self._site.one(repository.ACCOUNT, number=number) if number is not None else None
        return await self._credit(offered_site, row.account, int(now), answer) if row else "unknown_voter"

    async def check(self, offered_site: OfferedSite, login: str, address: str) -> Outcome:
        """Asks the site for a vote of the player, and credits it. A site that fails gives no coins."""
        began = time.perf_counter()
        outcome = await self._ask(offered_site, login, address)
        await self._count(offered_site.adapter.name, outcome, round((time.perf_counter() - began) * 1000))
        return outcome

    async def _ask(self, offered_site: OfferedSite, login: str, address: str) -> Outcome:
        adapter = offered_site.adapter
        assert isinstance(adapter, AskedSite)
        if adapter.needs_address and not address:
            return "failed"  # the proxy does not name the player; its own address would be asked for
        number, now = await repository.number_of(self._site, login), time.time()
        # The player may have voted with the link of the window before.
        for windows_ago in (0,) if adapter.needs_address else (0, 1):
            voter_id = self._ids.make(number, now, windows_ago=windows_ago)
            try:
                raw = await self.client.ask(
                    adapter, offered_site.settings, voter_id, address if adapter.needs_address else ""
                )
                answer = adapter.read(raw)
            except VoteSiteFailed as error:
                log.warning("vote_site_failed", site=adapter.name, reason=error.outcome)
                return "timeout" if error.outcome == "timeout" else "failed"
            except UnreadableAnswer:
                return "unreadable"
            if answer.has_voted and answer.age_seconds < adapter.hours * HOUR:
                voter = self._ids.hash_address(network_of(address)) if adapter.needs_address else None
                return await self._credit(offered_site, login, int(time.time()) - answer.age_seconds, raw, voter)
        return "not_voted"

    async def _credit(
        self, offered_site: OfferedSite, login: str, voted_at: int, answer: bytes, voter: str | None = None
    ) -> Outcome:
        name, coins = offered_site.adapter.name, offered_site.settings.coins
        vote = Vote(
            site=name,
            hours=offered_site.adapter.hours,
            account=login,
            voted_at=voted_at,
            coins=coins,
            answer=answer,
            voter=voter,
        )
        if not await repository.credit(self._site, vote, int(time.time())):
            return "repeated"
        log.info("vote_credited", site=name, coins=coins)
        return "credited"

    async def _count(self, name: str, outcome: Outcome, ms: int | None = None) -> None:
        self._answers[name, outcome] += 1
        await repository.count_answer(self._site, name, outcome, int(time.time()), ms)

    async def _is_source(self, adapter: CallbackSite, address: str) -> bool:
        """Returns whether the site reports from this address; of a host name, each address that it has now."""
        if not adapter.sources:
            return True
        for source in _TRIAL_SOURCES if self._settings.trial_origin else adapter.sources:
            addresses = self._sources.get(source)
            if addresses is None:
                addresses = self._sources[source] = await _addresses(source)
            if address in addresses:
                return True
        return False


def _needs_key(adapter: VoteSite) -> bool:
    return isinstance(adapter, CallbackSite | AskedSite) and adapter.needs_key


async def _addresses(source: str) -> frozenset[str]:
    try:
        return frozenset({str(ip_address(source))})
    except ValueError:
        pass
    try:
        entries = await asyncio.get_running_loop().getaddrinfo(source, None, type=socket.SOCK_STREAM)
    except OSError as error:
        log.warning("vote_source_unknown", source=source, reason=type(error).__name__)
        return frozenset()
    return frozenset(str(entry[4][0]) for entry in entries)
