"""The outbox: claims, retries and receivers of a channel, whatever it sends."""

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager

import msgspec
import pytest

from fixtures.installed import World
from gateway.features.messages import (
    Attempt,
    ChannelRules,
    Message,
    MessageChannel,
    NewMessage,
    PreparedMessage,
    outbox,
)
from gateway.features.messages.outbox import Prepare
from gateway.tests.support.account_app import site
from gateway.tests.support.databases import site_of
from gateway.tests.support.wait_until import until

pytestmark = pytest.mark.database

SEED = 358
RULES = ChannelRules(name="test", max_attempts=3, kept_seconds=60)


class Receivers:
    """Sends by `answer`, and notes what arrived, by receiver."""

    def __init__(self, world: World) -> None:
        self.world, self.database = world, site_of(world)
        self.arrivals: list[tuple[str, str]] = []
        self.answer: Callable[[Message], Awaitable[Attempt]] = self.take

    async def take(self, _message: Message) -> Attempt:
        return Attempt("sent")

    def channel(self, rules: ChannelRules = RULES, receivers: Sequence[str] | None = None) -> MessageChannel:
        @asynccontextmanager
        async def connect() -> AsyncGenerator[Prepare]:
            yield self._prepare

        return MessageChannel(self.database, rules, connect, receivers)

    async def _prepare(self, message: Message) -> PreparedMessage | None:
        async def send() -> Attempt:
            self.arrivals.append((message.receiver, message.message_key))
            return await self.answer(message)

        if message.kind == "unreadable":
            raise msgspec.ValidationError
        return None if message.kind == "void" else PreparedMessage(send, message.receiver)

    async def add(self, receiver: str, *keys: str, channel: str = RULES.name, kind: str = "hello") -> None:
        now = int(time.time())
        rows = [
            NewMessage(
                channel=channel,
                receiver=receiver,
                kind=kind,
                login="",
                message_key=key,
                content="{}",
                created_at=now,
                due_at=now,
                expires_at=now + 60,
                kept_until=now + 60,
            )
            for key in keys
        ]
        await self.database.transact(lambda session: outbox.add(session, rows))

    async def states(self) -> list[tuple[str, int]]:
        return [(row[0], row[1]) for row in await site(self.world, "SELECT state, attempts FROM messages ORDER BY id")]


@pytest.fixture
async def receivers(own_world: World) -> AsyncGenerator[Receivers]:
    await site(own_world, "DELETE FROM messages")
    test_receivers = Receivers(own_world)
    yield test_receivers
    await test_receivers.database.close()


async def test_message_of_a_key_is_added_once_for_each_receiver(receivers: Receivers) -> None:
    await receivers.add("ann", "1", "1")
    await receivers.add("ann", "1", "2")
    await receivers.add("ben", "1")
    assert await receivers.channel().work() == 3
    assert sorted(receivers.arrivals) == [("ann", "1"), ("ann", "2"), ("ben", "1")]


async def test_message_is_sent_once_by_two_processes(receivers: Receivers) -> None:
    await receivers.add("ann", *map(str, range(30)))
    channels = [
        receivers.channel(ChannelRules(name="test", max_attempts=1, kept_seconds=60, batch=30)) for _ in range(2)
    ]
    assert sum(await asyncio.gather(*(channel.work() for channel in channels))) == 30
    assert len(set(receivers.arrivals)) == len(receivers.arrivals) == 30


async def test_postponed_message_is_refused_after_the_attempts_of_its_channel(receivers: Receivers) -> None:
    async def postpone(_message: Message) -> Attempt:
        return Attempt("postponed", 0)

    receivers.answer = postpone
    await receivers.add("ann", "1")
    for _ in range(RULES.max_attempts + 1):
        await receivers.channel().work()
    assert (len(receivers.arrivals), await receivers.states()) == (
        RULES.max_attempts,
        [("refused", RULES.max_attempts)],
    )


async def test_pause_of_a_receiver_counts_no_attempt(receivers: Receivers) -> None:
    async def postpone(_message: Message) -> Attempt:
        return Attempt("postponed", 40)

    receivers.answer = postpone
    await receivers.add("ann", "1", "2")
    assert await receivers.channel().work() == 0
    assert (len(receivers.arrivals), await receivers.states()) == (1, [("waiting", 1), ("waiting", 0)])
    ((first, second),) = await site(receivers.world, "SELECT MIN(due_at), MAX(due_at) FROM messages")
    assert min(int(str(first)), int(str(second))) >= int(time.time()) + 30


async def test_receiver_that_hangs_delays_no_other(receivers: Receivers) -> None:
    release, has_begun = asyncio.Event(), asyncio.Event()

    async def hang(message: Message) -> Attempt:
        if message.receiver == "ann":
            has_begun.set()
            await release.wait()
        return Attempt("sent")

    receivers.answer = hang
    await receivers.add("ann", "1", "2")
    await receivers.add("ben", "3")
    work = asyncio.create_task(receivers.channel(receivers=["ann", "ben"]).work())
    await has_begun.wait()

    async def other_is_sent() -> bool:
        return ("sent", 1) in await receivers.states()

    await until(other_is_sent)
    assert receivers.arrivals.count(("ben", "3")) == 1
    assert not work.done()
    release.set()
    assert await work == 3


async def test_unknown_outcome_ends_the_run_and_is_not_repeated(receivers: Receivers) -> None:
    async def fail(_message: Message) -> Attempt:
        return Attempt("unknown")

    receivers.answer = fail
    await receivers.add("ann", "1", "2")
    await receivers.channel().work()
    assert receivers.arrivals == [("ann", "1")]
    receivers.answer = receivers.take
    await receivers.channel().work()
    assert receivers.arrivals == [("ann", "1"), ("ann", "2")]
    assert [state for state, _ in await receivers.states()] == ["claimed", "sent"]


async def test_channel_leaves_what_is_late_unwanted_or_of_others(receivers: Receivers) -> None:
    await receivers.add("ann", "late")
    await site(receivers.world, "UPDATE messages SET expires_at = due_at")
    await receivers.add("ann", "other", channel="other")
    await receivers.add("ann", "void", kind="void")
    assert await receivers.channel().work() == 0
    assert (receivers.arrivals, await receivers.states()) == ([], [("waiting", 0), ("waiting", 0)])


async def test_unreadable_message_waits_and_holds_up_no_other(receivers: Receivers) -> None:
    await receivers.add("ann", "1", kind="unreadable")
    await receivers.add("ann", "2")
    assert [await receivers.channel().work(), await receivers.channel().work()] == [1, 0]
    assert await receivers.states() == [("waiting", 0), ("sent", 1)]


async def test_row_goes_after_its_time_also_while_its_channel_is_off(receivers: Receivers) -> None:
    await receivers.add("ann", "1", "2", channel="off")
    await site(receivers.world, "UPDATE messages SET kept_until = 5 WHERE message_key = '1'")
    assert await outbox.prune(receivers.database, int(time.time())) == 1
    assert len(await receivers.states()) == 1
