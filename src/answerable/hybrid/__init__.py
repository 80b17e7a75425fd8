"""Language models beside the embedded engine: what a model is told, what it may look at, what becomes of its SQL.

`prompt/` says the question and the semantic model in text, `fixer/` puts a model's SQL right without a model, and
`contest/` lets it compete with the engine's readings.
"""
