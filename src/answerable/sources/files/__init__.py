"""Files and folders of files, loaded once into a DuckDB file in the workspace and opened read-only from there."""
