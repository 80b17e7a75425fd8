"""What the words of a question may name in a source: tables, columns, values, states, cues."""
