"""Keys of providers: from the environment, or from the project's secrets. What is found is never shown."""

from __future__ import annotations

from collections.abc import Mapping
from ipaddress import ip_address
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.secrets import confide
from answerable.providers.model_failures import failure
from answerable.providers.model_spec import PROVIDERS

if TYPE_CHECKING:
    from answerable.kernel.secret_store import SecretStore
    from answerable.providers.model_settings import Endpoint

__all__ = ["KeyFinder", "is_on_this_machine", "key_name"]


def key_name(provider: str) -> str:
    """In the project's secrets."""
    return f"models.{provider}"


def is_on_this_machine(url: str) -> bool:
    try:
        host = urlsplit(url).hostname or ""
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:  # a name, or no address at all
        return False


@dataclass(frozen=True, slots=True)
class KeyFinder:
    environ: Mapping[str, str]
    store: SecretStore | None = None
    """Of the workspace; None where there is none."""
    project: str = "default"

    def key(self, spec: str, endpoint: Endpoint, base_url: str) -> str:
        """Empty where none is needed. Raises ModelUnavailable where it is missing, or would travel in clear."""
        provider = spec.partition(":")[0]
        facts = PROVIDERS[provider]
        variables = (endpoint.key_variable,) if endpoint.key_variable else facts.key_variables
        found = next((value for name in variables if (value := self.environ.get(name, "").strip())), "")
        found = found or (self.store.get(self.project, key_name(provider)) if self.store else "")
        needed = facts.needs_key or bool(endpoint.key_variable)
        if needed and not found:
            raise failure("no_key", spec, variable=variables[0] if variables else "")
        if found:
            confide(found)
            self._demand_tls(spec, endpoint, base_url)
        return found

    def _demand_tls(self, spec: str, endpoint: Endpoint, base_url: str) -> None:
        in_clear = not base_url.startswith("https://") and not is_on_this_machine(base_url)
        if in_clear and not endpoint.plaintext:
            raise failure("key_in_clear", spec)
