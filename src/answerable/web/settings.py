"""Django's settings, made from Answerable's own: one folder, one database, nothing to edit.

`DJANGO_SETTINGS_MODULE=answerable.web.settings` in the folder that is served, or with ANSWERABLE_WORKSPACE set.
"""

from __future__ import annotations

from pathlib import Path

from answerable.projects.storing import database, secret_key
from answerable.settings import load_settings
from answerable.workspace import Workspace

ANSWERABLE = load_settings()
_here = Path(__file__).parent
WORKSPACE = Workspace.at(ANSWERABLE.workspace).make()

SECRET_KEY = secret_key(WORKSPACE)
DEBUG = False
ALLOWED_HOSTS = ANSWERABLE.hosts.split(",")
ROOT_URLCONF = "answerable.web.urls"
ASGI_APPLICATION = "answerable.web.asgi.application"
DATABASES = {"default": database(ANSWERABLE.database, WORKSPACE)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "ninja",
    "answerable.projects",
    "answerable.conversations",
    "answerable.web",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [_here / "templates"],
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
            ]
        },
    }
]
USE_TZ = True
TIME_ZONE = "UTC"
LANGUAGE_CODE = ANSWERABLE.language
LANGUAGES = [("en", "English"), ("ko", "한국어")]
STATIC_URL = "static/"

SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = ANSWERABLE.https
CSRF_COOKIE_SAMESITE = "Lax"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
LOGIN_URL = "/sign-in/"
