"""The ledger against a model in memory, ten thousand steps that hypothesis chose; `python -m fixtures.soak` goes on."""

import pytest

from fixtures.installed import apart
from fixtures.soak import machine
from fixtures.soak import site as soak
from gateway.ledger import posting
from gateway.tests.doors import Server

STEPS = 10_000


@pytest.mark.database
@pytest.mark.timeout(600)  # some 20 s of a machine that has nothing else to do
def test_wallets_do_what_a_model_of_them_does(mariadb: Server) -> None:
    dsn = apart(lambda: soak.make(mariadb, "ledger_machine"))
    assert apart(lambda: machine.live(dsn, STEPS)) >= STEPS


def test_the_model_sees_a_wallet_that_gives_too_much(mariadb: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """The condition is taken out of the statement that takes: hypothesis finds it, whatever else is right."""
    dsn = apart(lambda: soak.make(mariadb, "ledger_machine_wrong"))
    monkeypatch.setattr(posting, "TAKE", posting.query("ledger.put", None))
    with pytest.raises(AssertionError):
        apart(lambda: machine.live(dsn, 1000))
