"""Pictures that the service draws or decodes, each in a process of its own: share cards, podiums, uploads."""
