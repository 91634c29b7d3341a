"""GET /api/admin/search: one field for accounts, characters, payments, donations, emails and addresses.

The form of the text decides the place of the search. A login is found by its beginning, then by any part of it; an
email by its beginning or its domain, and an address by its first groups, for operators who may reveal them. What no
index serves is looked for among the first rows alone. Emails and addresses are searched in the site schema; the game's
accounts by email are a call of their own, one at a time, with pauses that follow its cost.
"""

import asyncio
import ipaddress
import re
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Annotated, Final
from uuid import UUID

from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody, QueryParameter
from msgspec import Meta, Struct
from msgspec.structs import replace

from gateway.administration.players.hits import MAX_BY_NAME, HitReader, HitState, SearchHit
from gateway.administration.players.sources import PlayerSources
from gateway.administration.players.states import StateCount, states_of
from gateway.administration.routes import get, post
from gateway.administration.sessions import Operator
from gateway.concurrency.durations import DAY
from gateway.database.database import Database, DatabaseUnavailable
from gateway.database.queries import query
from gateway.features.accounts import AccountRepository
from gateway.features.wallet.history import STUCK_SECONDS
from gateway.game.classes import class_name
from gateway.game.logins import site_login
from gateway.http.errors import GameUnavailable, NotFound, TooManyRequests
from gateway.texts import text

TEXT_MAX: Final = 254
_ADDRESS_SECONDS: Final = 30 * DAY
_ACCOUNTS: Final = 20
_SHARE: Final = 0.05
"""Share of the time that searches of the game's accounts may run."""
_NUMBER: Final = re.compile(r"[0-9]{1,18}")
_SCANNED: Final = 200_000
"""Rows that are read at most for a text that no index serves."""
_PART_MIN: Final = 3
"""Letters of a part of a login, which may stand anywhere in it, of an email or a domain."""
_PART_OF_ADDRESS: Final = re.compile(
    r"\d{1,3}(\.\d{1,3}){1,2}\.?|[0-9a-f]{1,4}(:[0-9a-f]{1,4}){0,6}:{1,2}", re.IGNORECASE
)
_REFERENCE: Final = re.compile(r"(?:[a-z]{2,16}:)?([A-Za-z0-9_]{1,64})")


class SearchAnswer(Struct, frozen=True):
    """`incomplete`: a database or the snapshot did not answer. `is_email`: the game's accounts can be searched, too."""

    data: list[SearchHit]
    incomplete: bool
    is_email: bool


class GameEmailForm(Struct, forbid_unknown_fields=True):
    email: Annotated[str, Meta(min_length=3, max_length=TEXT_MAX)]


class _PaymentRow(Struct, frozen=True):
    id: str
    status: str
    mismatch: str | None
    amount: int
    currency: str
    donation_id: str | None
    account: str | None
    donation_status: HitState | None
    is_disputed: int
    coins: int
    at: int


class _DonationRow(Struct, frozen=True):
    id: str
    account: str
    status: HitState
    is_disputed: int
    amount: int
    currency: str
    coins: int
    at: int


class _DeliveryRow(Struct, frozen=True):
    id: int
    account: str
    coins: int
    at: int
    status: str


class _Login(Struct, frozen=True):
    login: str


class _LoginAt(Struct, frozen=True):
    login: str
    at: int


PAYMENT = query("admin_players.payment", _PaymentRow)
DONATION = query("admin_players.donation", _DonationRow)
DELIVERY = query("admin_players.delivery", _DeliveryRow)
ACCOUNTS_LIKE = query("admin_players.accounts_like", _Login)
ACCOUNTS_CONTAINING = query("admin_players.accounts_containing", _Login)
WITH_EMAIL_LIKE = query("admin_players.accounts_with_email_like", _Login)
OF_DOMAIN = query("admin_players.accounts_of_domain", _Login)
NEAR_ADDRESS = query("admin_players.accounts_near", _LoginAt)
WITH_EMAIL = query("admin_players.accounts_with_email", _Login)
FROM_ADDRESS = query("admin_players.accounts_from", _LoginAt)
GAME_EMAIL = query("admin_players.with_game_email", _Login)


