"""Projects: who works together on which sources, under which policy and limits."""
