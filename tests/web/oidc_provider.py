"""A small real OpenID Connect provider on loopback: discovery, consent without asking, signed tokens."""

from __future__ import annotations

import json
import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa

__all__ = ["CLIENT", "SECRET", "Provider", "provider"]

CLIENT, SECRET = "answerable", "CANARY-provider-secret"


class Provider:
    """Whoever `person` says is sitting there; None refuses."""

    def __init__(self) -> None:
        self.person: dict[str, Any] | None = None
        self.url = ""
        self.codes: dict[str, dict[str, Any]] = {}
        self.key = rsa.generate_private_key(65537, 2048)

    def configuration(self) -> dict[str, Any]:
        places = {f"{name}_endpoint": f"{self.url}/{name}" for name in ("authorization", "token", "userinfo")}
        methods = {"token_endpoint_auth_methods_supported": ["client_secret_post"]}
        return {"issuer": self.url, "jwks_uri": f"{self.url}/keys", **places, **methods}

    def consent(self, asked: dict[str, str]) -> str:
        """Where the browser goes next."""
        if self.person is None:
            return f"{asked['redirect_uri']}?{urlencode({'error': 'access_denied', 'state': asked['state']})}"
        code = secrets.token_hex(8)
        self.codes[code] = self.person
        return f"{asked['redirect_uri']}?{urlencode({'code': code, 'state': asked['state']})}"

    def token(self, sent: dict[str, str]) -> dict[str, Any]:
        assert (sent["client_id"], sent["client_secret"]) == (CLIENT, SECRET)
        assert sent["code_verifier"]
        person = self.codes[sent["code"]]
        now = int(time.time())
        claims = {"iss": self.url, "aud": CLIENT, "iat": now, "exp": now + 60, **person}
        signed = jwt.encode(claims, self.key, "RS256", {"kid": "1"})
        return {"access_token": sent["code"], "token_type": "Bearer", "expires_in": 60, "id_token": signed}


@contextmanager
def provider() -> Iterator[Provider]:
    known = Provider()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            asked = {name: values[0] for name, values in parse_qs(parts.query).items()}
            if parts.path == "/authorization":
                self._redirect(known.consent(asked))
            elif parts.path == "/userinfo":
                self._json(known.codes[self.headers["Authorization"].removeprefix("Bearer ")])
            else:
                self._json(known.configuration())

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            self._json(known.token({name: values[0] for name, values in parse_qs(body).items()}))

        def _json(self, value: dict[str, Any]) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            self.wfile.write(json.dumps(value).encode())

        def _redirect(self, place: str) -> None:
            self.send_response(302)
            self.send_header("Location", place)
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:
            """Says nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        known.url = f"http://127.0.0.1:{server.server_port}"
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield known
        finally:
            server.shutdown()
            thread.join()
