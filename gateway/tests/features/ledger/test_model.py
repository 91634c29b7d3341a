"""Compares the ledger with a model in memory, steps chosen by hypothesis; `make soak-money` runs more of them."""

import pytest

from fixtures import site_schema
from fixtures.installed import run_in_thread
from gateway.database.queries import Query
from gateway.features.ledger import posting
from gateway.tests.support import ledger_model
from gateway.tests.support.crash_tests import SCALE, SEED
from gateway.tests.support.databases import Server

pytestmark = pytest.mark.faults

STEPS = 2_000 if SCALE == 1 else 5_000 * SCALE


@pytest.mark.database
@pytest.mark.timeout(600)
def test_ledger_behaves_like_the_model(mariadb: Server) -> None:
    dsn = run_in_thread(lambda: site_schema.create(mariadb))
    assert run_in_thread(lambda: ledger_model.run_model(dsn, STEPS, int(SEED))) >= STEPS


def test_model_detects_a_wallet_that_pays_too_much(mariadb: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """A debit that adds the coins without asking for a balance is found, although all else is right."""
    dsn = run_in_thread(lambda: site_schema.create(mariadb))
    sql = posting.DEBIT.sql.replace("+ %(amount)s", "- %(amount)s").replace("AND balance >= %(needed)s", "")
    wrong_debit: Query[None] = Query("ledger.debit", sql, posting.DEBIT.args, None)
    monkeypatch.setattr(posting, "DEBIT", wrong_debit)
    with pytest.raises(AssertionError):
        run_in_thread(lambda: ledger_model.run_model(dsn, 1000))
