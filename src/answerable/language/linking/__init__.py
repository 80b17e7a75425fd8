"""What words of the question mean in the schema: tables, columns, values."""
