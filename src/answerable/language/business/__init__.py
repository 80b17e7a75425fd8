"""Business questions read against the semantic model of a source: links → whole readings → SQL, best first."""
