"""The command of campaigns, as `cli.GROUPS`."""

GROUPS = {
    "Run the site": {
        "campaign": ("gateway.extras.campaigns.command", "make recharge campaigns, end them"),
    }
}
