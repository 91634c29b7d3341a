"""Samples of the status that are no part of the chain, as releases before it wrote them."""

from gateway.database.database import Database
from gateway.database.queries import Query

ADD: Query[None] = Query(
    "test.add_sample",
    "INSERT IGNORE INTO status_samples (at, online, online_players) VALUES (%(at)s, %(online)s, %(players)s)",
    ("at", "online", "players"),
    None,
)

DELETE: Query[None] = Query("test.delete_samples", "DELETE FROM status_samples", (), None)


async def add_sample(site: Database, at: int, players: int, *, online: bool = True) -> None:
    await site.write(ADD, at=at, online=int(online), players=players)


async def delete_samples(site: Database) -> None:
    await site.write(DELETE)
