"""Words and numbers in names and questions: the one place that splits, inflects or compares names."""
