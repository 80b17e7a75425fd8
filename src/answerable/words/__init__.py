"""Every sentence a person reads, by code: `en.toml` and `ko.toml` hold the templates, `render.py` fills their places.

The code `sources.no_file` is the entry `no_file` of the table `[sources]`. A template has places for the parameters:

- `{name}`: as it is; several values are joined by commas; a message is rendered in the same language.
- `{names:and}`, `{names:or}`: several values as a list that ends in "and" or "or".
- `{parts:;}`: several values with semicolons between them.
- `{sentences:spaced}`: several values with a space between them.
- `{name:'}`: in quotation marks, each value of a list in its own; `{names:':or}` is a list of such,
  and a particle may follow: `{name:':은}`.
- `{name:capital}`: with a capital first letter.
- `{name:noun}`: the noun of a table or a column; in Korean by its Korean word where `korean_nouns.toml` has one.
- `{number:monthname}`: a month, 1 to 12, by its name.
- `{count:,}`, `{share:.1f}`: a number in Python's format.
- `{count:row|rows}`: only the word, the first for one and the second for any other number.
- `{name:을}`, `{name:은}`, `{name:이}`, `{name:과}`, `{name:로}`: with the Korean particle that fits its last sound.
  Formats may follow one another: `{count:,:을}`.
"""
