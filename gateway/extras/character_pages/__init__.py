"""The contents of the public page of a character."""
