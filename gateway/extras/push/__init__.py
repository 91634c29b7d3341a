"""Web Push: messages about events that players chose, sent to their browsers while the site is closed."""
