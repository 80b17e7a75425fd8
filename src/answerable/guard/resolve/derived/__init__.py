"""What the engine derives from a column, besides views: generated columns, inherited rows, row ids."""
