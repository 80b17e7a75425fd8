"""The web door: pages and an HTTP API over conversations. It draws; nothing imports it."""
