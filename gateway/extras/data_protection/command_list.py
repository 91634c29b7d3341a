"""The command of legal texts, as `cli.GROUPS`."""

GROUPS = {
    "Run the site": {
        "legal": ("gateway.extras.data_protection.command", "publish versions of the terms and the privacy policy"),
    }
}
