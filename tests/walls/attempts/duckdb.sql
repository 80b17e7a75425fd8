-- rows
INSERT INTO books VALUES (9, 'x', 1, 'x')
INSERT INTO books VALUES (9, 'x', 1, 'x') RETURNING id
UPDATE books SET price = 0 RETURNING id
DELETE FROM loans RETURNING *
TRUNCATE loans
WITH gone AS (DELETE FROM loans RETURNING id) SELECT * FROM gone
FROM query('DELETE FROM loans RETURNING id')
SELECT * FROM json_execute_serialized_sql('{"statements": [{"node": {"type": "DELETE"}}]}')
SELECT 1; DELETE FROM loans
EXPLAIN ANALYZE DELETE FROM loans
SELECT nextval('ticket_numbers')
MERGE INTO books USING loans ON books.id = loans.book_id WHEN MATCHED THEN DELETE
-- tables, views, macros
CREATE TABLE stolen AS SELECT * FROM vault
CREATE TEMP TABLE books AS SELECT 1 AS id
CREATE OR REPLACE TEMP VIEW books AS SELECT * FROM vault
CREATE MACRO count(x) AS 42
CREATE TEMP MACRO sum(x) AS 42
CREATE SCHEMA stolen
DROP TABLE loans
ALTER TABLE books ADD COLUMN x INT
COMMENT ON TABLE books IS 'x'
VACUUM ANALYZE
CHECKPOINT
FORCE CHECKPOINT
SELECT * FROM checkpoint()
SELECT * FROM force_checkpoint()
-- settings
SET enable_external_access = true
SET lock_configuration = false
SET GLOBAL memory_limit = '100GB'
SET temp_directory = '/tmp'
SET VARIABLE x = 1
RESET memory_limit
PRAGMA enable_profiling
PRAGMA profiling_output = '{path}'
SET custom_user_agent = 'x'
SET log_query_path = '{path}'
SET home_directory = '/tmp'
CALL enable_logging(storage = 'file', storage_path = '{path}')
SELECT * FROM enable_logging('QueryLog', storage = 'file', storage_path = '{path}')
SELECT * FROM truncate_duckdb_logs()
BEGIN TRANSACTION
COMMIT
USE memory
PREPARE p AS DELETE FROM loans
CALL pragma_version()
-- files
COPY books TO '{path}'
COPY (SELECT 1) TO '{path}' (FORMAT parquet)
COPY books FROM '/etc/passwd'
COPY FROM DATABASE library TO memory
EXPORT DATABASE '{path}'
IMPORT DATABASE '{path}'
ATTACH '{path}'
ATTACH ':memory:' AS m
DETACH library
CREATE SECRET s (TYPE s3)
CREATE PERSISTENT SECRET s (TYPE http)
SELECT * FROM read_text('/etc/passwd')
SELECT * FROM read_blob('/etc/passwd')
SELECT * FROM read_csv('/etc/passwd')
SELECT * FROM '/etc/passwd'
FROM 'books.csv'
SELECT * FROM glob('/etc/*')
SELECT * FROM read_duckdb('/tmp/other.duckdb')
FROM query('SELECT * FROM read_text(''/etc/passwd'')')
SELECT * FROM sniff_csv('/etc/passwd')
SELECT * FROM duckdb_secrets()
SELECT * FROM arrow_scan(1::UBIGINT, 2::UBIGINT, 3::UBIGINT)
-- extensions and network
INSTALL httpfs
LOAD httpfs
LOAD '{path}'
FORCE INSTALL shellfs FROM community
UPDATE EXTENSIONS
SELECT * FROM 'https://example.invalid/x.parquet'
SELECT * FROM postgres_scan('host=127.0.0.1', 'public', 't')
SELECT * FROM register_external_resource_type('a', 'b', 'c', 'd', 'e', 'f', 'g')
