"""What one run needs: sources, policy, translator, cancellation."""
