"""The question and what is known of its data, as text for a model. What stands in the data is fenced as data."""
