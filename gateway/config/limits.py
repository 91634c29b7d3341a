"""Section `limits`: how often somebody may do what costs something, or harms."""

from typing import Annotated

import msgspec

from gateway.config.types import Count, Seconds


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    public_per_second: Annotated[Count, "Public reads a second from one address (IPv6: one /64)."] = 100
    public_burst: Annotated[Count, "Public reads that one address may ask at once."] = 300
    loopback: Annotated[bool, "Hold the limits by address for 127.0.0.1 and ::1 as well."] = False
    wrong_passwords: Annotated[Count, "Wrong passwords for one account from one address in the time below."] = 10
    wrong_passwords_seconds: Annotated[Seconds, "Time in which they are counted."] = 300
    strangers: Annotated[Count, "Wrong passwords for one account from all addresses that never logged in to it."] = 30
    strangers_seconds: Annotated[Seconds, "Time in which they are counted."] = 900
    address: Annotated[Count, "Wrong passwords from one address (IPv6: one /64) for whatever accounts."] = 300
    address_seconds: Annotated[Seconds, "Time in which they are counted."] = 900
    registrations: Annotated[Count, "Accounts that one address may open in the time below."] = 60
    registrations_seconds: Annotated[Seconds, "Time in which they are counted."] = 3600
    emails: Annotated[Count, "Changes of the e-mail address that one account may ask for in the time below."] = 20
    emails_seconds: Annotated[Seconds, "Time in which they are counted."] = 3600
    donations: Annotated[Count, "Donations that one account may begin in the time below."] = 30
    donations_seconds: Annotated[Seconds, "Time in which they are counted."] = 600
    deliveries: Annotated[Count, "Deliveries that one account may ask for in the time below."] = 60
    deliveries_seconds: Annotated[Seconds, "Time in which they are counted."] = 600
    rotations: Annotated[Count, "Seeds of the wheel that one account may have revealed in the time below."] = 20
    rotations_seconds: Annotated[Seconds, "Time in which they are counted."] = 3600
