"""The review of a week: gains, kills of bosses, castles, heroes, world's firsts, and the peak of players."""
