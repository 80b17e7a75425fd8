"""What happens to a request before it may take a place: connections, time-outs, its body, who is known."""
