"""The items in a character's bag, equipment and warehouse."""

from gateway.features.inventory.handlers import Inventories, feature

__all__ = ["Inventories", "feature"]
