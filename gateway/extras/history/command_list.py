"""The command of the history, as `cli.GROUPS`."""

GROUPS = {
    "Run the site": {
        "history": ("gateway.extras.history.command", "show what is recorded, erase a character's history"),
    }
}
