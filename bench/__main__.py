"""`python -m bench [engine] [formats] [http] [club] [tournament] [hall] [ratings] [seasons]`: all, or what is named."""

import sys

from bench import club, desk, engine, formats, hall, http, ratings, seasons

PARTS = {
    "engine": engine.run,
    "formats": formats.run,
    "http": http.run,
    "club": club.run,
    "tournament": desk.run,
    "hall": hall.run,
    "ratings": ratings.run,
    "seasons": seasons.run,
}

for name in sys.argv[1:] or PARTS:
    PARTS[name]()
