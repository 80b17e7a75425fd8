-- writes
INSERT INTO books (id) VALUES (1)
UPDATE books SET price = 0
DELETE FROM books
MERGE INTO books b USING authors a ON a.id = b.author_id WHEN MATCHED THEN DELETE
WITH d AS (DELETE FROM books RETURNING id) SELECT id FROM d
WITH u AS (UPDATE books SET price = 1 RETURNING *) TABLE u
SELECT * FROM (WITH i AS (INSERT INTO books (id) VALUES (1) RETURNING id) SELECT id FROM i) x
SELECT * FROM (DELETE FROM books RETURNING id) x
SELECT title INTO copied FROM books
SELECT title INTO TEMP TABLE copied FROM books
SELECT 1 UNION SELECT id INTO x FROM books
-- definitions, rights, sessions
CREATE TABLE t AS SELECT 1
DROP TABLE books
ALTER TABLE books ADD x int
TRUNCATE books
GRANT SELECT ON books TO public
SET ROLE postgres
SET LOCAL statement_timeout = 0
RESET ALL
DISCARD ALL
BEGIN; SELECT 1
COMMIT
SAVEPOINT s
COPY books TO PROGRAM 'sh'
DO $$ BEGIN PERFORM 1; END $$
CALL p()
EXPLAIN ANALYZE DELETE FROM books
(EXPLAIN SELECT 1)
LISTEN x
NOTIFY x
VACUUM
DECLARE c CURSOR FOR SELECT 1
EXECUTE p
LOAD 'evil'
IMPORT FOREIGN SCHEMA s FROM SERVER x INTO y
-- stacked
SELECT 1; SELECT 2
SELECT 1;; DELETE FROM books
SELECT ';' ; DROP TABLE books
SELECT $x$;$x$; DROP TABLE books
SELECT E'\''; DROP TABLE books; --'
-- locks
SELECT id FROM books FOR UPDATE
SELECT id FROM books FOR NO KEY UPDATE NOWAIT
SELECT * FROM (SELECT id FROM books FOR KEY SHARE) x
SELECT pg_advisory_xact_lock_shared(1)
-- functions
SELECT pg_sleep(10)
SELECT pg_read_file('x')
SELECT "pg_read_file"('x')
SELECT pg_catalog.pg_read_file('x')
SELECT pg_catalog . "pg_ls_dir" ('.')
SELECT * FROM pg_ls_waldir()
SELECT lo_export(1, 'x')
SELECT lo_get(1)
SELECT loread(1, 1)
SELECT query_to_xml('select 1', true, true, '')
SELECT database_to_xml(true, true, '')
SELECT * FROM ts_stat('select to_tsvector(token) from vault')
SELECT ts_rewrite('a'::tsquery, 'select * from vault')
SELECT * FROM crosstab('select 1,2,3') AS t(a int, b int)
SELECT * FROM dblink('dbname=x', 'select 1') AS t(a int)
SELECT * FROM public.my_function(1)
SELECT my_schema.count(*) FROM books
SELECT evil(title) FROM books
SELECT title FROM books ORDER BY evil(id)
SELECT title FROM books GROUP BY title HAVING evil(title)
SELECT count(*) OVER (PARTITION BY evil(id)) FROM books
SELECT CASE WHEN pg_sleep(1) IS NULL THEN 1 END
SELECT currval('s'), lastval()
SELECT set_config('role', 'x', true)
SELECT inet_server_addr(), pg_backend_pid()
SELECT has_table_privilege('vault', 'select')
SELECT pg_get_functiondef(1)
SELECT to_regclass('vault')
SELECT 'vault'::regclass
SELECT CAST('vault' AS regclass)
SELECT NULL::vault
SELECT version()
SELECT current_user
SELECT user
SELECT session_user, current_catalog, current_schema
SELECT pg_export_snapshot()
SELECT gen_random_bytes(10)
SELECT 1 OPERATOR(public.+) 2
WITH pg_sleep(x) AS (SELECT 1) SELECT pg_sleep(5) FROM pg_sleep
SELECT xmlparse(document pg_read_file('x'))
SELECT setseed(0.5)
-- catalogs
SELECT * FROM pg_shadow
SELECT * FROM pg_catalog.pg_user
SELECT * FROM information_schema.columns
SELECT * FROM "pg_authid"
SELECT * FROM "information_schema"."tables"
SELECT * FROM pg_temp.x
TABLE pg_settings
SELECT id FROM books WHERE EXISTS (SELECT 1 FROM pg_roles)
-- parameters
SELECT $1
SELECT * FROM books WHERE id = :id
SELECT * FROM books WHERE id = ?
-- names
SELECT U&"\0074itle" FROM books
SELECT U&"!0074itle" UESCAPE '!' FROM books
-- endless
WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r) SELECT * FROM r
WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE true) SELECT count(*) FROM r
WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 1000000000) SELECT count(*) FROM r
SELECT count(*) FROM generate_series(1, 5000000000)
SELECT count(*) FROM generate_series(1, 100000 * 100000)
SELECT repeat('x', 1000000000)
SELECT lpad('x', 10 ^ 9)
SELECT count(*) FROM books a, books b, loans c
SELECT count(*) FROM books a CROSS JOIN loans b JOIN authors c ON true
SELECT count(*) FROM generate_series(1, 99999) a, generate_series(1, 99999) b
