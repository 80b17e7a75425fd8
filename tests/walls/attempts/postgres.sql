-- rows
INSERT INTO books VALUES (9, 'x', 1, 'x')
INSERT INTO books VALUES (9, 'x', 1, 'x') RETURNING id
UPDATE books SET price = 0 RETURNING id
DELETE FROM loans RETURNING *
TRUNCATE loans
MERGE INTO books b USING loans l ON l.book_id = b.id WHEN MATCHED THEN DELETE RETURNING b.id
WITH gone AS (DELETE FROM loans RETURNING id) SELECT * FROM gone
WITH x AS (INSERT INTO vault VALUES (7, 'x') RETURNING id) SELECT count(*) FROM x
SELECT forget_everything()
CALL tidy_up(1)
DO $$ BEGIN DELETE FROM loans; END $$
SELECT query_to_xml('DELETE FROM loans', true, true, '')
SELECT * FROM ts_stat('DELETE FROM loans RETURNING to_tsvector(note)')
EXPLAIN ANALYZE DELETE FROM loans
EXPLAIN (ANALYZE, COSTS off) INSERT INTO books VALUES (9, 'x', 1, 'x')
UPDATE pg_settings SET setting = 'off' WHERE name = 'transaction_read_only'
-- tables, views, functions
CREATE TABLE stolen AS SELECT * FROM vault
SELECT * INTO stolen FROM vault
EXPLAIN ANALYZE CREATE TABLE stolen AS SELECT 1
EXPLAIN ANALYZE SELECT * INTO stolen FROM vault
CREATE TEMP TABLE books AS SELECT 1 AS id
CREATE OR REPLACE VIEW member_public AS SELECT id, email FROM members
CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'SELECT 1'
CREATE EXTENSION vector
DROP TABLE loans
ALTER TABLE books ADD COLUMN x int
ALTER TABLE books DISABLE ROW LEVEL SECURITY
COMMENT ON TABLE books IS 'x'
CREATE INDEX ON books (title)
REINDEX TABLE books
VACUUM FULL books
CLUSTER books USING books_pkey
SELECT pg_import_system_collations('public')
-- users and settings
CREATE ROLE intruder LOGIN SUPERUSER
ALTER ROLE owner SET search_path = evil
GRANT ALL ON vault TO PUBLIC
ALTER SYSTEM SET work_mem = '1GB'
ALTER DATABASE postgres SET work_mem = '1GB'
SET SESSION AUTHORIZATION owner
SET default_transaction_read_only = off
SET TRANSACTION READ WRITE
SELECT set_config('transaction_read_only', 'off', false)
SELECT set_config('default_transaction_read_only', 'off', false)
SELECT set_config('session_authorization', 'owner', false), lo_export(4242, '{path}')
SELECT set_config('role', 'none', false), lo_export(4242, '{path}')
COMMIT
ROLLBACK; DELETE FROM loans
SELECT 1; DELETE FROM loans
SELECT 1; COMMIT; DROP TABLE loans
-- sequences, large objects, slots, locks
SELECT nextval('ticket_numbers')
SELECT setval('ticket_numbers', 99)
SELECT lo_from_bytea(0, 'x')
SELECT lo_create(4711)
SELECT lo_put(4242, 0, 'changed')
SELECT lo_unlink(4242)
SELECT lo_import('/etc/hostname')
SELECT lowrite(lo_open(4242, 131072), 'changed')
SELECT lo_truncate(lo_open(4242, 131072), 0)
SELECT pg_create_physical_replication_slot('walls', true)
SELECT pg_create_logical_replication_slot('walls', 'test_decoding')
SELECT pg_advisory_lock(4242)
SELECT pg_advisory_lock_shared(1, 2)
SELECT pg_notify('walls', 'x')
LISTEN walls
LOCK TABLE books IN ACCESS EXCLUSIVE MODE
SELECT * FROM books FOR UPDATE
DECLARE c CURSOR WITH HOLD FOR SELECT 1
PREPARE TRANSACTION 'walls'
-- files and programs
COPY books TO '{path}'
COPY (SELECT 1) TO PROGRAM 'cat > {path}'
COPY books FROM '/etc/passwd'
SELECT lo_export(4242, '{path}')
SELECT (SELECT lo_export(4242, '{path}'))
SELECT * FROM books WHERE lo_export(4242, '{path}') = 1
WITH x AS MATERIALIZED (SELECT lo_export(oid, '{path}') FROM pg_largeobject_metadata) SELECT * FROM x
SELECT query_to_xml('COPY books TO ''{path}''', true, true, '')
SELECT query_to_xml('SELECT lo_export(4242, ''{path}'')', true, true, '')
SELECT * FROM ts_stat('SELECT to_tsvector(lo_export(4242, ''{path}'')::text)')
SELECT pg_file_write('{path}', 'x', false)
SELECT pg_read_file('/etc/passwd')
SELECT pg_ls_dir('/')
SELECT pg_switch_wal()
SELECT pg_create_restore_point('walls')
SELECT pg_backup_start('walls', true)
SELECT pg_rotate_logfile()
SELECT pg_reload_conf()
SELECT pg_stat_reset()
SELECT pg_export_snapshot()
SELECT pg_log_backend_memory_contexts(pg_backend_pid())
LOAD 'auto_explain'
-- network and other sessions
SELECT dblink_exec('dbname=postgres', 'CREATE TABLE stolen (a int)')
CREATE SERVER s FOREIGN DATA WRAPPER postgres_fdw
CREATE SUBSCRIPTION s CONNECTION 'host=127.0.0.1' PUBLICATION p
SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()
SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()
