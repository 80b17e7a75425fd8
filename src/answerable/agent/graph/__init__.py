"""The story as a graph: steps over one state, on langgraph, which keeps the state while a person is waited for."""
