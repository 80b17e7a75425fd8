"""Every setting in one typed table: name, default, help.

Values come from `answerable.toml`, then `ANSWERABLE_*` variables, then flags; the later wins. A secret is written only
as a `${VARIABLE}` reference, looked up where it is used, and masked wherever a setting is shown.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import field as _field
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from answerable.kernel.errors import BadSetting
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import msg
from answerable.kernel.secrets import confide, hide

__all__ = [
    "FILE_NAME",
    "PREFIX",
    "Settings",
    "checked_setting",
    "expand_secret",
    "load_settings",
    "mask",
    "mask_values",
    "read_table",
    "setting",
]

FILE_NAME = "answerable.toml"
PREFIX = "ANSWERABLE_"
TABLES = frozenset({"models", "oidc", "policy"})
"""Tables of the file that other rooms read."""


def setting(default: Any, help: str, *, most: float | None = None, choices: tuple[str, ...] = ()) -> Any:
    """A field of a table of settings."""
    return _field(default=default, metadata={"help": help, "most": most, "choices": choices})


@dataclass(frozen=True, slots=True)
class Settings:
    workspace: str = setting(".answerable", "Folder for state: cache, logs, receipts, artifacts")
    engine: str = setting("embedded", "What translates questions: 'embedded' or PROVIDER:MODEL")
    dump_prompts: str = setting("", "File that prompts and replies of models are added to; empty: none")
    reword: bool = setting(False, "Whether a model words the sentence of an answer anew, over the same figures")
    language: str = setting(
        "auto", "Language of answers and explanations; auto is that of the question", choices=("en", "ko", "auto")
    )
    query_seconds: float = setting(30.0, "Seconds one query may take before it is cancelled in the engine", most=30)
    chat_rows: int = setting(10_000, "Rows of one answer before it is cut and says so", most=10_000)
    analysis_rows: int = setting(200_000, "Rows an analysis may bring into artifacts", most=200_000)
    query_memory_mb: int = setting(2_048, "Megabytes one query may use before it is stopped", most=65_536)
    connect_seconds: float = setting(5.0, "Seconds to wait for a database server to answer", most=60)
    schema_cache_seconds: int = setting(3_600, "Seconds a schema is kept before it is read again", most=3_600)
    confirm: str = setting("auto", "When a person approves SQL before it runs", choices=("always", "auto", "never"))
    confidence_threshold: float = setting(0.72, "Below this confidence it asks back instead of answering", most=1)
    knowledge: str = setting(
        "auto", "Folder of what is known of the data: a path, 'auto' for one called knowledge beside it, or 'none'"
    )
    role: str = setting("", "Role whose policy holds: a name of [policy.roles] in answerable.toml")
    database: str = setting(
        "", "Where accounts and conversations live: postgresql://…; empty is a file in the workspace"
    )
    hosts: str = setting("127.0.0.1,localhost,[::1]", "Host names the web door answers to, separated by commas")
    asks_per_minute: int = setting(30, "Questions one person may ask a minute at the web door", most=600)
    reading_seconds: float = setting(5.0, "Seconds a question may be read before that is stopped", most=60)
    reading_processes: int = setting(2, "Processes that read questions beside each process that serves", most=16)
    https: bool = setting(False, "Whether the web door is reached over HTTPS; cookies then never travel without it")
    audit_rotate_mb: int = setting(256, "Megabytes of the audit trail before it goes on in another file", most=65_536)
    audit_checkpoints: str = setting("", "Folder for signed checkpoints of the audit trail; empty: your state folder")
    sources_root: str = setting("", "Folder that files must lie below to be opened as a source; empty: anywhere")
    source_variables: str = setting(
        "SOURCE_*,ANSWERABLE_SOURCE_*,PGPASS*,MYPASS*",
        "Variables that a source's URL may name as ${NAME}: names, or beginnings with *, separated by commas",
    )
    plaintext_hosts: str = setting(
        "", "Hosts to which a ${VARIABLE} may be sent without TLS, separated by commas; this machine always"
    )
    file_columns: int = setting(2_000, "Columns one table of a file may have", most=2_000)
    file_unpacked_mb: int = setting(1_024, "Megabytes a compressed file may hold once unpacked", most=65_536)
    fiscal_year_start: int = setting(1, "Month in which the fiscal year begins, 1 to 12", most=12)


def load_settings(
    folder: Path | None = None,
    environ: Mapping[str, str] | None = None,
    flags: Mapping[str, Any] | None = None,
) -> Settings:
    """Settings as they hold in `folder` (by default the one the command runs in)."""
    folder = folder or Path.cwd()
    environ = os.environ if environ is None else environ
    known = {item.name: item for item in fields(Settings)}
    given: dict[str, tuple[Any, str]] = {}
    written = _read_file(folder / FILE_NAME)
    if isinstance(models := written.get("models"), dict) and "engine" in models:
        given["engine"] = (models["engine"], f"{FILE_NAME} [models]")
    for name, value in written.items():
        if name in TABLES:
            continue
        if name not in known:
            raise BadSetting(
                msg("kernel.unknown_setting", file=FILE_NAME, name=name),
                hint=msg("common.known", known=", ".join(known)),
            )
        given[name] = (value, FILE_NAME)
    for name in known:
        if (variable := PREFIX + name.upper()) in environ:
            given[name] = (environ[variable], variable)
    for name, value in (flags or {}).items():
        if value is not None:
            given[name] = (value, f"--{name.replace('_', '-')}")
    checked = {name: checked_setting(known[name], value, origin) for name, (value, origin) in given.items()}
    return replace(Settings(), **checked)


def read_table(name: str, folder: Path | None = None) -> dict[str, Any]:
    """The table `[name]` of the folder's file; empty when it has none."""
    table = _read_file((folder or Path.cwd()) / FILE_NAME).get(name, {})
    if not isinstance(table, dict):
        raise BadSetting(
            msg("kernel.setting_not_a_table", file=FILE_NAME, name=name), hint=msg("kernel.write_table", name=name)
        )
    return table


