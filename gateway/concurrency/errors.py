"""Errors of work that may succeed later."""


class NotReady(Exception):  # noqa: N818 - also the base of error responses
    """Something that the work needs is missing for now, such as the first snapshot. `reason`: for the log."""

    reason: str = ""
