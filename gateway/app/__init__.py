"""Composition root: makes every object of a process and connects them."""

from gateway.app.application import Application, documented_application, documented_routes

__all__ = ["Application", "documented_application", "documented_routes"]
