"""The process an engine lives in, and its parent's side of the border."""
