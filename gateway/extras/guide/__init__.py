"""Items and monsters of the operator's datapack: who drops what, where, and how often."""
