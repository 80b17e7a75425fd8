"""Signing in through an organisation's own OpenID Connect provider: `[oidc]` in answerable.toml, by django-allauth.

    [oidc]
    issuer = "https://login.example.org"
    client_id = "answerable"
    client_secret = "${OIDC_SECRET}"
    name = "Example login"
    role = "viewer"

`role` is what people get who come for the first time; without it only those whom an admin has let in may come. The
provider sends people back to /oidc/sso/login/callback/.
"""

from __future__ import annotations

import importlib.util
from dataclasses import fields
from typing import Any

from answerable.kernel.errors import BadSetting, MissingExtra
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import msg
from answerable.kernel.settings import FILE_NAME, expand_secret, read_table

__all__ = ["LOGIN_PATH", "Oidc", "allauth_settings", "read_oidc"]

LOGIN_PATH = "/oidc/sso/login/"
_PROVIDER_ID = "sso"
_ROLES = ("viewer", "analyst", "curator", "admin")


@dataclass(frozen=True, slots=True)
class Oidc:
    issuer: str
    client_id: str
    client_secret: str = ""
    """As ${VARIABLE}."""
    name: str = "single sign-on"
    role: str = ""


def read_oidc() -> Oidc | None:
    """None where it is not set up."""
    given = read_table("oidc")
    if not given:
        return None
    known = {item.name for item in fields(Oidc)}
    if unknown := given.keys() - known:
        raise BadSetting(
            msg("web.oidc_unknown_key", file=FILE_NAME, name=min(unknown)),
            hint=msg("common.known", known=", ".join(sorted(known))),
        )
    if not {"issuer", "client_id"} <= given.keys() or not all(isinstance(value, str) for value in given.values()):
        raise BadSetting(msg("web.oidc_keys_needed", file=FILE_NAME), hint=msg("web.add_them"))
    if given.get("role") and given["role"] not in _ROLES:
        raise BadSetting(
            msg("web.oidc_unknown_role", file=FILE_NAME, roles=", ".join(_ROLES)),
            hint=msg("common.choose_one_of_these"),
        )
    if importlib.util.find_spec("allauth") is None:
        raise MissingExtra(msg("web.oidc_needs_allauth"), hint=msg("web.pip_install_oidc"))
    return Oidc(**given)


def allauth_settings(oidc: Oidc) -> dict[str, Any]:
    """What Django's settings gain. Accounts are never joined by an e-mail address that a provider told."""
    application = {
        "provider_id": _PROVIDER_ID,
        "name": oidc.name,
        "client_id": oidc.client_id,
        "secret": expand_secret(oidc.client_secret),
        "settings": {"server_url": oidc.issuer.rstrip("/")},
    }
    return {
        "AUTHENTICATION_BACKENDS": [
            "django.contrib.auth.backends.ModelBackend",
            "allauth.account.auth_backends.AuthenticationBackend",
        ],
        "SOCIALACCOUNT_PROVIDERS": {"openid_connect": {"APPS": [application], "OAUTH_PKCE_ENABLED": True}},
        "SOCIALACCOUNT_ADAPTER": "answerable.web.oidc_adapter.Newcomers",
        "SOCIALACCOUNT_LOGIN_ON_GET": True,
        "SOCIALACCOUNT_OPENID_CONNECT_URL_PREFIX": "oidc",
        "SOCIALACCOUNT_EMAIL_VERIFICATION": "none",
        "ACCOUNT_EMAIL_VERIFICATION": "none",
        "ACCOUNT_UNIQUE_EMAIL": False,
        "ACCOUNT_LOGIN_METHODS": {"username"},
        "ACCOUNT_SIGNUP_FIELDS": ["username*"],
    }
