"""An account's coins and Adena, and what was paid and sent: read from the ledger and the game, never cached."""

from gateway.features.wallet import coins, history

routes = [*coins.routes, *history.routes]
