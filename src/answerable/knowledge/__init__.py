"""What an organisation knows of its data, kept by project: entries, and every change of them."""
