"""Visibility in public: levels that players choose, and names, titles and crests that operators hide."""
