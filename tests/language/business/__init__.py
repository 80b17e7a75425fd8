"""The reader of business questions, on a boat hire with real rows."""
