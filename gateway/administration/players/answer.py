"""GET /api/admin/accounts/{login}/answer: the verdict on a player's question, its evidence, and a reply."""

import time
from typing import Annotated, Final, Literal

from litestar.handlers import HTTPRouteHandler
from litestar.params import QueryParameter
from msgspec import Struct

from gateway.administration.players import answer_rules
from gateway.administration.players.account import PlayerAccount, PlayerReader
from gateway.administration.players.answer_rules import (
    AnswerAction,
    ItemFacts,
    PaidFacts,
    Question,
    SignInFacts,
    Station,
    Verdict,
)
from gateway.administration.players.sources import Login, PlayerSources
from gateway.administration.routes import get
from gateway.administration.sessions import Operator
from gateway.concurrency.durations import DAY
from gateway.config.currencies import decimal_text
from gateway.database.database import Database, DatabaseUnavailable
from gateway.database.queries import query
from gateway.http.errors import NotFound
from gateway.texts import Value, languages, read

_OTHER_ACCOUNT_SECONDS: Final = 30 * DAY
_TEXT_MAX: Final = 60
_PLACES: Final = 10

EvidenceKind = Literal[
    "coins_with",
    "wallet",
    "payment",
    "webhooks",
    "mismatch",
    "delivery",
    "other_account",
    "last_sign_in",
    "refused_sign_ins",
    "factors",
    "banned_until",
    "block",
    "frozen_at",
    "adena_with",
    "item_at",
    "spin",
]


class AnswerEvidence(Struct, frozen=True):
    """`at`: epoch seconds, where the fact is a time."""

    kind: EvidenceKind
    subject: str = ""
    value: str = ""
    at: int | None = None


class PlayerAnswer(Struct, frozen=True, kw_only=True):
    """`donation`: the one that was looked at. `replies`: by language."""

    question: Question
    verdict: Verdict
    donation: str | None
    stations: list[Station]
    evidence: list[AnswerEvidence]
    actions: list[AnswerAction]
    replies: dict[str, str]


class _OtherDonation(Struct, frozen=True):
    id: str
    account: str
    paid_at: int | None


OTHER_ACCOUNTS = query("admin_players.other_accounts", _OtherDonation)


class PlayerAnswers:
    def __init__(self, reader: PlayerReader, sources: PlayerSources) -> None:
        self._reader = reader
        self._sources = sources

    async def answer(
        self, login: str, question: Question, donation: str, item: str, *, sees_money: bool
    ) -> PlayerAnswer:
        """Raises NotFound for an unknown account or donation.

        `sees_money`: without it, a reply names a donation by its coins.
        """
        account = await self._reader.read(login)
        match question:
            case "paid":
                return await self._paid_answer(account, donation, sees_money)
            case "sign_in":
                return self._sign_in_answer(account)
            case "item":
                return await self._item_answer(account, item.strip())
            case "spin":
                return _spin_answer(account)

    async def _paid_answer(self, account: PlayerAccount, donation: str, sees_money: bool) -> PlayerAnswer:
        rows = account.donations
        if donation and donation not in {row.donation.id for row in rows}:
            raise NotFound
        payer = await _other_account(self._sources.site, account.login)
        payer_login = payer.account if payer else ""
        deliveries = answer_rules.deliveries_of([row.donation for row in rows], account.deliveries)
        facts = answer_rules.choose(
            [
                PaidFacts(row.donation, row.payments, deliveries[row.donation.id], payer_login)
                for row in rows
                if donation in {"", row.donation.id}
            ]
        ) or PaidFacts(None, other_account=payer_login)
        row, payments = facts.donation, facts.payments
        verdict, delivery = answer_rules.paid_verdict(facts), answer_rules.delivery_of(facts)
        evidence = [
            *(
                AnswerEvidence("payment", subject=payment.id, value=f"{payment.status} {payment.detail}")
                for payment in payments
            ),
            *(
                AnswerEvidence("mismatch", subject=payment.id, value=payment.mismatch)
                for payment in payments
                if payment.mismatch
            ),
            *(
                AnswerEvidence("webhooks", subject=payment.id, value=str(payment.webhooks), at=payment.told_at)
                for payment in payments
            ),
            *(
                [AnswerEvidence("delivery", subject=str(delivery.id), value=delivery.status, at=delivery.claimed_at)]
                if delivery
                else []
            ),
            AnswerEvidence("wallet", subject="", value=str(account.wallet.wallet)),
            *_coins(account),
            *(
                [AnswerEvidence("other_account", subject=payer.id, value=payer.account, at=payer.paid_at)]
                if payer
                else []
            ),
        ]
        coins = (row.coins_credited or row.total_coins) if row else 0  # after a refund of a part, those that are left
        amount = f"{decimal_text(row.amount or 0, row.currency)} {row.currency}" if row and sees_money else ""
        character = delivery.character_name if delivery else row.character_name if row else ""
        return PlayerAnswer(
            question="paid",
            verdict=verdict,
            donation=row.id if row else None,
            stations=answer_rules.stations(facts),
            evidence=evidence,
            actions=answer_rules.paid_actions(facts, verdict),
            replies=_replies(verdict, coins=coins, amount=amount, character=character),
        )

    def _sign_in_answer(self, account: PlayerAccount) -> PlayerAnswer:
        profile, now = account.profile, time.time()
        logins = [row for row in account.security_log if row.action == "LOGIN"]
        success = next((row.at for row in logins if row.success), None)
        failures = [row for row in logins if not row.success and row.at > max(success or 0, now - DAY)]
        failure_count = sum(row.attempts for row in failures)
        facts = SignInFacts(
            game=profile.game,
            is_banned=(profile.access_level or 0) < 0 or (profile.banned_until or 0) > now,
            is_blocked=account.block is not None and account.block.is_in_force,
            is_frozen=account.frozen_at is not None,
            failures=failure_count,
            limit=self._sources.settings.limits.failed_logins,
            last_success_at=success,
            factors=len(profile.factors),
        )
        verdict = answer_rules.sign_in_verdict(facts)
        evidence = [
            AnswerEvidence("last_sign_in", at=success),
            AnswerEvidence(
                "refused_sign_ins", subject="", value=str(failure_count), at=failures[0].at if failures else None
            ),
            AnswerEvidence("factors", subject="", value=", ".join(profile.factors)),
            *([AnswerEvidence("banned_until", at=profile.banned_until)] if profile.banned_until else []),
            *(
                [AnswerEvidence("block", subject=account.block.operator, value=account.block.reason)]
                if account.block
                else []
            ),
            *([AnswerEvidence("frozen_at", at=account.frozen_at)] if account.frozen_at else []),
        ]
        actions = answer_rules.sign_in_actions(facts, verdict)
        return PlayerAnswer(
            question="sign_in",
            verdict=verdict,
            donation=None,
            stations=[],
            evidence=evidence,
            actions=actions,
            replies=_replies(verdict),
        )

    async def _item_answer(self, account: PlayerAccount, item: str) -> PlayerAnswer:
        characters = account.characters
        places = await self._places(account, item) if item and characters else []
        is_read = places is not None and characters is not None
        facts = ItemFacts(len(characters or ()) if is_read else None, len(places or ()) if item else None)
        verdict = answer_rules.item_verdict(facts)
        evidence = [*_coins(account), *_adena(account)] if not item else (places or [])[:_PLACES]
        places_text = "; ".join(f"{place.subject}: {place.value}" for place in (places or [])[:_PLACES])
        return PlayerAnswer(
            question="item",
            verdict=verdict,
            donation=None,
            stations=[],
            evidence=evidence,
            actions=[],
            replies=_replies(verdict, where=places_text),
        )

    async def _places(self, account: PlayerAccount, item: str) -> list[AnswerEvidence] | None:
        """Returns the items of this name or number with their characters; None if the game cannot be read."""
        name, places = item.casefold(), list[AnswerEvidence]()
        try:
            for character in account.characters or ():
                for row in await self._sources.inventories.items(character.id):
                    title = self._sources.catalogue.get(row.item_id).name
                    if item == str(row.item_id) or name in title.casefold():
                        enchant = f"+{row.enchant} " if row.enchant else ""
                        value = f"{enchant}{title} ×{row.amount} ({row.place.lower()})"
                        places.append(AnswerEvidence("item_at", subject=character.name, value=value))
        except DatabaseUnavailable:
            return None
        return places