def _read_file(path: Path) -> dict[str, Any]:
    if not path.is_file():
        return {}
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadSetting(
            msg("kernel.invalid_toml", file=path.name, reason=error), hint=msg("kernel.correct_line")
        ) from None


_YES_NO = {"true": True, "1": True, "yes": True, "false": False, "0": False, "no": False}


def checked_setting(item: Any, value: Any, origin: str) -> Any:
    """The value as the field's kind, within its range; BadSetting names the origin where it is not."""
    wanted = type(item.default)
    try:
        if isinstance(value, bool) and wanted is not bool:
            raise ValueError
        converted = _YES_NO[str(value).lower()] if wanted is bool else wanted(value)
    except (KeyError, TypeError, ValueError):
        raise BadSetting(
            msg("kernel.setting_of_wrong_kind", origin=origin, value=value, kind=wanted.__name__),
            hint=msg("kernel.setting_help", setting=item.name, help=item.metadata["help"]),
        ) from None
    most, choices = item.metadata["most"], item.metadata["choices"]
    if most is not None and not 0 < converted <= most:
        raise BadSetting(
            msg("kernel.setting_out_of_range", origin=origin, value=value),
            hint=msg("kernel.setting_range", setting=item.name, most=most),
        )
    if choices and converted not in choices:
        raise BadSetting(
            msg("kernel.setting_not_a_choice", origin=origin, value=value, choices=", ".join(choices)),
            hint=msg("common.choose_one_of_these"),
        )
    return converted


REFERENCE = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)\}")
"""To a variable of the environment."""
_URL_PASSWORD = re.compile(r"(?P<head>://[^/\s:]*:)(?P<secret>(?:[^/\s]*|\S*))@")
_QUERY_SECRET = re.compile(
    r"(?i)(?P<head>[?&;](?:password|passwd|pwd|token|secret|api_?key|access_?key)=)(?P<secret>[^&;\s]+)"
)


def expand_secret(text: str, environ: Mapping[str, str] | None = None, *, escape: Callable[[str], str] = str) -> str:
    """Replace each `${VARIABLE}` by its value, escaped; a variable that is not set is an error that names it. What
    stands for anything but a user is a secret from then on."""
    environ = os.environ if environ is None else environ

    def look_up(match: re.Match[str]) -> str:
        name = match.group(1)
        if name not in environ:
            raise BadSetting(msg("kernel.variable_not_set", name=name), hint=msg("kernel.set_variable", name=name))
        if not _stands_for_a_user(match):
            confide(environ[name])
        return escape(environ[name])

    return REFERENCE.sub(look_up, text)


def _stands_for_a_user(reference: re.Match[str]) -> bool:
    before, after = reference.string[: reference.start()], reference.string[reference.end() :]
    return (before.endswith("://") and after.startswith(":")) or before.endswith(("?user=", "&user="))


def mask(text: str) -> str:
    """The text with passwords and tokens in URLs, and the secrets this process knows, replaced by `***`."""
    return hide(_QUERY_SECRET.sub(r"\g<head>***", _URL_PASSWORD.sub(r"\g<head>***@", text)), "***")


def mask_values(text: str) -> str:
    """As `mask`, but what is only a reference to a variable stays: it is no secret, and it opens the source again."""
    for pattern, end in ((_URL_PASSWORD, "@"), (_QUERY_SECRET, "")):
        text = pattern.sub(lambda found, end=end: _masked_value(found, end), text)  # type: ignore[misc]
    return hide(text, "***")


def _masked_value(found: re.Match[str], end: str) -> str:
    return found.group() if REFERENCE.fullmatch(found["secret"]) else f"{found['head']}***{end}"
