"""How tournaments are drawn and counted: pure functions from what has happened to what comes next.

No database, no clock, no chance of its own: `rng` comes in as an argument, and of it only `random()` and
`getrandbits()` are used, which Python promises to keep the same for a seed.
"""
