"""The item catalogue: one file made from the operator's datapack, loaded once by every process."""
