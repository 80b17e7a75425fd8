"""Running SQL that the guard has allowed, and what happens to its result before anybody sees it."""
