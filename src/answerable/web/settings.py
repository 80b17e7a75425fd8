"""Django's settings, made from Answerable's own: one folder, one database, nothing to edit.

`DJANGO_SETTINGS_MODULE=answerable.web.settings` in the folder that is served, or with ANSWERABLE_WORKSPACE set.
"""

from __future__ import annotations

import hashlib

from answerable.kernel.settings import load_settings
from answerable.kernel.workspace import Workspace
from answerable.projects.django_setup import database, secret_key
from answerable.web.logs import logging_to
from answerable.web.oidc import allauth_settings, read_oidc
from answerable.words.languages import LANGUAGE_NAMES, chosen_language

ANSWERABLE = load_settings()
WORKSPACE = Workspace.at(ANSWERABLE.workspace).make()

SECRET_KEY = secret_key(WORKSPACE)
DEBUG = False
ALLOWED_HOSTS = ANSWERABLE.hosts.split(",")
ROOT_URLCONF = "answerable.web.urls"
ASGI_APPLICATION = "answerable.web.asgi.application"
DATABASES = {"default": database(ANSWERABLE.database, WORKSPACE)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
INSTALLED_APPS = [
    "django.contrib.admin.apps.SimpleAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "ninja",
    "answerable.projects",
    "answerable.knowledge",
    "answerable.conversations",
    "answerable.web",
]
MIDDLEWARE = [
    "answerable.web.headers.guard_headers",
    "answerable.web.api.json_failures.json_failures",
    "answerable.web.intake.recent_people.note_people",
    "django.middleware.security.SecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]
USE_TZ = True
TIME_ZONE = "UTC"
LANGUAGE_CODE = chosen_language(ANSWERABLE.language)
LANGUAGES = list(LANGUAGE_NAMES.items())
STATIC_URL = "/static/"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "answerable.web.static_version.VersionedStorage"},
}
STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.AppDirectoriesFinder"]

SESSION_COOKIE_NAME = f"answerable_{hashlib.sha256(str(WORKSPACE.root).encode()).hexdigest()[:8]}"
"""Browsers share cookies between the ports of a machine; two workspaces are two cookies."""
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = ANSWERABLE.https
CSRF_COOKIE_SAMESITE = "Lax"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CSRF_FAILURE_VIEW = "answerable.web.pages.error_pages.csrf_failure"
LOGIN_URL = "/sign-in/"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
LOGIN_REDIRECT_URL = "/"
LOGGING = logging_to(WORKSPACE)

if OIDC := read_oidc():
    INSTALLED_APPS += [
        "allauth",
        "allauth.account",
        "allauth.socialaccount",
        "allauth.socialaccount.providers.openid_connect",
    ]
    MIDDLEWARE.append("allauth.account.middleware.AccountMiddleware")
    globals().update(allauth_settings(OIDC))
