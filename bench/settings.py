"""The project's own settings, with one address more for the bare reference and nothing to collect."""

from config.settings import *  # noqa: F403 - all of them, that is the point

ROOT_URLCONF = "bench.urls"
STATIC_ROOT.mkdir(parents=True, exist_ok=True)  # noqa: F405 - one of them
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
