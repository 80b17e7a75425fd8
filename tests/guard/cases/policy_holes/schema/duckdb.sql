-- DuckDB alone: generated columns, structs, lists, maps.
CREATE TABLE profiles (id INTEGER PRIMARY KEY, customer_id INTEGER, nick VARCHAR, email VARCHAR, ssn VARCHAR, handle VARCHAR GENERATED ALWAYS AS (upper(email)) VIRTUAL, ssn_last VARCHAR GENERATED ALWAYS AS (right(ssn, 4)) VIRTUAL, nick_size INTEGER GENERATED ALWAYS AS (length(nick)) VIRTUAL)
CREATE TABLE parcels (id INTEGER, label VARCHAR, tags VARCHAR[], sizes INTEGER[], place STRUCT(town VARCHAR, zip INTEGER), receiver STRUCT(name VARCHAR, ssn VARCHAR), mails VARCHAR[])
CREATE VIEW profile_handles AS SELECT id, nick, handle FROM profiles
INSERT INTO parcels VALUES (1, 'parcel 1', ['red', 'blue1'], [1, 2], {{'town': 'town1', 'zip': 1001}}, {{'name': 'name1', 'ssn': {ssn 1}}}, [{email 1}])
INSERT INTO parcels VALUES (2, 'parcel 2', ['red', 'blue2'], [2, 4], {{'town': 'town2', 'zip': 1002}}, {{'name': 'name2', 'ssn': {ssn 2}}}, [{email 2}])
INSERT INTO parcels VALUES (3, 'parcel 3', ['red', 'blue3'], [3, 6], {{'town': 'town3', 'zip': 1003}}, {{'name': 'name3', 'ssn': {ssn 3}}}, [{email 3}])
INSERT INTO parcels VALUES (4, 'parcel 4', ['red', 'blue4'], [4, 8], {{'town': 'town4', 'zip': 1004}}, {{'name': 'name4', 'ssn': {ssn 4}}}, [{email 4}])
INSERT INTO profiles (id, customer_id, nick, email, ssn) VALUES (1, 1, 'nick1', {email 1}, {ssn 2})
INSERT INTO profiles (id, customer_id, nick, email, ssn) VALUES (2, 2, 'nick8', {email 2}, {ssn 3})
INSERT INTO profiles (id, customer_id, nick, email, ssn) VALUES (3, 3, 'nick27', {email 3}, {ssn 4})
INSERT INTO profiles (id, customer_id, nick, email, ssn) VALUES (4, 4, 'nick64', {email 4}, {ssn 5})
INSERT INTO profiles (id, customer_id, nick, email, ssn) VALUES (5, 5, 'nick125', {email 5}, {ssn 6})
INSERT INTO profiles (id, customer_id, nick, email, ssn) VALUES (6, 6, 'nick216', {email 6}, {ssn 7})
