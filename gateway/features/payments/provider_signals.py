"""Whether the providers answer, and whether their webhooks are accepted, by the calls and webhooks of this instance."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from typing import Final

from gateway.features.payments.provider import Provider, ProviderFailed
from gateway.observability.shares import ErrorShare, RequestCount

Counts = Callable[[str], Sequence[tuple[Mapping[str, str], float]]]
"""Returns a counter of the instance: the labels of each series, and its value since the start."""

_CALLS: Final = "fishi_provider_request_duration_seconds_count"
_WEBHOOKS: Final = "fishi_webhooks_total"
_FAILED: Final = frozenset({"failed", "timeout", "refused"})
_REFUSED: Final = frozenset({"forged", "stale", "unsigned"})
_EVALUATIONS: Final = 60
"""Of which the webhooks are counted: a provider repeats a refused one each quarter of an hour."""
_MIN_WEBHOOKS: Final = 3


class ProviderCalls:
    """Judges each provider by its latest calls. One that fails and is not called any more is asked, so that the end of
    an outage is seen, and one at night lasts."""

    def __init__(self, providers: Sequence[Provider], names: Collection[str], counts: Counts) -> None:
        """`names`: of the providers that are offered."""
        self._providers = [provider for provider in providers if provider.name in names]
        self._counts = counts
        self._last: Counter[tuple[str, bool]] | None = None
        self._failing = set[str]()

    async def failing(self, now: int) -> int:
        """Returns the number of providers of which more calls fail than succeed."""
        calls = Counter[tuple[str, bool]]()
        for labels, count in self._counts(_CALLS):
            calls[labels["provider"], labels["outcome"] in _FAILED] += int(count)
        last_calls, self._last = self._last, calls
        if last_calls is not None:
            for provider in self._providers:
                await self._judge(provider, calls - last_calls, now)
        return len(self._failing)

    async def _judge(self, provider: Provider, new_calls: Counter[tuple[str, bool]], now: int) -> None:
        name = provider.name
        failed, succeeded = new_calls[name, True], new_calls[name, False]
        if failed > succeeded:
            self._failing.add(name)
        elif succeeded:
            self._failing.discard(name)
        elif name in self._failing:
            with suppress(ProviderFailed):
                async for _ in provider.search_changed(now):
                    break


def refused_webhooks(counts: Counts) -> ErrorShare:
    """Returns the share of the webhooks whose signature is missing, old or wrong."""

    def count() -> RequestCount:
        rows = counts(_WEBHOOKS)
        refused = sum(number for labels, number in rows if labels["verdict"] in _REFUSED)
        return RequestCount(sum(number for _, number in rows), refused)

    return ErrorShare(count, _EVALUATIONS, _MIN_WEBHOOKS)
