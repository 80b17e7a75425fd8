"""Which engine serves which kind of source. Modules are named, not imported: a driver loads when it is used."""

from __future__ import annotations

from answerable.kernel.light_dataclass import dataclass

__all__ = ["SCHEMES", "Scheme", "scheme_of"]


@dataclass(frozen=True, slots=True)
class Scheme:
    """One kind of server URL."""

    names: tuple[str, ...]
    factory: str
    extra: str = ""
    """The extra of the package that brings the driver."""
    driver: str = ""
    """The module whose absence means that the extra is not installed."""


SCHEMES: tuple[Scheme, ...] = (
    Scheme(("postgresql", "postgres"), "answerable.sources.postgres.engine:PostgresEngine", "postgres", "psycopg"),
    Scheme(("mysql", "mariadb"), "answerable.sources.mysql.engine:MySQLEngine", "mysql", "pymysql"),
)
FILE_SCHEMES = ("sqlite", "duckdb")
SPARK_SCHEME = "sc"


def scheme_of(name: str) -> Scheme | None:
    return next((scheme for scheme in SCHEMES if name.casefold() in scheme.names), None)
