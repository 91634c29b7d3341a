"""A push service on the loopback, and a browser that decrypts what it gets, read independently from the RFCs."""

import asyncio
import hashlib
import hmac
import json
import os
import ssl
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from fixtures.certificates import Authority
from gateway.extras.push.encryption import encode

HOST = "push.test"


class Browser:
    """The keys of one subscription."""

    def __init__(self, key: ec.EllipticCurvePrivateKey | None = None, auth: bytes | None = None) -> None:
        self._key = key or ec.generate_private_key(ec.SECP256R1())
        self.auth = auth or os.urandom(16)
        kinds = serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        self.public = self._key.public_key().public_bytes(*kinds)
        self.path = f"/send/{os.urandom(8).hex()}"

    @property
    def subscription(self) -> dict[str, str]:
        return {
            "endpoint": f"https://{HOST}{self.path}",
            "p256dh": encode(self.public),
            "auth": encode(self.auth),
        }

    def decrypt(self, body: bytes) -> bytes:
        """RFC 8188: salt (16), record size (4), length of the key id (1), key id; then one record."""
        salt, size, id_length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, record = body[21 : 21 + id_length], body[21 + id_length :]
        assert (id_length, len(record) <= size) == (65, True)
        point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        shared_secret = self._key.exchange(ec.ECDH(), point)
        info = b"WebPush: info\x00" + self.public + sender
        secret = hmac_sha256(hmac_sha256(self.auth, shared_secret), info + b"\x01")
        prk = hmac_sha256(salt, secret)
        key = hmac_sha256(prk, b"Content-Encoding: aes128gcm\x00\x01")[:16]
        nonce = hmac_sha256(prk, b"Content-Encoding: nonce\x00\x01")[:12]
        padded_record = AESGCM(key).decrypt(nonce, record, None)
        plain = padded_record.rstrip(b"\x00")
        assert plain[-1:] == b"\x02"
        return plain[:-1]


def hmac_sha256(key: bytes, text: bytes) -> bytes:
    return hmac.digest(key, text, hashlib.sha256)


class ReceivedPush(msgspec.Struct, frozen=True):
    path: str
    headers: dict[str, str]
    body: bytes


class PushService:
    """`status` and `headers`: the answer; status 0: none, and the connection is cut; -1: none."""

    def __init__(self) -> None:
        self.pushes: list[ReceivedPush] = []
        self.status = 201
        self.headers = ""
        self.port = 0

    async def resolve(self, host: str) -> str:
        assert host == HOST
        return f"127.0.0.1:{self.port}"

    def payloads(self, browser: Browser) -> list[dict[str, Any]]:
        return [json.loads(browser.decrypt(push.body)) for push in self.pushes if push.path == browser.path]

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                first, *lines = head.decode().split("\r\n")
                headers = dict(line.lower().split(": ", 1) for line in lines if line)
                body = await reader.readexactly(int(headers["content-length"]))
                self.pushes.append(ReceivedPush(first.split(" ")[1], headers, body))
                if self.status <= 0:
                    await reader.read(-self.status)
                    break
                writer.write(f"HTTP/1.1 {self.status} -\r\n{self.headers}Content-Length: 0\r\n\r\n".encode())
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()


@asynccontextmanager
async def push_service(authority: Authority) -> AsyncGenerator[PushService]:
    """`authority`: of certificates for HOST."""
    service, context = PushService(), ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(authority.certificate, authority.key)
    listener = await asyncio.start_server(service.answer, "127.0.0.1", ssl=context)
    service.port = listener.sockets[0].getsockname()[1]
    async with listener:
        yield service
