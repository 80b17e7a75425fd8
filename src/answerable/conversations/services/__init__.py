"""What happens to a conversation. Every change of state is one conditional UPDATE that says whether it won."""
