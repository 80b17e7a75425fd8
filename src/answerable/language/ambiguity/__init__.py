"""Questions that have several readings whoever reads them: found by their words and the schema, and asked back."""
