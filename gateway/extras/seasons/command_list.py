"""The command of seasons, as `cli.GROUPS`."""

GROUPS = {
    "Run the site": {
        "season": ("gateway.extras.seasons.command", "start a season of the world after a wipe, list the seasons"),
    }
}
