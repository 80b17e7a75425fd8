"""One engine a file: how a database to attack is made, and how to see whether anything in or around it changed."""

from tests.walls.engines.base import Prepared
from tests.walls.engines.duckdb import prepare_duckdb
from tests.walls.engines.files import prepare_files
from tests.walls.engines.mariadb import prepare_mariadb
from tests.walls.engines.postgres import prepare_postgres
from tests.walls.engines.sqlite import prepare_sqlite

__all__ = ["ENGINES", "Prepared"]

ENGINES = {
    "postgres": prepare_postgres,
    "mariadb": prepare_mariadb,
    "sqlite": prepare_sqlite,
    "duckdb": prepare_duckdb,
    "files": prepare_files,
}
