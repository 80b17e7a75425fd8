"""What every other package shares: schema, settings, errors, secrets, the workspace, knowledge entries."""
