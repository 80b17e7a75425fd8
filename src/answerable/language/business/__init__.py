"""Business questions read against the semantic model of a source: links → parts → proposals → SQL, best first.

links/        what the words of a question may name
parts/        what a linked question says
proposals/    whole readings, a module a kind of question
descriptions/ a reading in people's words
sql_writer/   a reading as SQL
"""
