"""Which providers the site offers."""

from gateway.config.settings import Settings
from gateway.features.payments.provider_payment import MERCADOPAGO, STRIPE


def offered_names(settings: Settings) -> list[str]:
    """Returns the providers that a buyer can choose, the default one first."""
    is_offered = {MERCADOPAGO: settings.payments.provider != "off", STRIPE: settings.stripe.enabled}
    return [name for name, is_on in is_offered.items() if is_on]
