-- MariaDB alone: generated columns, virtual, persistent and invisible; an invisible column of its own.
CREATE TABLE profiles (id INTEGER PRIMARY KEY, customer_id INTEGER, nick VARCHAR(40), email VARCHAR(80), ssn VARCHAR(20), handle VARCHAR(80) AS (upper(email)) VIRTUAL, ssn_last VARCHAR(4) AS (right(ssn, 4)) PERSISTENT, hidden_handle VARCHAR(80) AS (lower(email)) VIRTUAL INVISIBLE, nick_size INTEGER AS (char_length(nick)) VIRTUAL)
CREATE TABLE lockers (id INTEGER PRIMARY KEY, code VARCHAR(20) INVISIBLE, label VARCHAR(40), mail VARCHAR(80), floor INTEGER)
CREATE VIEW profile_handles AS SELECT id, nick, handle FROM profiles
INSERT INTO lockers (id, code, label, mail, floor) VALUES (1, {ssn 1}, 'locker 1', {email 1}, 1)
INSERT INTO lockers (id, code, label, mail, floor) VALUES (2, {ssn 2}, 'locker 2', {email 2}, 2)
INSERT INTO lockers (id, code, label, mail, floor) VALUES (3, {ssn 3}, 'locker 3', {email 3}, 3)
INSERT INTO lockers (id, code, label, mail, floor) VALUES (4, {ssn 4}, 'locker 4', {email 4}, 4)
INSERT INTO profiles (id, customer_id, nick, email, ssn) VALUES (1, 1, 'nick1', {email 1}, {ssn 2})
INSERT INTO profiles (id, customer_id, nick, email, ssn) VALUES (2, 2, 'nick8', {email 2}, {ssn 3})
INSERT INTO profiles (id, customer_id, nick, email, ssn) VALUES (3, 3, 'nick27', {email 3}, {ssn 4})
INSERT INTO profiles (id, customer_id, nick, email, ssn) VALUES (4, 4, 'nick64', {email 4}, {ssn 5})
INSERT INTO profiles (id, customer_id, nick, email, ssn) VALUES (5, 5, 'nick125', {email 5}, {ssn 6})
INSERT INTO profiles (id, customer_id, nick, email, ssn) VALUES (6, 6, 'nick216', {email 6}, {ssn 7})
