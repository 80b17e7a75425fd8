"""The shop inside real servers: the same figures, exact, with the comments the servers can keep."""

from __future__ import annotations

from decimal import Decimal

import psycopg
import pymysql

from answerable import sample
from tests.sources.servers import HOST, PASSWORD, Server

REVENUE = sum((order[5] for order in sample.tables()["orders"] if isinstance(order[5], Decimal)), Decimal(0))
ROWS = [(name, len(rows)) for name, rows in sample.tables().items()]


def _counted(server: Server, database: str) -> list[tuple[object, object]]:
    return [(name, server.execute(f"SELECT count(*) FROM {name}", database=database)[0][0]) for name, _ in ROWS]


def test_postgres_takes_the_shop(postgres_server: Server) -> None:
    database = postgres_server.new_database()
    with psycopg.connect(postgres_server.url(database)) as connection:
        sample.insert_into(connection, "postgres")
    assert _counted(postgres_server, database) == ROWS
    assert postgres_server.execute("SELECT sum(revenue) FROM orders", database=database) == [(REVENUE,)]
    comment = postgres_server.execute("SELECT obj_description('orders'::regclass)", database=database)
    assert comment == [("One row an order, cancelled ones included",)]


def test_mariadb_takes_the_shop(mariadb_server: Server) -> None:
    database = mariadb_server.new_database()
    with pymysql.connect(
        host=HOST, port=mariadb_server.port, user=mariadb_server.user, password=PASSWORD, database=database
    ) as connection:
        sample.insert_into(connection, "mysql")
    assert _counted(mariadb_server, database) == ROWS
    assert mariadb_server.execute("SELECT sum(revenue) FROM orders", database=database) == [(REVENUE,)]
    cities = mariadb_server.execute("SELECT count(*) FROM customers WHERE city = 'München'", database=database)
    assert cities != [(0,)]
