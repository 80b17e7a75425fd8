"""Korean questions: put into the English question that means the same, answered by the same stages, told in Korean."""
