"""Tests of the distance between connects, in simulated time, with the accept filter of four families."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise

import msgspec
import pytest

from fixtures.connect_filter import ConnectFilter
from gateway.config.sections import StatusSettings
from gateway.features.server_status.probe_connects import (
    PORTS_SECONDS,
    LastConnect,
    Outcome,
    ServerName,
    distance_seconds,
    is_due,
)

HOUR, DAY = 3600.0, 86_400.0
LOGINS = 500
TICK_SECONDS = 5.0
SERVERS: tuple[ServerName, ServerName] = ("game", "login")
SHARED = StatusSettings()
OWN = StatusSettings(source_address="192.0.2.7")
ALONE = StatusSettings(shared_address=False)

Due = Callable[["Simulation", ServerName], bool]


@dataclass
class Simulation:
    """Two filtered servers, the probe's connects, and a player who logs in every five minutes on average."""

    settings: StatusSettings
    due: Due
    player: str = "198.51.100.9"
    now: float = 1_000_000.0
    filters: dict[ServerName, ConnectFilter] = field(
        default_factory=lambda: {server: ConnectFilter() for server in SERVERS}
    )
    connects: dict[ServerName, LastConnect] = field(
        default_factory=lambda: {server: LastConnect(server, 0, 0, None, 0) for server in SERVERS}
    )
    probes: list[tuple[float, ServerName]] = field(default_factory=list[tuple[float, ServerName]])

    @property
    def probe_address(self) -> str:
        return self.settings.source_address or self.player

    def probe(self) -> None:
        for server in SERVERS:
            if self.due(self, server):
                is_accepted = self.filters[server].accept(self.probe_address, self.now)
                self.probes.append((self.now, server))
                outcome: Outcome = "open" if is_accepted else "refused"
                at = round(self.now * 1000)
                self.connects[server] = LastConnect(server, at, at, outcome, 0 if is_accepted else at)

    def refused_logins(self, seed: int, mean_seconds: float = 300.0) -> int:
        """Runs 500 logins. Returns how many of them a server has refused."""
        times = random.Random(seed)
        refused, next_tick = 0, self.now
        for _ in range(LOGINS):
            login_at = self.now + times.expovariate(1 / mean_seconds)
            while next_tick <= login_at:
                self.now = next_tick
                self.probe()
                next_tick += TICK_SECONDS
            refused += not self.filters["login"].accept(self.player, login_at)
            refused += not self.filters["game"].accept(self.player, login_at + times.uniform(2, 5))
            self.now = login_at
        return refused


def by_rule(simulation: Simulation, server: ServerName) -> bool:
    seconds = distance_seconds(simulation.settings, simulation.connects, simulation.now)
    return is_due(simulation.connects, server, seconds, simulation.now)


def at_each_tick(_simulation: Simulation, _server: ServerName) -> bool:
    """The probe of earlier releases."""
    return True


@pytest.mark.parametrize("settings", [SHARED, OWN], ids=["shared", "own"])
@pytest.mark.parametrize("seed", range(3))
def test_probe_at_its_distance_refuses_no_login(settings: StatusSettings, seed: int) -> None:
    simulation = Simulation(settings, by_rule)
    assert simulation.refused_logins(seed) == 0
    assert len(simulation.probes) > LOGINS


@pytest.mark.parametrize("seed", range(3))
def test_probe_at_each_tick_locks_the_player_out(seed: int) -> None:
    """The control: the same logins, with a connect to both ports every five seconds."""
    assert Simulation(SHARED, at_each_tick).refused_logins(seed) > LOGINS / 2


@pytest.mark.parametrize(("settings", "seconds"), [(SHARED, 310), (OWN, 30), (ALONE, 30)])
def test_probe_keeps_its_distance(settings: StatusSettings, seconds: float) -> None:
    simulation = Simulation(settings, by_rule)
    for _ in range(round(6 * HOUR)):
        simulation.now += 1.0
        simulation.probe()
    for server in SERVERS:
        times = [at for at, name in simulation.probes if name == server]
        distances = [second - first for first, second in pairwise(times)]
        assert min(distances) == seconds
        assert max(distances) <= seconds + PORTS_SECONDS
    times = [at for at, _ in simulation.probes]
    assert all(second - first >= PORTS_SECONDS for first, second in pairwise(times))


def test_probe_that_was_refused_counts_the_address_as_shared_for_a_day() -> None:
    """From an address that other clients share against the setting, until they have moved."""
    simulation = Simulation(OWN, by_rule)
    for at in (0.0, 0.5, 1.0, 1.5, 2.0):
        simulation.filters["game"].accept(OWN.source_address, simulation.now + at)
    simulation.now += 2.5
    simulation.probe()
    assert simulation.connects["game"].outcome == "refused"
    moments = [simulation.now + seconds for seconds in (1.0, DAY - 1, DAY + 1)]
    distances = [distance_seconds(OWN, simulation.connects, moment) for moment in moments]
    assert distances == [310, 310, 30]


def test_is_due_is_sooner_where_nothing_listened() -> None:
    """A connect that no server has accepted is counted by no filter, and the begin of the game is seen earlier."""
    connects: dict[ServerName, LastConnect] = {
        server: LastConnect(server, 1_000_000, 1_000_000, "closed", 0) for server in SERVERS
    }
    assert not is_due(connects, "game", 310, 1029.9)
    assert is_due(connects, "game", 310, 1030.1)
    connects["game"] = msgspec.structs.replace(connects["game"], connected_at=1_030_000)
    assert not is_due(connects, "game", 310, 1100)


def test_is_due_ignores_times_that_a_clock_set_back_left_in_the_future() -> None:
    connects: dict[ServerName, LastConnect] = {
        server: LastConnect(server, 9_000_000, 9_000_000, "open", 0) for server in SERVERS
    }
    assert is_due(connects, "game", 310, 1000.0)
    assert not is_due(connects, "game", 310, 8999.0)
