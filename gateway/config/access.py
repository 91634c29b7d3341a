"""The sections about access: limits, logins, the administration, mail, and the keys of sealed secrets."""

import base64
import binascii
import re
from email.utils import parseaddr
from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta

from gateway.config.kinds import Count, Milliseconds, Port, Secret
from gateway.config.networks import check_networks

SECRET_LENGTH = 32
DATA_KEY_BYTES = 32
_KEY_ID = re.compile(r"[A-Za-z0-9]{1,16}")


class LimitSettings(msgspec.Struct, frozen=True, kw_only=True):
    """`…_seconds`: the time in which each kind of attempt is counted; no setting."""

    public_per_second: Annotated[
        Count,
        "Public reads a second from one address (IPv6: one /64), and 3 times as many at once; of all other requests, "
        "pages and files too, twice as many.",
    ] = 100
    apply_to_loopback: Annotated[bool, "Apply the limits by address to 127.0.0.1 and ::1 as well."] = False
    failed_logins: Annotated[Count, "Failed logins to one account from one address in 5 minutes."] = 10
    failed_logins_seconds: ClassVar[int] = 300
    failed_logins_unknown_network: Annotated[
        Count, "Failed logins to one account from one network (/24, /56) without a login to it in 4 hours."
    ] = 2
    failed_logins_unknown_ips: Annotated[
        Count,
        "Failed logins to one account from all networks without a login to it in 4 hours; above them an attempt needs "
        "a proof of work.",
    ] = 30
    failed_logins_unknown_ips_seconds: ClassVar[int] = 14_400
    failed_logins_per_ip: Annotated[
        Count,
        "Failed logins from one address (IPv6: a /64; 3 times in a /56, 10 in a /48) to all accounts in 15 minutes.",
    ] = 300
    failed_logins_per_ip_seconds: ClassVar[int] = 900
    failed_codes: Annotated[
        Count,
        "Wrong codes of an authenticator app for one account in 15 minutes: from each known network, and from all "
        "others.",
    ] = 5
    failed_codes_seconds: ClassVar[int] = 900
    registrations: Annotated[
        Count, "Accounts that one address (IPv6: a /64; 3 times in a /56, 10 in a /48) may open in an hour."
    ] = 60
    registrations_seconds: ClassVar[int] = 3600
    registrations_total: Annotated[Count, "New accounts an hour, above which each needs a proof of work."] = 300
    proof_difficulty: Annotated[
        int,
        Meta(ge=1, le=24),
        "Work of a login or registration over a shared limit: hashes as a power of 2; a login up to 64 times as many.",
    ] = 16
    email_changes: ClassVar[int] = 20
    """Changes of the email address that one account may make in `email_changes_seconds`."""
    email_changes_seconds: ClassVar[int] = 3600
    recoveries: Annotated[
        Count, "Recoveries that one address (IPv6: a /64; 3 times in a /56, 10 in a /48) may request in an hour."
    ] = 10
    recoveries_seconds: ClassVar[int] = 3600
    donations: Annotated[Count, "Donations that one account may begin in 10 minutes, and half of the deliveries."] = 30
    donations_seconds: ClassVar[int] = 600
    deliveries_seconds: ClassVar[int] = 600
    seed_rotations: Annotated[Count, "Seeds of the wheel that one account may reveal in an hour."] = 20
    seed_rotations_seconds: ClassVar[int] = 3600
    failed_redemptions: Annotated[
        Count, "Wrong promo and gift codes of one account in an hour; from an address, 6 times as many."
    ] = 10
    failed_redemptions_seconds: ClassVar[int] = 3600

    @property
    def deliveries(self) -> int:
        return 2 * self.donations

    @property
    def failed_redemptions_per_ip(self) -> int:
        """From one address (IPv6: one /64)."""
        return 6 * self.failed_redemptions

    @property
    def public_burst(self) -> int:
        return 3 * self.public_per_second

    @property
    def requests_per_second(self) -> int:
        return 2 * self.public_per_second

    @property
    def requests_burst(self) -> int:
        return 3 * self.requests_per_second


