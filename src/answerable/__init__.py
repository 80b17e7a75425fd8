"""A data agent that is answerable for its answers."""
