"""The sample shop on real servers."""

from __future__ import annotations

import psycopg
import pymysql
import pytest

from answerable import sample
from tests.sources.servers import PASSWORD, Server


@pytest.fixture(scope="session")
def postgres_shop_url(postgres_server: Server) -> str:
    url = postgres_server.url(postgres_server.new_database())
    with psycopg.connect(url) as connection:
        sample.insert_into(connection, "postgres")
    return url


@pytest.fixture(scope="session")
def mariadb_shop_url(mariadb_server: Server) -> str:
    database = mariadb_server.new_database()
    with pymysql.connect(
        host="127.0.0.1", port=mariadb_server.port, user="owner", password=PASSWORD, database=database
    ) as connection:
        sample.insert_into(connection, "mysql")
    return mariadb_server.url(database)
