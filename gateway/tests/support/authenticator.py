"""A software authenticator with one passkey: EC P-256, and answers as browsers send them."""

import base64
import hashlib
import json
import secrets
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

USER_PRESENT, USER_VERIFIED, BACKUP_ELIGIBLE, HAS_CREDENTIAL = 0x01, 0x04, 0x08, 0x40


class Authenticator:
    """Its attributes may be changed between answers, to what another site or a copy of the passkey would send."""

    def __init__(self, origin: str, domain: str) -> None:
        self.origin, self.domain = origin, domain
        self.flags = USER_PRESENT | USER_VERIFIED
        self.sign_count = 0
        self.credential_id = secrets.token_bytes(32)
        self.user_handle = ""
        self._key = ec.generate_private_key(ec.SECP256R1())

    def create(self, options: dict[str, Any]) -> dict[str, Any]:
        """Answers the options of a new passkey."""
        self.user_handle = options["user"]["id"]
        numbers = self._key.public_key().public_numbers()
        public_key = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        credential = bytes(16) + len(self.credential_id).to_bytes(2, "big") + self.credential_id
        data = self._data(self.flags | HAS_CREDENTIAL) + credential + cbor2.dumps(public_key)
        return self._answer(
            clientDataJSON=self._client_data("webauthn.create", options),
            attestationObject=cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data}),
            transports=["internal", "hybrid"],
        )

    def get(self, options: dict[str, Any]) -> dict[str, Any]:
        """Answers the options of a proof."""
        client_data, data = self._client_data("webauthn.get", options), self._data(self.flags)
        signature = self._key.sign(data + hashlib.sha256(client_data).digest(), ec.ECDSA(hashes.SHA256()))
        return self._answer(
            clientDataJSON=client_data, authenticatorData=data, signature=signature, userHandle=self.user_handle
        )

    def _data(self, flags: int) -> bytes:
        domain = hashlib.sha256(self.domain.encode()).digest()
        return domain + bytes([flags]) + self.sign_count.to_bytes(4, "big")

    def _client_data(self, kind: str, options: dict[str, Any]) -> bytes:
        data = {"type": kind, "challenge": options["challenge"], "origin": self.origin, "crossOrigin": False}
        return json.dumps(data).encode()

    def _answer(self, **response: Any) -> dict[str, Any]:
        fields = {name: encode(value) if isinstance(value, bytes) else value for name, value in response.items()}
        name = encode(self.credential_id)
        return {
            "id": name,
            "rawId": name,
            "type": "public-key",
            "clientExtensionResults": {},
            "response": fields,
        }


def encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")
