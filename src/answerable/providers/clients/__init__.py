"""The libraries that talk to providers, each behind the same few functions; loaded by the first call."""
