"""The query model and the writer that turns it into SQL."""
