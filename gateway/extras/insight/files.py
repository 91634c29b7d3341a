"""Cohorts and absent accounts as comma-separated values. Pure."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Final

from gateway.extras.insight.cohorts import RETENTION_DAYS, CohortRevenue, SourceWeekCohort
from gateway.extras.insight.reader import AbsentAccount
from gateway.features.operators.csv_text import csv_lines, text_cell

_ABSENT: Final = ("account", "character", "level", "index", "last_day", "days_absent", "last_bought")
_MONEY: Final = ("gross", "returned", "net", "buyers")

Payout = tuple[str, str, str]
"""Provider, currency, and currency of the payout."""


def cohort_lines(cohorts: Sequence[SourceWeekCohort]) -> str:
    """Returns a line for each week and source; columns of money for each provider and currency that occurs."""
    payouts = sorted({_payout(row) for cohort in cohorts for row in cohort.revenue or ()})
    days = [f"d{day}_{name}" for day in RETENTION_DAYS for name in ("accounts", "played")]
    money = [_title(payout, name) for payout in payouts for name in _MONEY]
    header = ["week", "source", "campaign", "accounts", *days, "buyers", *money]
    return csv_lines([header, *(_cohort(cohort, payouts) for cohort in cohorts)])


def _title(payout: Payout, name: str) -> str:
    provider, currency, settled_in = payout
    unit = {"buyers": "", "net": f"_{settled_in}"}.get(name, f"_{currency}")
    return f"{provider}_{name}{unit}"


def _cohort(cohort: SourceWeekCohort, payouts: Sequence[Payout]) -> list[str]:
    retention_cells = [str(count) for figure in cohort.retention for count in (figure.accounts, figure.played)]
    revenue = {_payout(row): row for row in cohort.revenue or ()}
    money = [cell for payout in payouts for cell in _money(revenue.get(payout))]
    texts = (cohort.week.isoformat(), text_cell(cohort.source), text_cell(cohort.campaign), str(cohort.accounts))
    return [*texts, *retention_cells, "" if cohort.buyers is None else str(cohort.buyers), *money]


def _money(row: CohortRevenue | None) -> list[str]:
    if row is None:
        return ["0"] * len(_MONEY)
    amounts = [(row.gross, row.digits), (row.returned, row.digits), (row.net, row.settled_digits)]
    return [*(f"{Decimal(amount).scaleb(-digits):f}" for amount, digits in amounts), str(row.buyers)]


def _payout(row: CohortRevenue) -> Payout:
    return row.provider, row.currency, row.settled_in


def absent_lines(accounts: Sequence[AbsentAccount]) -> str:
    rows = [
        [
            text_cell(account.account or ""),
            text_cell(account.character_name or ""),
            "" if account.level is None else str(account.level),
            str(account.index),
            account.last_day.isoformat(),
            str(account.days_absent),
            account.last_bought.date().isoformat() if account.last_bought else "",
        ]
        for account in accounts
    ]
    return csv_lines([_ABSENT, *rows])
