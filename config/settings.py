"""All settings. What may differ between laptop and server is an environment variable, listed in README.md.

A laptop needs none of them: SQLite in one file, one embedded Celery worker, no Redis, no internet.
"""

import os
import secrets
from datetime import timedelta
from pathlib import Path
from typing import Any

from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _
from kombu import Queue

from config.addresses import database, mail_settings
from config.schedule import ROUTES, schedule

BASE_DIR = Path(__file__).resolve().parent.parent


def env_flag(name: str) -> bool:
    return os.environ.get(name, "").strip().lower() in {"1", "true", "yes", "on"}


def env_list(name: str, default: str = "") -> list[str]:
    return [part.strip() for part in os.environ.get(name, default).split(",") if part.strip()]


def env_int(name: str, default: int) -> int:
    value = os.environ.get(name, "").strip()
    if not value:
        return default
    if not value.isdecimal():
        raise ImproperlyConfigured(f"{name} has to be a whole number, not {value!r}.")
    return int(value)


# --- Where things lie ----------------------------------------------------------------------------------------------

DATA_DIR = Path(os.environ.get("DATA_DIR") or BASE_DIR / "var").resolve()
DATA_DIR.mkdir(parents=True, exist_ok=True)


def secret_key(path: Path) -> str:
    """The key of this installation, drawn once. It stays, or open forms would end with a restart."""
    try:
        # O_EXCL: of two processes that start at the same moment one writes and the other reads.
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        key = path.read_text().strip()
        if len(key) < 32:
            raise ImproperlyConfigured(f"{path} holds no usable key; remove it or set SECRET_KEY.") from None
        return key
    key = secrets.token_urlsafe(50)
    with os.fdopen(handle, "w") as file:
        file.write(key)
    return key


SECRET_KEY = os.environ.get("SECRET_KEY") or secret_key(DATA_DIR / "secret-key")
DEBUG = env_flag("DEBUG")

# --- Who may be asked for, and how ---------------------------------------------------------------------------------

# On a laptop in the LAN nobody knows the address beforehand (DHCP gives it), so any name is answered. No e-mail
# holds an address made from the Host header (they bring codes); on the internet set the names anyway.
ALLOWED_HOSTS = env_list("ALLOWED_HOSTS", "*")

# Where phones reach this site. `python -m config.serve` sets the LAN address, because the QR code of a sheet
# opened as http://localhost on the laptop has to work on a phone. Empty: the address of the request.
PUBLIC_URL = os.environ.get("PUBLIC_URL", "").rstrip("/")

# HTTPS=1 says: a proxy in front ends TLS, sets X-Forwarded-Proto itself and strips it from what comes in.
HTTPS = env_flag("HTTPS")
if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = 365 * 24 * 3600
if PUBLIC_URL.startswith("https://"):
    CSRF_TRUSTED_ORIGINS = ["/".join(PUBLIC_URL.split("/")[:3])]
CSRF_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SAMESITE = "Lax"

# The address of a sheet is its key: it must not travel to another site in a Referer header.
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
# On plain HTTP in the LAN browsers ignore this header and complain about it on every page.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None
X_FRAME_OPTIONS = "DENY"

# No inline script, no inline style, nothing from elsewhere.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "object-src": [NONE],
        "frame-ancestors": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF],
    },
}

# --- Parts ---------------------------------------------------------------------------------------------------------

INSTALLED_APPS = [
    "clubs",
    "scoring",
    "tournaments",
    "seasons",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "rest_framework",
    "knox",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_htmx",
    "csp",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",  # static files are compressed beforehand,
    "django.middleware.gzip.GZipMiddleware",  # so only pages reach this one
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "csp.middleware.CSPMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]

# Nothing that is uploaded goes to the disk, and no more is kept than a list of names can be.
FILE_UPLOAD_HANDLERS = ["config.uploads.Small"]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

# Without DEBUG Django wraps the loaders in a cached one by itself, also with APP_DIRS.
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "clubs.context_processors.club",
                "tournaments.context_processors.tournament",
                "clubs.context_processors.site",
            ],
        },
    },
]

# --- Accounts: nobody needs one to play ----------------------------------------------------------------------------

AUTH_USER_MODEL = "clubs.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "start"
LOGOUT_REDIRECT_URL = "start"

# A phone stays logged in for the whole season.
SESSION_COOKIE_AGE = 365 * 24 * 3600
SESSION_COOKIE_SECURE = HTTPS
SESSION_COOKIE_SAMESITE = "Lax"