class PlayerSearch:
    def __init__(self, sources: PlayerSources, noun_hits: Iterable[HitReader], *, finds_parts: bool) -> None:
        """`noun_hits`: as `OperatorPages.hits` of all nouns. `finds_parts`: of emails and addresses as well."""
        self._finds_parts = finds_parts
        self._site = sources.site
        self._sources = sources
        self._noun_hits = noun_hits
        self._incomplete = False

    async def run(self, text: str) -> SearchAnswer:
        """Raises DatabaseUnavailable if the site schema cannot be read."""
        hits = await self._hits(text)
        states = await states_of(self._site, (hit.account for hit in hits if hit.account))
        hits = [_with_state(hit, states.get(hit.account, [])) for hit in hits]
        return SearchAnswer(hits, self._incomplete, "@" in text)

    async def _hits(self, text: str) -> list[SearchHit]:
        if "@" in text:
            rows = await self._with_email(text.lower())
            return [SearchHit(kind="email", id=row.login, account=row.login) for row in rows]
        address = _address(text)
        if address or (self._finds_parts and _PART_OF_ADDRESS.fullmatch(text)):
            sightings = await self._from_address(address, text.lower())
            return [SearchHit(kind="address", id=row.login, account=row.login, at=row.at) for row in sightings]
        with suppress(ValueError):
            row = await self._site.one(DONATION, id=str(UUID(text)))
            return [_donation(row)] if row else []
        reference = _REFERENCE.fullmatch(text)
        number_hits = await self._by_number(reference[1]) if reference else []
        noun_hits = [hit for read in self._noun_hits for hit in await read(text)]
        return [*number_hits, *await self._accounts(text), *await self._characters(text), *noun_hits]

    async def _with_email(self, text: str) -> list[_Login]:
        rows = await self._site.read(WITH_EMAIL, email=text, limit=_ACCOUNTS)
        if rows or not self._finds_parts or len(text) < _PART_MIN:
            return rows
        if text.startswith("@"):
            return await self._site.read(OF_DOMAIN, domain=text, scanned=_SCANNED, limit=_ACCOUNTS)
        return await self._site.read(WITH_EMAIL_LIKE, pattern=_beginning(text), limit=_ACCOUNTS)

    async def _from_address(self, address: str | None, text: str) -> list[_LoginAt]:
        """`text`: the first groups of an address, where it is none."""
        since = int(time.time()) - _ADDRESS_SECONDS
        if address:
            return await self._site.read(FROM_ADDRESS, address=address, since=since, limit=_ACCOUNTS)
        pattern = f"{text.rstrip('.:')}{'.' if '.' in text else ':'}%"
        return await self._site.read(NEAR_ADDRESS, pattern=pattern, since=since, scanned=_SCANNED, limit=_ACCOUNTS)

    async def _by_number(self, text: str) -> list[SearchHit]:
        payment = await self._site.one(PAYMENT, reference=text)
        number, stuck_before = int(text) if _NUMBER.fullmatch(text) else 0, int(time.time()) - STUCK_SECONDS
        delivery = await self._site.one(DELIVERY, id=number, stuck_before=stuck_before) if number else None
        hits = [_payment(payment)] if payment else []
        return [*hits, _delivery(delivery)] if delivery else hits

    async def _accounts(self, text: str) -> list[SearchHit]:
        name = text.lower()
        rows = await self._site.read(ACCOUNTS_LIKE, pattern=_beginning(name), limit=MAX_BY_NAME)
        if not rows and len(name) >= _PART_MIN:
            rows = await self._site.read(ACCOUNTS_CONTAINING, text=name, scanned=_SCANNED, limit=MAX_BY_NAME)
        logins = {row.login for row in rows}
        try:
            row = await self._sources.accounts.find(text)
            logins |= {row.account} if row else set()
        except DatabaseUnavailable:
            self._incomplete = True
        return [
            SearchHit(kind="account", id=login, account=login)
            for login in sorted(logins, key=lambda login: (login != name, login))
        ]

    async def _characters(self, text: str) -> list[SearchHit]:
        snapshot = self._sources.snapshots.current
        if snapshot is None:
            self._incomplete = True
            return []
        ids = [character.char_id for character in snapshot.search(text, MAX_BY_NAME)]
        try:
            rows = {row.id: row for row in await self._sources.characters.by_ids(ids)}
        except DatabaseUnavailable:
            self._incomplete = True
            return []
        return [
            SearchHit(
                kind="character",
                id=row.name,
                account=row.account_name.lower(),
                state="online" if row.online else "",
                level=row.level,
                class_name=class_name(row.class_id),
            )
            for row in (rows[id] for id in ids if id in rows)
        ]


