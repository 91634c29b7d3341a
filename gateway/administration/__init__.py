"""Administration: operators sign in at /admin, see the state of the site, and change it by the commands' functions."""
