"""`python -m bench [engine] [http] [club]`: everything, or only what is named."""

import sys

from bench import club, engine, http

PARTS = {"engine": engine.run, "http": http.run, "club": club.run}

for name in sys.argv[1:] or PARTS:
    PARTS[name]()
