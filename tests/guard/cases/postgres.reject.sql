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
-- writing and defining
SELECT * FROM books; UPDATE books SET price = 0
WITH x AS (INSERT INTO branches (id, name) SELECT id, title FROM books RETURNING id) SELECT count(*) FROM x
WITH x AS MATERIALIZED (UPDATE books SET price = price RETURNING *) SELECT 1
WITH x AS (MERGE INTO books USING authors ON false WHEN NOT MATCHED THEN DO NOTHING RETURNING 1) SELECT * FROM x
SELECT * INTO UNLOGGED copied FROM books
SELECT 1 INTO TEMPORARY one
CREATE OR REPLACE FUNCTION f() RETURNS int LANGUAGE sql AS 'SELECT 1'
CREATE EXTENSION dblink
CREATE TEMP TABLE t (a int)
COMMENT ON TABLE books IS 'x'
REFRESH MATERIALIZED VIEW m
REINDEX TABLE books
VACUUM FULL books
CLUSTER books
ANALYZE books
SECURITY LABEL ON TABLE books IS 'x'
REASSIGN OWNED BY a TO b
ALTER SYSTEM SET work_mem = '1GB'
IMPORT FOREIGN SCHEMA s FROM SERVER x INTO public
-- sessions, transactions, cursors, prepared statements
SET SESSION AUTHORIZATION postgres
SET TRANSACTION READ WRITE
START TRANSACTION READ WRITE
ROLLBACK TO s
PREPARE p AS DELETE FROM books
DEALLOCATE ALL
FETCH ALL FROM c
MOVE FORWARD 1 FROM c
LISTEN channel
NOTIFY channel, 'x'
UNLISTEN *
LOAD 'auto_explain'
CHECKPOINT
SHOW ALL
LOCK TABLE books IN ACCESS EXCLUSIVE MODE
SELECT id FROM books FOR NO KEY UPDATE
SELECT id FROM books FOR KEY SHARE OF books NOWAIT
SELECT id FROM (SELECT id FROM books FOR UPDATE SKIP LOCKED) x
-- functions that reach out
SELECT pg_sleep_for('5 minutes')
SELECT pg_sleep_until('tomorrow 03:00')
SELECT pg_ls_dir('.'), pg_ls_waldir(), pg_ls_tmpdir()
SELECT pg_stat_file('PG_VERSION')
SELECT pg_read_binary_file('pg_hba.conf')
SELECT pg_file_write('x', 'y', false)
SELECT lo_import('/etc/passwd'), lo_export(1, '/tmp/x')
SELECT lo_put(1, 0, 'x'), lo_create(0), lo_unlink(1), lowrite(1, 'x')
SELECT dblink_exec('host=x', 'DELETE FROM books')
SELECT * FROM dblink('host=x', 'SELECT 1') AS t(a int)
SELECT * FROM postgres_fdw_get_connections()
SELECT set_config('role', 'postgres', true)
SELECT current_setting('data_directory')
SELECT pg_terminate_backend(1), pg_cancel_backend(1)
SELECT pg_reload_conf(), pg_rotate_logfile(), pg_switch_wal(), pg_promote()
SELECT pg_advisory_lock(1), pg_try_advisory_xact_lock(1)
SELECT pg_notify('c', 'x')
SELECT pg_export_snapshot(), txid_current(), pg_current_xact_id()
SELECT nextval('s'), setval('s', 1), lastval(), currval('s')
SELECT pg_logical_emit_message(true, 'a', 'b')
SELECT pg_create_physical_replication_slot('x')
SELECT pg_import_system_collations('pg_catalog')
SELECT query_to_xml('DELETE FROM books', true, false, '')
SELECT table_to_xml('vault', true, false, '')
SELECT database_to_xml(true, false, '')
SELECT cursor_to_xml('c', 1, true, false, '')
SELECT ts_stat('SELECT to_tsvector(token) FROM vault')
SELECT * FROM ts_stat($$SELECT to_tsvector(token) FROM vault$$)
SELECT * FROM crosstab('SELECT 1, 2, 3') AS t(a int, b int)
SELECT connectby('vault', 'id', 'id', '1', 0)
SELECT xpath_table('id', 'token', 'vault', '/', 'true')
SELECT inet_server_addr(), inet_client_addr(), version(), current_database(), current_user
SELECT has_table_privilege('books', 'select'), pg_has_role('postgres', 'usage')
SELECT pg_get_functiondef(1), pg_get_viewdef('member_contact'), obj_description(1)
SELECT to_regclass('vault'), 'vault'::regclass, 'pg_sleep'::regproc
SELECT pg_relation_size('books'), pg_database_size('postgres'), pg_total_relation_size('books')
SELECT plpy.execute('x')
SELECT public.my_function(1)
SELECT "pg_sleep"(1), pg_catalog . "pg_sleep" (1)
SELECT pg_catalog."set_config"('a', 'b', false)
SELECT (SELECT pg_sleep(1)) FROM books ORDER BY (SELECT pg_read_file('x'))
SELECT 1 WHERE pg_sleep(1) IS NULL
SELECT count(*) FILTER (WHERE pg_sleep(1) IS NULL) FROM books
SELECT * FROM ROWS FROM (pg_ls_dir('.'), generate_series(1, 2)) AS t
-- system catalogs
SELECT usename, passwd FROM pg_shadow
SELECT * FROM pg_catalog.pg_user_mapping
SELECT query FROM pg_stat_activity
SELECT relname FROM "pg_class"
SELECT * FROM pg_settings s JOIN books ON true
SELECT * FROM pg_temp.books
SELECT * FROM pg_toast.pg_toast_1
SELECT * FROM pg_largeobject
SELECT * FROM pg_hba_file_rules
TABLE pg_roles
-- too much
SELECT count(*) FROM generate_series(1, 100000000000)
SELECT repeat('x', 1000000000), lpad('x', 2000000000)
SELECT array_fill(0, ARRAY[100000, 100000])
SELECT count(*) FROM books a, books b, books c, books d
SELECT count(*) FROM generate_series(1, 100000) a, generate_series(1, 100000) b
SELECT count(*) FROM (SELECT generate_series(1, 100000) AS n) a, (SELECT generate_series(1, 100000) AS n) b
WITH RECURSIVE t AS (SELECT 1 AS n UNION ALL SELECT n * 2 FROM t) SELECT sum(n) FROM t
-- tricks
SELECT :name FROM books
SELECT U&"\0069d" FROM books
SELECT * FROM U&"v\0061ult"
SELECT 'a' || chr(0) \gexec
\copy books to 'x'
SELECT 1 \; DROP TABLE books
DO LANGUAGE plpgsql 'BEGIN END'
EXPLAIN (ANALYZE) SELECT 1
SELECT CAST('x' AS my_type), NULL::vault
SELECT ('x'::my_domain)
-- texts that grow from call to call
SELECT replace(replace(repeat('a', 100000), 'a', 'aaaaaaaaaa'), 'a', 'aaaaaaaaaaaa')
SELECT string_agg(repeat('a', 1000000), ',') FROM books
