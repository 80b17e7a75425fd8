"""The story as a graph: steps over one state, and langgraph to keep it while a person is waited for."""
