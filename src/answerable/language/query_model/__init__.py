"""A question whose slots are filled, before it is written as SQL.

Four forms of a query exist in the translator. Each is made by one package, and only SQL passes between them:

| form | made by | what it is |
|---|---|---|
| `rules.sketch.Sketch` | the rules' readers | what words ask for; names are mentions that may mean several columns |
| `query_model.filled_query.Query` | `rules.fill_slots` | every name is one column; `query.build_sql` writes it |
| `neural.form.Form` | the network's beam search | tokens of its grammar; `form_to_sql` and `sql_to_form` beside it |
| `followups.draft.Draft` | `followups.earlier` | the SQL tree of the question before, to be edited |

`Sketch` and `Query` are two steps of one way. `Form` is what the shipped weights were trained to write, and `Draft`
must hold SQL that none of the others can say; so neither can become a `Query` as it is.
"""
