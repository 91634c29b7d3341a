"""PvP and PK rankings from a snapshot of the world, taken once a minute."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gateway.features.rankings.handlers import routes
    from gateway.features.rankings.snapshot_store import Snapshots

__all__ = ["Snapshots", "routes"]


def __getattr__(name: str) -> Any:
    """Late, so that the reader's process, which needs neither, starts without the framework: in a third of the time."""
    if name == "Snapshots":
        from gateway.features.rankings.snapshot_store import Snapshots

        return Snapshots
    if name == "routes":
        from gateway.features.rankings.handlers import routes

        return routes
    raise AttributeError(name)
