"""A read-through gateway in front of a live Lineage 2 Interlude database."""
