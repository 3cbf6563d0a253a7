"""`python -m bench [engine] [formats] [http] [club] [tournament] [hall]`: everything, or only what is named."""

import sys

from bench import club, desk, engine, formats, hall, http

PARTS = {
    "engine": engine.run,
    "formats": formats.run,
    "http": http.run,
    "club": club.run,
    "tournament": desk.run,
    "hall": hall.run,
}

for name in sys.argv[1:] or PARTS:
    PARTS[name]()
