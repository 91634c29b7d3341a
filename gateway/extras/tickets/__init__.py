"""Tickets: players write to the operators, who answer in the administration."""
