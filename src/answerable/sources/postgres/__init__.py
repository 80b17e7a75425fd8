"""PostgreSQL. Importing a module of the package says which extra is missing where the driver does not load."""

from __future__ import annotations

from answerable.sources.connect import import_driver

import_driver("psycopg", "postgres")
