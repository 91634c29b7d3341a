"""Metrics of the wheel."""

from collections import Counter

from gateway.observability.metrics import Samples, series

SPINS_KNOWN = 10_000
"""Latest spins that are remembered as counted: a lost response is requested again soon or never."""


class SpinMetrics:
    """Counts spins, cost and prizes; a spin that is answered again under its key counts once."""

    def __init__(self) -> None:
        self._spins, self._coins = Counter[str](), Counter[str]()
        self._counted_ids: dict[str, None] = {}  # insertion-ordered set of spin ids

    def record(self, name: str, cost: int, prize: int) -> None:
        if name in self._counted_ids:
            return
        if len(self._counted_ids) >= SPINS_KNOWN:
            del self._counted_ids[next(iter(self._counted_ids))]
        self._counted_ids[name] = None
        self._spins["prize" if prize else "nothing"] += 1
        self._coins["cost"] += cost
        self._coins["prize"] += prize

    def samples(self) -> Samples:
        for label, count in self._spins.items():
            yield series("fishi_spins_total", won=label), count
        for kind, coins in self._coins.items():
            yield series("fishi_spin_coins_total", kind=kind), coins
