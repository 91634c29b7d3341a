"""`gateway datapack import`: reads a datapack, and computes what its monsters give by the rates of the server."""
