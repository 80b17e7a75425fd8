"""A text parsed within bounds: the parser, allow-lists, constants, conditions in one spelling."""