class AccountSettings(msgspec.Struct, frozen=True, kw_only=True):
    token_secret: Annotated[str, Secret(), "Signs the tokens of players; made by install, 32 characters or more."] = ""
    token_secret_previous: Annotated[
        str, Secret(), "The previous secret: its tokens stay valid, none is signed with it."
    ] = ""
    token_secret_next: Annotated[
        str, Secret(), "The secret of the next rotation: its tokens are valid already, none is signed with it."
    ] = ""
    token_days: Annotated[int, Meta(ge=1, le=90), "Days that a token is valid."] = 7
    session_idle_days: Annotated[int, Meta(ge=1, le=90), "Days without a request after which a session ends."] = 7
    staff_networks: Annotated[
        tuple[str, ...], "Networks from which staff accounts may log in; comma separated, empty: all."
    ] = ()
    staff_factor_required: Annotated[
        bool, "A staff account without a second factor can do nothing on the site but set one up."
    ] = True
    login_min_duration_ms: Annotated[Milliseconds, "Each login response takes this long, or a multiple of it."] = 300
    username_max: Annotated[
        int, Meta(ge=3, le=32), "Longest name of a new account; install writes what game clients can send, 14."
    ] = 20
    password_max: ClassVar[int] = 16
    """Longest new password: game clients accept no longer one."""
    password_hash: Annotated[
        Literal["", "sha1", "bcrypt", "whirlpool"],
        "Hash of new passwords, as the login server writes them; install writes it; empty: that of the family.",
    ] = ""
    hash_threads: ClassVar[int] = 2
    """Threads for bcrypt hashes, per process; one is kept for known networks."""

    def __post_init__(self) -> None:
        check_networks("staff_networks", self.staff_networks)
        for key in ("token_secret", "token_secret_previous", "token_secret_next"):
            if 0 < len(getattr(self, key)) < SECRET_LENGTH:
                raise ValueError(f"{key}: expected {SECRET_LENGTH} characters or more, as `gateway install` makes it")

    @property
    def token_secrets(self) -> tuple[str, ...]:
        """The first one signs; instances accept all while a secret is being rotated."""
        further_secrets = (secret for secret in (self.token_secret_previous, self.token_secret_next) if secret)
        return (self.token_secret, *further_secrets)


class AdminSettings(msgspec.Struct, frozen=True, kw_only=True):
    enabled: Annotated[bool, "Serve the administration at /admin."] = False
    networks: Annotated[
        tuple[str, ...],
        "Networks from which the administration exists; others get what an unknown address gets; comma separated, "
        "empty: all.",
    ] = ()
    code_coins_per_day: Annotated[
        Count,
        "Coins of all redemptions that one operator of the role content may make in 24 hours; more waits for release.",
    ] = 2_000
    adjusted_coins_per_day: Annotated[
        Count,
        "Coins that one operator with the role finance or owner may make in 24 hours, codes included; more waits for "
        "release.",
    ] = 50_000

    def __post_init__(self) -> None:
        check_networks("networks", self.networks)


class MailSettings(msgspec.Struct, frozen=True, kw_only=True):
    host: Annotated[str, "Mail server for confirmations, recovery and notices; empty: no mail is sent."] = ""
    port: Annotated[Port, "Its port: 587 with starttls, 465 with implicit."] = 587
    tls: Annotated[
        Literal["starttls", "implicit", "off"], "Encryption; off is for a mail server on this machine without a login."
    ] = "starttls"
    username: Annotated[str, "Login at the mail server; empty: none."] = ""
    password: Annotated[str, Secret(), "Password of this login."] = ""
    sender: Annotated[str, "Sender of every mail, as Fishi <no-reply@play.example>."] = ""

    def __post_init__(self) -> None:
        if self.host and "@" not in parseaddr(self.sender)[1]:
            raise ValueError("sender: expected an address such as Fishi <no-reply@play.example>")
        if self.tls == "off" and self.username:
            raise ValueError("tls: the password would be sent in clear text")


class SecuritySettings(msgspec.Struct, frozen=True, kw_only=True):
    data_keys: Annotated[
        tuple[str, ...],
        Secret(),
        "Keys, as id:base64, that seal secrets in the site schema: the first one seals, all of them open.",
    ] = ()

    def __post_init__(self) -> None:
        try:
            names = [data_key_parts(text)[0] for text in self.data_keys]
        except ValueError as error:
            raise ValueError(f"data_keys: {error}") from None
        if len(names) != len(set(names)):
            raise ValueError("data_keys: two keys have the same id")


def data_key_parts(text: str) -> tuple[str, bytes]:
    """Returns id and key of an entry of `security.data_keys`. Raises ValueError, without the key in its text."""
    name, _, encoded_key = text.partition(":")
    try:
        key = base64.b64decode(encoded_key, validate=True)
    except binascii.Error:
        key = b""
    if not _KEY_ID.fullmatch(name) or len(key) != DATA_KEY_BYTES:
        raise ValueError(
            f"expected id:key, the id of 1 to 16 letters and digits, the key {DATA_KEY_BYTES} bytes in base64"
        )
    return name, key
