"""What an organisation knows, as files that fit in git: `knowledge/{tables,metrics,queries,business,learnings}/`."""
