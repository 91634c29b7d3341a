"""The document of what a stolen login allows has each right of each user once."""

import re
from collections import Counter

import pytest

from gateway.database.user_rights import RIGHTS
from gateway.tests.support.paths import OPERATOR_PAGES

ROW = re.compile(r"\| `(?P<user>\w+)` \| (?P<objects>(?:`\w+` ?)+) \| .+ \|")


def documented_objects() -> Counter[tuple[str, str]]:
    rows = (ROW.fullmatch(line) for line in (OPERATOR_PAGES / "database-rights.md").read_text().splitlines())
    return Counter((row["user"], name) for row in rows if row for name in re.findall(r"\w+", row["objects"]))


@pytest.mark.whole
def test_document_has_each_object_of_each_user_once() -> None:
    # The owner is locked and never logs in.
    objects = {(user, name) for user, rights in RIGHTS.items() if user != "owner" for name in rights}
    assert documented_objects() == Counter(objects)
