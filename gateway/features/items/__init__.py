"""The item catalogue: read from the operator's own datapack into one file, and loaded once by every process."""
