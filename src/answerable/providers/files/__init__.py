"""Files of local models: which there are, where they lie, how they are fetched."""
