"""The sample shop: a realistic data set of our own making."""
