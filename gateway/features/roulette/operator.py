"""The roulette in the administration: the measured wheel, and the rows behind it."""

from gateway.administration.operator_pages import OperatorPages
from gateway.config.settings import Settings
from gateway.database.database import Databases
from gateway.features.roulette import operator_rows, operator_wheel
from gateway.features.roulette.operator_wheel import WheelMonitor
from gateway.registration.extra import Parts


def pages(parts: Parts) -> OperatorPages:
    monitor = WheelMonitor(parts.get(Settings))
    return OperatorPages(
        routes=[*operator_wheel.routes(monitor), *operator_rows.routes(parts.get(Databases).site)],
    )
