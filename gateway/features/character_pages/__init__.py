"""What the public page of a character shows."""
