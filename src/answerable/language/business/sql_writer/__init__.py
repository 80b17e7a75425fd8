"""A business query as SQL of the source's dialect."""
