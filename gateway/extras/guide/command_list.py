"""The command of the guide, as `cli.GROUPS`."""

GROUPS = {
    "Set up": {
        "datapack": (
            "gateway.extras.guide.datapack.command",
            "import items, monsters and drops of the game server's datapack",
        ),
    }
}
