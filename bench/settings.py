"""The project's own settings, with one address more for the bare reference and nothing to collect."""

from config.settings import *  # noqa: F403

ROOT_URLCONF = "bench.urls"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
