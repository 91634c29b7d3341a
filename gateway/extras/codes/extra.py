"""Codes for coins: what is registered of them."""

from gateway.config.settings import Settings
from gateway.database.database import Databases
from gateway.database.queries import query
from gateway.extras.codes.redeem import feature
from gateway.http.rate_limit import Clients
from gateway.http.rate_limit_shared import Limiter
from gateway.registration.extra import Extra, Parts
from gateway.registration.feature import Feature
from gateway.registration.personal_data import PersonalRow, PersonalTables


def _open(parts: Parts) -> Feature:
    return feature(parts.get(Settings), parts.get(Databases).site, parts.get(Limiter), parts.get(Clients))


EXTRA = Extra(
    name="codes",
    summary="promo and gift codes that players redeem for coins",
    open=_open,
    personal_data=PersonalTables(
        statements={"codes": query("codes.personal_redemptions", PersonalRow)}, kept={"codes": "books"}
    ),
)
