"""How tournaments are drawn and counted: pure functions from what has happened to what comes next.

No database, no clock, no chance of its own: `rng` comes in as an argument, and of it only `getrandbits()` is used, so
that a seed means the same draw in every Python.
"""