# Codes go by e-mail where EMAIL_URL says how. Without it (a laptop in the back room) they are shown in the terminal
# that `make run` was typed into; then an address proves nothing and is not asked to, and nobody is locked out.
MAIL = mail_settings(os.environ.get("EMAIL_URL", ""))
SENDS_MAIL = bool(MAIL)
EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend" if SENDS_MAIL else "config.mail.Terminal"
EMAIL_HOST = MAIL.get("host", "localhost")
EMAIL_PORT = MAIL.get("port", 25)
EMAIL_HOST_USER = MAIL.get("user", "")
EMAIL_HOST_PASSWORD = MAIL.get("password", "")
EMAIL_USE_TLS = MAIL.get("starttls", False)
EMAIL_USE_SSL = MAIL.get("tls", False)
EMAIL_TIMEOUT = 20
DEFAULT_FROM_EMAIL = SERVER_EMAIL = os.environ.get("MAIL_FROM") or MAIL.get("user") or "bummerlbuch@localhost"

ACCOUNT_ADAPTER = "config.accounts.Accounts"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1"]
ACCOUNT_SIGNUP_FORM_CLASS = "clubs.forms.accounts.Called"
ACCOUNT_FORMS = {"login": "clubs.forms.accounts.Login"}
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = ACCOUNT_PASSWORD_RESET_BY_CODE_TIMEOUT = 15 * 60
ACCOUNT_LOGIN_BY_CODE_SUPPORTS_RESEND = ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = True
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_CHANGE = True
# By code, because a link in an e-mail would be made from the Host header of whoever asked for it.
ACCOUNT_PASSWORD_RESET_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_VERIFICATION = "mandatory" if SENDS_MAIL else "none"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = SENDS_MAIL
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
ACCOUNT_SESSION_REMEMBER = True
# Before a key of the account is changed on a phone that has been logged in for months, its owner shows who they are.
ACCOUNT_REAUTHENTICATION_REQUIRED = MFA_REAUTHENTICATION_REQUIRED = SENDS_MAIL
ACCOUNT_REAUTHENTICATION_TIMEOUT = 15 * 60
# Eight digits, for a keypad. Three tries per code and twelve codes an hour for an address: 36 of 100,000,000.
ALLAUTH_USER_CODE_FORMAT = {"numeric": True, "length": 8, "dashed": True}
ACCOUNT_RATE_LIMITS = {"request_login_code": "20/m/ip,3/m/key,12/h/key", "reset_password": "20/m/ip,3/m/key,12/h/key"}
# With HTTPS=1 the proxy in front says who asks; everybody would share one limit otherwise.
ALLAUTH_TRUSTED_PROXY_COUNT = 1 if HTTPS else 0
MFA_ADAPTER = "config.accounts.Passkeys"
MFA_SUPPORTED_TYPES = ["webauthn"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_ALLOW_UNVERIFIED_EMAIL = not SENDS_MAIL

# Tokens for the API belong to a person, are made on a page of theirs, and last a year.
KNOX_TOKEN_MODEL = "clubs.ApiToken"  # noqa: S105 - the name of a model
# Its own migrations would make the table of the model that ours takes the place of.
MIGRATION_MODULES = {"knox": None}
REST_KNOX = {"TOKEN_TTL": timedelta(days=365)}

# --- Language and time ---------------------------------------------------------------------------------------------

LANGUAGE_CODE = "de"
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_SECURE = HTTPS
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGES = [("de", _("German")), ("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
TIME_ZONE = "Europe/Vienna"
USE_TZ = True

# --- Database ------------------------------------------------------------------------------------------------------

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

WEB_WORKERS = env_int("WEB_WORKERS", 2)
# Per worker, on PostgreSQL only: SQLite has one writer at a time, more threads only wait for each other.
WEB_THREADS = env_int("WEB_THREADS", 4)

DATABASES = {
    "default": database(
        os.environ.get("DATABASE_URL") or f"sqlite:///{DATA_DIR / 'bummerlbuch.sqlite3'}",
        folder=BASE_DIR,
        threads=WEB_THREADS,
    ),
}

# Every night one file with all that the database holds, secrets too; so many nights are kept (0: none is made).
BACKUP_DIR = Path(os.environ.get("BACKUP_DIR") or DATA_DIR / "backups")
BACKUP_KEEP = env_int("BACKUP_KEEP", 7)

# --- Redis: cache and Celery's broker ------------------------------------------------------------------------------

REDIS_URL = os.environ.get("REDIS_URL", "")

CACHES: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}
    if REDIS_URL
    # Several web workers have to count wrong codes and passwords together: rows of clubs.models.accounts.Counted.
    # So many that nobody pushes others' counters out by asking codes for made-up addresses; what is over goes nightly.
    else {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": "counted",
        "OPTIONS": {"MAX_ENTRIES": 1_000_000},
    },
}

if REDIS_URL:
    CELERY_BROKER_URL = REDIS_URL
    CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = {
        # A task whose worker was killed comes back after ten minutes, longer than any may take; looked for every 10 s.
        "visibility_timeout": 600,
        "unacked_restore_interval": 1,
        "unacked_restore_throttle": 10,
        # A page that has something to publish must not wait for a Redis that is gone: one attempt, a second to connect
        # and three to be answered, and the sweep comes again. (kombu would try for six seconds, or much longer.)
        "max_retries": 0,
        "socket_connect_timeout": 1,
        "socket_timeout": 3,
        "socket_keepalive": True,
    }
else:
    CELERY_BROKER_URL = "memory://localhost"
    # kombu looks into the queue once a second by default, which would be one task a second.
    CELERY_BROKER_TRANSPORT_OPTIONS = {"polling_interval": 0.05}

CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # Celery's own 100 are over, and the worker with them, after 47 minutes
# What may take minutes stands in a queue of its own. A worker that is told nothing serves both.
CELERY_TASK_QUEUES = [Queue("quick"), Queue("heavy")]
CELERY_TASK_DEFAULT_QUEUE = "quick"
CELERY_TASK_ROUTES = ROUTES
CELERY_TIMEZONE = TIME_ZONE
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True  # tasks are derived from the database and may run twice
CELERY_TASK_SOFT_TIME_LIMIT = 240
CELERY_TASK_TIME_LIMIT = 300
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False  # LOGGING below is meant for the workers too
CELERY_BEAT_SCHEDULER = "config.clock:Clock"
CELERY_BEAT_SCHEDULE_FILENAME = str(DATA_DIR / "celery-beat")
CELERY_BEAT_SCHEDULE = schedule(broker=bool(REDIS_URL), mails=SENDS_MAIL)

# --- Static files --------------------------------------------------------------------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
# The content is in the name, so phones keep the files for good. Under DEBUG and in the tests
# (tests/conftest.py) plain names do, and nothing has to be collected.
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = DEBUG

# --- API -----------------------------------------------------------------------------------------------------------

REST_FRAMEWORK = {
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["scoring.api.parsers.PlainJSON"],
    # For sheets the secret in their address is what permits; calls inside a club ask for a token (clubs.api.door).
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "UNAUTHENTICATED_USER": None,
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.AllowAny"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "scoring.api.answers.exception_handler",
}

SPECTACULAR_SETTINGS = {
    "TITLE": "Bummerlbuch",
    "DESCRIPTION": "Sheets of Austrian card games: score, record, close; whoever has a sheet's secret may. Clubs with "
    "their people, evenings, house rules and till: with a personal token, made on /account/tokens/ and sent as "
    "`Authorization: Token …`.\n\n"
    "A tournament: `POST …/tournaments/` with a preset or a plan, then cards, `draw/`, `draw/publish/`, a result for "
    "every table of `rounds/{number}/tables/` (or its sheet, hand by hand), draw again until `draw/` says `over`, "
    "`prizes/finish/`, `cash/book/`; `standings/` and `prizes/` tell at any time how it stands. Phones at a table need "
    "no account: `/api/v1/tables/{code}/`.\n\n"
    "Money is integer cents. What is refused is a 422 with every problem: a code, the field it is at, and the sentence "
    "in the language of `Accept-Language`. 409: somebody was quicker, look again. A `token` is made for one request; "
    "the same request sent again counts once.",
    "VERSION": "1",
    "ENUM_NAME_OVERRIDES": {
        "AgreementState": "scoring.api.serializers.AGREEMENT_STATES",
        "TableState": "tournaments.api.results_forms.TABLE_STATES",
    },
    "SERVE_INCLUDE_SCHEMA": False,
    # From the sidecar package: the documentation works without internet.
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
}

# --- Logging -------------------------------------------------------------------------------------------------------

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "discreet": {
            "()": "config.logs.DiscreetFormatter",
            "format": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        },
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "discreet"}},
    "root": {"handlers": ["console"], "level": os.environ.get("LOG_LEVEL", "WARNING").upper()},
    # Django gives these handlers of their own, which would print addresses as they are.
    "loggers": {
        "django": {"handlers": [], "level": "NOTSET", "propagate": True},
        "django.server": {"handlers": [], "level": "NOTSET", "propagate": True},
        # At DEBUG these write whole pages and rows into the log, and with them people's names.
        "django.template": {"level": "INFO"},
        "django.db.backends": {"level": "INFO"},
    },
}
