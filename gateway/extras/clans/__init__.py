"""Clans in public: the board, and the page of a clan with its crest."""
