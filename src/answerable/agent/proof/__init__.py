"""Records, receipts and re-checks: what proves an answer."""
