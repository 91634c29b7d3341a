"""What instances sign for each other while a secret is rotated: each accepts the current, the previous and the next."""

import pytest

from gateway.config.access import AccountSettings
from gateway.database.database import Databases
from gateway.features.accounts.challenges import Challenges
from gateway.features.accounts.repository import AccountRepository
from gateway.features.accounts.reused_names import AccountOwners
from gateway.features.accounts.tokens import Tokens
from gateway.http.errors import ChallengeExpired
from gateway.tests.conftest import WorldFactory

FIRST, SECOND, THIRD = "a" * 32, "b" * 32, "c" * 32
ACCEPTING = AccountSettings(token_secret=FIRST, token_secret_next=SECOND)
SIGNING = AccountSettings(token_secret=SECOND, token_secret_previous=FIRST)


@pytest.mark.database
@pytest.mark.parametrize(("signer", "reader"), [(ACCEPTING, SIGNING), (SIGNING, ACCEPTING)])
async def test_instances_of_both_steps_accept_what_the_other_signs(
    world: WorldFactory, signer: AccountSettings, reader: AccountSettings
) -> None:
    databases = Databases.open(world("mobius", seed=71).settings)
    token = Tokens(signer.token_secrets, 7).issue("demo", "s", 0, "hash", 1000.0)
    tokens = Tokens(reader.token_secrets, 7)
    claims = tokens.read(token, 1001.0)
    assert claims
    assert tokens.matches(claims, 0, "hash")
    signing, reading = (Challenges(settings.token_secrets, databases.site) for settings in (signer, reader))
    challenge = reading.read(signing.issue("login"))
    reading.verify(challenge, "login")
    with pytest.raises(ChallengeExpired):
        Challenges([THIRD], databases.site).verify(challenge, "login")
    accounts = AccountRepository(databases.auth, databases.site)
    owners = [AccountOwners(databases, accounts, settings) for settings in (signer, reader)]
    marks = [owner._marks("demo", "hash") for owner in owners]  # pyright: ignore[reportPrivateUsage]
    assert marks[0][0] in marks[1]
