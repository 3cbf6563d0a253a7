"""`python -m bench [engine] [http]`: everything, or only what is named."""

import sys

from bench import engine, http

PARTS = {"engine": engine.run, "http": http.run}

for name in sys.argv[1:] or PARTS:
    PARTS[name]()
