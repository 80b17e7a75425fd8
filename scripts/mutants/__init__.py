"""Mutation check: change one thing in the code, run the tests that reach it, and see whether one fails.

A mutant that no test notices (a survivor) shows a line that could be wrong without anybody knowing. Run it with
`make mutants`; `python -m scripts.mutants --help` lists the options.
"""
