-- SQLite alone: generated columns, a table without rowid, an expression index, JSON text.
CREATE TABLE profiles (id INTEGER PRIMARY KEY, customer_id INTEGER, nick TEXT, email TEXT, ssn TEXT, handle TEXT GENERATED ALWAYS AS (upper(email)) VIRTUAL, ssn_last TEXT GENERATED ALWAYS AS (substr(ssn, -4)) STORED, nick_size INTEGER GENERATED ALWAYS AS (length(nick)) VIRTUAL, handle_start TEXT GENERATED ALWAYS AS (substr(handle, 1, 3)) VIRTUAL)
CREATE TABLE keyed (code TEXT PRIMARY KEY, note TEXT) WITHOUT ROWID
CREATE INDEX profiles_lower ON profiles (lower(ssn), nick)
CREATE VIEW profile_handles AS SELECT id, nick, handle FROM profiles
INSERT INTO keyed VALUES ('a', 'first'), ('b', 'second')
INSERT INTO profiles (id, customer_id, nick, email, ssn) VALUES (1, 1, 'nick1', {email 1}, {ssn 2})
INSERT INTO profiles (id, customer_id, nick, email, ssn) VALUES (2, 2, 'nick8', {email 2}, {ssn 3})
INSERT INTO profiles (id, customer_id, nick, email, ssn) VALUES (3, 3, 'nick27', {email 3}, {ssn 4})
INSERT INTO profiles (id, customer_id, nick, email, ssn) VALUES (4, 4, 'nick64', {email 4}, {ssn 5})
INSERT INTO profiles (id, customer_id, nick, email, ssn) VALUES (5, 5, 'nick125', {email 5}, {ssn 6})
INSERT INTO profiles (id, customer_id, nick, email, ssn) VALUES (6, 6, 'nick216', {email 6}, {ssn 7})
