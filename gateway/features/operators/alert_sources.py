"""The source of the values of alerts: the administration's figures by the names of the rules."""

from collections.abc import Awaitable, Callable, Mapping

from msgspec import Struct

from gateway.config.alert_rules import RuleName


class AlertSources(Struct, frozen=True):
    """`open_reader`: makes the objects of the reader, so that a site without alerts makes none."""

    open_reader: Callable[[], Callable[[], Awaitable[Mapping[RuleName, float]]]]
