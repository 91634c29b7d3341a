"""The command of codes, as `cli.GROUPS`."""

GROUPS = {
    "Run the site": {
        "code": ("gateway.extras.codes.command", "make promo and gift codes, close their campaigns"),
    }
}
