"""Read-only tools by which a model may look before it writes: each goes through guard, policy, limits and record."""
