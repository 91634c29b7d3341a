"""The command of the administration, as `cli.GROUPS`."""

GROUPS = {
    "Run the site": {
        "operator": ("gateway.administration.command", "say who may sign in to the administration, and as what"),
    }
}