def _replies(verdict: Verdict, **values: Value) -> dict[str, str]:
    replies: dict[str, str] = {}
    for language in languages():
        shown_values = dict(values)
        if not values.get("amount", "-"):
            shown_values["amount"] = read(language, "shared.coinCount", count=values["coins"])
        replies[language] = read(language, f"answers.{verdict}", **shown_values)
    return replies


async def _other_account(site: Database, login: str) -> _OtherDonation | None:
    since = int(time.time()) - _OTHER_ACCOUNT_SECONDS
    return await site.one(OTHER_ACCOUNTS, account=login, since=since)


def _coins(account: PlayerAccount) -> list[AnswerEvidence]:
    return [
        AnswerEvidence("coins_with", subject=row.name, value=str(row.coins))
        for row in account.characters or ()
        if row.coins is not None
    ]


def _adena(account: PlayerAccount) -> list[AnswerEvidence]:
    return [
        AnswerEvidence("adena_with", subject=row.name, value=str(row.adena))
        for row in account.characters or ()
        if row.adena is not None
    ]


def _spin_answer(account: PlayerAccount) -> PlayerAnswer:
    verdict = answer_rules.spin_verdict(account.spins)
    rows = [row for row in account.spins if row.redraw != "matches"] or account.spins[:3]
    evidence = [AnswerEvidence("spin", subject=row.id, value=row.redraw, at=row.at) for row in rows]
    return PlayerAnswer(
        question="spin",
        verdict=verdict,
        donation=None,
        stations=[],
        evidence=evidence,
        actions=[],
        replies=_replies(verdict),
    )


def routes(answers: PlayerAnswers) -> list[HTTPRouteHandler]:
    @get("/api/admin/accounts/{login:str}/answer", NotFound, permission="players.read")
    async def answer_player(
        operator: Operator,
        login: Login,
        question: Annotated[Question, QueryParameter()],
        donation: Annotated[str, QueryParameter(max_length=36)] = "",
        item: Annotated[str, QueryParameter(max_length=_TEXT_MAX)] = "",
    ) -> PlayerAnswer:
        """The answer to a player's question, with its evidence and a reply."""
        return await answers.answer(login.lower(), question, donation, item, sees_money=operator.may("money.read"))

    return [answer_player]
