"""Fields of the administration's answers: those of each Struct, and the values in an answer that need a permission."""

import time
import typing
from collections.abc import Iterator
from typing import Any

from litestar.handlers import HTTPRouteHandler
from msgspec import Struct

from fixtures.installed import World
from gateway.administration.fields import Needs, field_needs
from gateway.tests.support.account_app import site
from gateway.tests.support.player_pages import add_delivery, add_donation, add_payment, insert

ACCOUNT, ADDRESS = "zz-payer", "203.0.113.77"
PESOS = 76_543
REFUND = f'{{"refunded": "{PESOS}.00"}}'
CAMPAIGN = COMPETITION = 900
"""Values that stand nowhere else in the world."""


def answer_type(route: HTTPRouteHandler) -> Any:
    return typing.get_type_hints(route.fn, include_extras=True).get("return")


def structs_of(hint: Any) -> set[type[Struct]]:
    """Returns the Structs that a type contains."""
    structs: set[type[Struct]] = set()
    pending = [hint]
    while pending:
        part = pending.pop()
        if isinstance(part, type) and issubclass(part, Struct) and not typing.get_origin(part):
            if part not in structs:
                structs.add(part)
                pending += typing.get_type_hints(part, include_extras=True).values()
        else:
            pending += typing.get_args(part)
    return structs


FieldValue = tuple[str, str, Needs, Any]
"""Struct and name of a field, and its value in an answer."""


def values_with_needs(hint: Any, value: Any) -> Iterator[FieldValue]:
    """Yields the fields of an answer that have a permission of their own, in the order of the answer.

    `value`: as JSON has it. A list that a permission hides has no fields.
    """
    if value is None:
        return
    if isinstance(hint, type) and issubclass(hint, Struct):
        for name, field_hint in typing.get_type_hints(hint, include_extras=True).items():
            if need := field_needs(hint).get(name):
                yield hint.__name__, name, need, value[name]
            yield from values_with_needs(field_hint, value[name])
        return
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    rows = value if origin is list else value.values() if origin is dict else [value]
    for part in arguments:
        if structs_of(part):
            for row in rows:
                yield from values_with_needs(part, row)


async def add_rows(world: World) -> str:
    """Adds a row for each kind of value. Returns the id of the donation."""
    now, centavos = int(time.time()), PESOS * 100
    await site(world, f"INSERT INTO profiles (login, created_at) VALUES ('{ACCOUNT}', {now})")
    paid_now: dict[str, Any] = {"created_at": now, "paid_at": now, "credited_at": now}
    donation = await add_donation(world, ACCOUNT, amount=centavos, disputed=1, **paid_now)
    await add_payment(world, 987_001, donation, amount=centavos, fee=1, net=centavos - 1, refunded=0)
    await add_delivery(world, ACCOUNT, "claimed", claimed_at=now - 90_000, created_at=now - 90_001)
    times = {"starts_at": now - 9, "expires_at": now + 9, "created_at": now}
    campaign = {"id": CAMPAIGN, "name": "Spring", "kind": "promo", "coins": 5, "max_redemptions": 9} | times
    recharge = {"id": CAMPAIGN, "name": "Recharge", "steps": "[[1,10]]", "starts_at": now, "ends_at": now + 9}
    offer = {"donation_id": donation, "campaign_id": CAMPAIGN, "account": ACCOUNT, "coins": 5, "promised_at": now}
    referral = {"account": ACCOUNT, "referrer": f"{ACCOUNT}-2", "registered_at": now, "network": "203.0.113.0/24"}
    vote = {"site": "hopzone", "account": ACCOUNT, "period": 1, "voted_at": now, "credited_at": now, "coins": 3}
    days = {"first_day": 20_000, "last_day": 20_001, "min_level": 1, "max_level": 80, "classes": ""}
    competition = {"id": COMPETITION, "title": "Weekend", "metric": "pvp", "created_at": now, **days}
    prize = {"competition_id": COMPETITION, "place": 1, "coins": 5, "account": ACCOUNT, "outcome": "staff"}
    await site(
        world,
        insert("security_log", {"login": ACCOUNT, "action": "LOGIN", "ip_address": ADDRESS, "at": now, "success": 1}),
        insert("code_campaigns", campaign),
        insert("code_redemptions", {"campaign_id": CAMPAIGN, "account": ACCOUNT, "redeemed_at": now}),
        insert("recharge_campaigns", recharge | {"created_at": now}),
        insert("campaign_offers", offer),
        insert("referrals", referral | {"state": "waiting"}),
        insert("votes", vote | {"answer_hash": "0" * 64}),
        insert("competitions", competition),
        insert(
            "tickets",
            {"id": 1, "account": ACCOUNT, "topic": "item", "title": "x", "state": "open", "waiting_since": now}
            | {"created_at": now, "changed_at": now},
        ),
        insert("competition_prizes", prize | {"settled_at": now}),
        insert(
            "operator_log",
            {
                "at": now,
                "operator": "x",
                "command": "x",
                "subject": "x",
                "reason": "",
                "via": "admin",
                "outcome": "done",
            }
            | {"address": ADDRESS, "new_values": REFUND, "old_values": REFUND},
        ),
    )
    return donation
