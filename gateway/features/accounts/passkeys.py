"""Proofs with a passkey: they log in alone, and count as a second factor and for the step-up.

A passkey verifies its user (fingerprint, face or PIN), so it is possession and knowledge in one.
"""

import asyncio
from collections.abc import Callable

import structlog

from gateway.config.settings import Settings
from gateway.database.database import Database, DuplicateKey
from gateway.database.sealing import DataKeys
from gateway.features.accounts import passkey_rules
from gateway.features.accounts.audit_log import Action, AuditLog
from gateway.features.accounts.challenges import Challenge, Challenges
from gateway.features.accounts.limits import AccountLimits, HttpRequest
from gateway.features.accounts.passkey_rules import RelyingParty, UnprovenPasskey
from gateway.features.accounts.passkey_schemas import Assertion, Attestation, PasskeyOptions
from gateway.features.accounts.passkey_store import PasskeyStore, StoredPasskey
from gateway.features.accounts.session import Identity
from gateway.http.errors import ChallengeExpired, Conflict, PasskeyRefused, PasskeysOff
from gateway.observability.logging import RateLimitedLogger
from gateway.texts import text

_PROOF, _NEW = "passkey", "new passkey"
"""Purposes of challenges."""
_REASON_MAX = 200

log = RateLimitedLogger(structlog.get_logger("gateway.accounts"))


class Passkeys:
    """Issues challenges for authenticators, and checks their responses. Every method raises PasskeysOff."""

    def __init__(
        self,
        settings: Settings,
        site: Database,
        limits: AccountLimits,
        audit_log: AuditLog,
        site_name: Callable[[], str],
    ) -> None:
        keys = DataKeys(settings.security.data_keys)
        self.store = PasskeyStore(site, keys, settings.server.passkey_domain)
        self._party = passkey_rules.relying_party(settings)
        self._challenges = Challenges(settings.accounts.token_secrets, site)
        self._limits = limits
        self._audit_log = audit_log
        self._site_name = site_name

    @property
    def is_on(self) -> bool:
        return self._party is not None

    def require_party(self) -> RelyingParty:
        if self._party is None:
            raise PasskeysOff
        return self._party

    async def creation_options(self, caller: Identity) -> PasskeyOptions:
        party, login = self.require_party(), caller.login
        challenge = self._challenges.issue(_NEW, bound_to=_binding(caller))
        handle, passkeys = await self.store.user_handle(login), await self.store.of_account(login)
        return PasskeyOptions(
            passkey_rules.creation_options(party, self._site_name(), challenge, login, handle, passkeys)
        )

    async def add(self, caller: Identity, attestation: Attestation, name: str) -> None:
        """Raises PasskeyRefused, or Conflict for an eleventh passkey and for one that is stored."""
        party = self.require_party()
        try:
            challenge_text, challenge = self._challenge_of(attestation, _NEW, _binding(caller))
            passkey = await asyncio.to_thread(passkey_rules.verify_attestation, party, attestation, challenge_text)
            await self._challenges.use(challenge)
        except (UnprovenPasskey, ChallengeExpired) as error:
            raise _refusal(error) from None
        try:
            await self.store.add(caller.login, passkey, name)
        except DuplicateKey:
            raise Conflict(text("details.passkey_used")) from None

    def request_options(self) -> PasskeyOptions:
        """Returns the options for any proof, which are the same for all accounts."""
        return PasskeyOptions(passkey_rules.request_options(self.require_party(), self._challenges.issue(_PROOF)))

    async def prove(self, request: HttpRequest, assertion: Assertion, action: Action, login: str = "") -> str:
        """Returns the login of the account whose passkey has answered a challenge; an answer works once.

        `login`: the only accepted account; empty: any. `action`: entry of its security log for a failure.
        Raises PasskeyRefused.
        """
        party = self.require_party()
        async with self._limits.unproven:
            passkey = await self.store.find(assertion.id)
        try:
            if passkey is None or login not in {"", passkey.login}:
                raise UnprovenPasskey("unknown passkey")
            await self._prove(party, assertion, passkey)
        except (UnprovenPasskey, ChallengeExpired) as error:
            if owner := login or (passkey.login if passkey else ""):
                await self._audit_log.note(owner, action, self._limits.address(request), success=False)
            raise _refusal(error) from None
        return passkey.login

    async def _prove(self, party: RelyingParty, assertion: Assertion, passkey: StoredPasskey) -> None:
        challenge_text, challenge = self._challenge_of(assertion, _PROOF)
        proof = await asyncio.to_thread(passkey_rules.verify_assertion, party, assertion, challenge_text, passkey)
        await self._challenges.use(challenge)
        await self.store.use(passkey, proof.sign_count, proof.backed_up)

    def _challenge_of(
        self, response: Assertion | Attestation, purpose: str, bound_to: str = ""
    ) -> tuple[str, Challenge]:
        """Returns the challenge that a response answers, as a text and in parts."""
        challenge_text = passkey_rules.challenge_of(response)
        challenge = self._challenges.read(challenge_text)
        self._challenges.verify(challenge, purpose, bound_to)
        return challenge_text, challenge


def _binding(caller: Identity) -> str:
    return f"{caller.login}\0{caller.session}"


def _refusal(error: UnprovenPasskey | ChallengeExpired) -> PasskeyRefused:
    if isinstance(error, ChallengeExpired):
        return PasskeyRefused(text("details.too_late"))
    log.warning("passkey_refused", reason=str(error)[:_REASON_MAX])
    return PasskeyRefused()
