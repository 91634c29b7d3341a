"""All that the site and the game know of one account, for the operator who answers a complaint."""
