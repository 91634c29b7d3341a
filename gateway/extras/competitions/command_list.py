"""The command of competitions, as `cli.GROUPS`."""

GROUPS = {
    "Run the site": {
        "competition": ("gateway.extras.competitions.command", "open a competition of players, pay its prizes"),
    }
}
