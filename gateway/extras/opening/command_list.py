"""The command of the opening day, as `cli.GROUPS`."""

GROUPS = {
    "Run the site": {
        "opening": ("gateway.extras.opening.command", "announce the opening day, change it or take it back"),
    }
}
