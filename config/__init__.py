"""Wiring. It imports everything and is imported by nobody but manage.py and the tests."""

from config.celery import app as celery_app

__all__ = ["celery_app"]  # loaded with Django, so that a task published by a page goes to the right broker
