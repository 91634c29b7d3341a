"""The world of the game: bosses, castles and sieges, clan halls, wars, Olympiad, Seven Signs, and their events.

One reading of the game's small tables a minute, by the leader. Events are found by comparing it with the one before.
"""
