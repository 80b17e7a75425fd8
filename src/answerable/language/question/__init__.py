"""The question as tokens, dates, cues and pieces."""