class GameEmailSearch:
    """Searches the game's accounts by email: one search at a time, then a pause of its cost."""

    def __init__(self, auth: Database, accounts: AccountRepository) -> None:
        self._auth, self._accounts = auth, accounts
        self._lock = asyncio.Lock()
        self._next_at = 0.0

    async def run(self, email: str) -> list[str]:
        """Raises TooManyRequests, NotFound where the game's accounts have no email, DatabaseUnavailable."""
        if not (await self._accounts.family()).has_email:
            raise NotFound(text("reasons.no_email_column"))
        wait = self._next_at - time.monotonic()
        if self._lock.locked() or wait > 0:
            raise TooManyRequests(text("reasons.search_paced"), retry_after=max(1, round(wait)))
        async with self._lock:
            start = time.monotonic()
            try:
                rows = await self._auth.read(GAME_EMAIL, email=email, limit=_ACCOUNTS)
            finally:
                end = time.monotonic()
                self._next_at = end + (end - start) / _SHARE
        return sorted({site_login(row.login) for row in rows})


def _beginning(text: str) -> str:
    """Returns the pattern of LIKE for texts that begin so."""
    return "".join(f"\\{letter}" if letter in "%_\\" else letter for letter in text) + "%"


def _address(text: str) -> str | None:
    try:
        return str(ipaddress.ip_address(text))
    except ValueError:
        return None


def _payment(row: _PaymentRow) -> SearchHit:
    state: HitState = "payment_mismatched" if row.mismatch else "disputed" if row.is_disputed else "foreign"
    state = row.donation_status if state == "foreign" and row.donation_status else state
    return SearchHit(
        kind="payment",
        id=row.id,
        account=row.account or "",
        state=state,
        at=row.at,
        amount=row.amount,
        currency=row.currency,
        coins=row.coins,
    )


def _donation(row: _DonationRow) -> SearchHit:
    state: HitState = "disputed" if row.is_disputed else row.status
    return SearchHit(
        kind="donation",
        id=row.id,
        account=row.account,
        state=state,
        at=row.at,
        amount=row.amount,
        currency=row.currency,
        coins=row.coins,
    )


def _delivery(row: _DeliveryRow) -> SearchHit:
    states: dict[str, HitState] = {
        "stuck": "delivery_stuck",
        "unconfirmed": "delivery_stuck",
        "delivered": "delivered",
        "cancelled": "cancelled",
    }
    return SearchHit(
        kind="delivery",
        id=str(row.id),
        account=row.account,
        state=states.get(row.status, "pending"),
        at=row.at,
        coins=row.coins,
    )


def _with_state(hit: SearchHit, states: list[StateCount]) -> SearchHit:
    """Adds the gravest state of the account: a stuck delivery to a completed payment, any state to hits without one."""
    if not states or hit.state in {"payment_mismatched", "disputed", "delivery_stuck", "refunded", "failed"}:
        return hit
    grave = states[0].state
    if hit.state in {"", "online"} or grave == "delivery_stuck":
        return replace(hit, state=grave)
    return hit


def routes(sources: PlayerSources, noun_hits: Sequence[HitReader]) -> list[HTTPRouteHandler]:
    game_emails = GameEmailSearch(sources.auth, sources.accounts)

    @get("/api/admin/search", permission="players.read")
    async def search_players(
        operator: Operator, q: Annotated[str, QueryParameter(min_length=1, max_length=TEXT_MAX)]
    ) -> SearchAnswer:
        """Accounts, characters, payments, donations, deliveries, emails and addresses."""
        finds_parts = operator.may("players.reveal")
        return await PlayerSearch(sources, noun_hits, finds_parts=finds_parts).run(q.strip())

    @post("/api/admin/search/game-email", TooManyRequests, NotFound, GameUnavailable, permission="players.search_game")
    async def search_game_email(operator: Operator, data: JSONBody[GameEmailForm]) -> SearchAnswer:
        """Accounts of the game with exactly this email."""
        logins = await game_emails.run(data.email.strip())
        states = await states_of(sources.site, logins)
        hits = [_with_state(SearchHit(kind="email", id=login, account=login), states[login]) for login in logins]
        return SearchAnswer(hits, False, True)

    return [search_players, search_game_email]
