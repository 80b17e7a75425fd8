"""DuckDB database files."""
