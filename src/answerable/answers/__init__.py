"""What is said: the sentence, the chart, and values that survive the way to the reader."""
