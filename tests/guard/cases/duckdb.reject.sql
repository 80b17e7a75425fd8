-- writes and sessions
INSERT INTO books (id) VALUES (1)
CREATE TABLE t AS FROM books
COPY books TO 'x.csv'
COPY (SELECT 1) TO 'x.csv'
EXPORT DATABASE 'x'
ATTACH 'x.db'
INSTALL httpfs
LOAD httpfs
SET enable_external_access = true
PRAGMA version
CALL pragma_version()
EXPLAIN ANALYZE SELECT 1
DESCRIBE books
SUMMARIZE books
SHOW TABLES
FROM (SHOW TABLES)
FROM (DESCRIBE books)
FROM (SUMMARIZE books)
SELECT * FROM (SHOW ALL TABLES)
SELECT 1; SELECT 2
;
SELECT id FROM books FOR UPDATE
-- files as tables
FROM 'x.csv'
FROM "x.parquet"
SELECT * FROM 'https://example.org/x.json'
SELECT * FROM books JOIN 's3://bucket/x.parquet' USING (id)
FROM '/etc/passwd'
FROM './*.csv'
FROM "~/x.db"
-- table functions
FROM read_csv('x.csv')
FROM read_text('/etc/passwd')
FROM "read_text"('/etc/passwd')
FROM Read_Blob ('x')
FROM glob('/*')
FROM sniff_csv('x')
FROM parquet_schema('x')
FROM parquet_scan('x')
FROM query('SELECT 1')
FROM query_table('vault')
FROM duckdb_settings()
FROM duckdb_secrets()
FROM pragma_table_info('vault')
FROM histogram(vault, token)
FROM histogram_values(vault, token)
FROM summary(books)
FROM which_secret('s3://x', 's3')
FROM sqlite_scan('x.db', 't')
FROM postgres_query('x', 'select 1')
FROM iceberg_scan('x')
FROM delta_scan('x')
FROM st_read('x')
FROM read_xlsx('x')
FROM test_all_types()
FROM my_macro(1)
SELECT * FROM books, LATERAL read_text(title)
SELECT (SELECT content FROM read_text('x'))
SELECT list_transform([1], x -> (SELECT count(*) FROM read_text('x')))
PIVOT (FROM read_csv('x')) ON a USING count(*)
-- functions
SELECT getenv('HOME')
SELECT getvariable('x')
SELECT current_setting('x')
SELECT current_user
SELECT current_database(), current_schema(), version()
SELECT nextval('s')
SELECT sleep_ms(1000)
SELECT error('x')
SELECT write_log('x')
SELECT json_execute_serialized_sql('x')
SELECT json_serialize_sql('SELECT 1')
SELECT txid_current()
SELECT pg_sleep(1)
SELECT my_macro(1)
SELECT other.my_macro(1)
SELECT title.my_macro() FROM books
SELECT 'x'.getenv()
SELECT #1 FROM books
SELECT $1
SELECT ?
-- catalogs
FROM sqlite_master
FROM duckdb_tables
FROM information_schema.tables
FROM pg_catalog.pg_class
FROM pg_tables
FROM system.information_schema.tables
FROM temp.x
FROM books AT (VERSION => 1)
-- endless
FROM range(10000000000)
SELECT range(1000000000)
SELECT repeat('x', 2000000000)
SELECT list_resize([1], 2000000000)
SELECT count(*) FROM range(100000) a, range(100000) b
SELECT count(*) FROM books a, loans b, authors c
WITH RECURSIVE t AS (SELECT 1 AS x UNION ALL SELECT x FROM t) FROM t
-- writing, defining, attaching
INSERT OR REPLACE INTO books VALUES (1)
INSERT INTO books BY NAME SELECT 1 AS id
UPDATE books SET price = 0 RETURNING *
DELETE FROM books USING loans WHERE loans.book_id = books.id
WITH x AS (DELETE FROM books RETURNING *) SELECT * FROM x
MERGE INTO books USING authors ON false WHEN NOT MATCHED THEN INSERT BY NAME
TRUNCATE books
CREATE OR REPLACE TABLE t AS FROM books
CREATE TEMP VIEW v AS SELECT 1
CREATE MACRO f(x) AS x + 1
CREATE OR REPLACE TEMP MACRO upper(x) AS TABLE SELECT * FROM vault
CREATE SECRET s (TYPE s3)
CREATE TYPE mood AS ENUM ('a')
CREATE SEQUENCE s
ALTER TABLE books DROP price
DROP SCHEMA main CASCADE
COMMENT ON TABLE books IS 'x'
ATTACH 'x.db' AS x (READ_ONLY)
ATTACH 'postgres:dbname=x' AS p (TYPE postgres)
DETACH x
COPY books TO '/tmp/x.parquet' (FORMAT parquet)
COPY (SELECT 1) TO '/tmp/x.csv'
COPY books FROM '/etc/passwd'
COPY FROM DATABASE a TO b
EXPORT DATABASE '/tmp/x'
IMPORT DATABASE '/tmp/x'
FORCE INSTALL spatial FROM community
UPDATE EXTENSIONS
PRAGMA database_list
PRAGMA enable_profiling
CALL enable_logging()
CHECKPOINT
FORCE CHECKPOINT
VACUUM ANALYZE
SET memory_limit = '100GB'
SET VARIABLE x = 1
RESET ALL
USE other
BEGIN TRANSACTION
PREPARE p AS SELECT 1
EXECUTE p
DEALLOCATE p
SHOW ALL TABLES
SELECT * FROM (DESCRIBE books)
SELECT * FROM (SUMMARIZE books)
SELECT * FROM (SHOW TABLES)
FROM (PRAGMA database_list)
-- files and addresses
SELECT * FROM '/etc/passwd'
SELECT * FROM 'data/*.parquet'
SELECT * FROM "https://example.invalid/x.csv"
FROM 's3://bucket/x.parquet'
SELECT * FROM read_csv_auto('/etc/passwd')
SELECT * FROM read_text('/etc/passwd')
SELECT * FROM read_blob('/etc/*')
SELECT * FROM read_json('x.json'), read_ndjson_objects('y')
SELECT * FROM parquet_scan('x'), parquet_metadata('x'), parquet_schema('x'), parquet_kv_metadata('x')
SELECT * FROM sniff_csv('x.csv')
SELECT * FROM glob('/etc/*')
SELECT * FROM read_xlsx('x.xlsx'), st_read('x.shp')
SELECT * FROM sqlite_scan('x.db', 't'), postgres_scan('x', 'y', 'z'), mysql_query('x', 'y')
SELECT * FROM iceberg_scan('x'), delta_scan('x')
SELECT content FROM read_text(['a', 'b']) t
-- functions that run text or tell about the system
FROM query('SELECT * FROM vault')
FROM query_table(['vault', 'books'])
SELECT * FROM json_execute_serialized_sql('{}')
SELECT json_serialize_sql('SELECT 1'), json_serialize_plan('SELECT 1')
SELECT getenv('HOME'), getvariable('x'), current_setting('memory_limit')
SELECT current_database(), current_schema(), current_schemas(true), current_user, version(), user
SELECT nextval('s'), currval('s')
SELECT txid_current(), current_query(), pg_typeof(1)
SELECT error('boom')
SELECT write_log('x'), parse_duckdb_log_message('x', 'y')
SELECT in_search_path('a', 'b'), has_table_privilege('books', 'x')
SELECT * FROM duckdb_secrets()
SELECT * FROM duckdb_settings(), duckdb_functions(), duckdb_extensions()
SELECT * FROM pragma_table_info('vault'), pragma_show('vault'), pragma_storage_info('vault')
SELECT * FROM which_secret('s3://x', 's3')
SELECT * FROM summary((SELECT * FROM vault)), checkpoint(), force_checkpoint(), test_all_types()
SELECT * FROM seq_scan('vault'), arrow_scan(1, 2, 3), python_map_function(1)
SELECT COLUMNS(lambda c : c LIKE '%token%') FROM vault CROSS JOIN query('x')
SELECT my_macro(1), main.my_macro(1)
SELECT 'SELECT 1'.query(), 'x'.getenv()
SELECT http_get('x'), shellfs('x')
-- catalogs, other databases
SELECT * FROM information_schema.tables
SELECT * FROM duckdb_tables
SELECT * FROM sqlite_master
SELECT * FROM pg_catalog.pg_class
SELECT * FROM pg_tables
SELECT * FROM system.main.duckdb_logs
SELECT * FROM temp.main.books
-- too much, tricks
SELECT count(*) FROM range(100000000000)
SELECT repeat('x', 1000000000000), lpad('x', 1000000000, 'y')
SELECT count(*) FROM range(1000000) a, range(1000000) b
SELECT range(10000000000)
SELECT list_resize([1], 100000000000)
WITH RECURSIVE t AS (SELECT 1 AS n UNION ALL SELECT n FROM t) SELECT count(*) FROM t
SELECT #1, #2 FROM books
SELECT $1, $name, ?
SELECT 1; ATTACH 'x'
DROP TABLE books
-- texts that grow from call to call
SELECT replace(replace(repeat('a', 100000), 'a', 'aaaaaaaaaa'), 'a', 'aaaaaaaaaaaa')
SELECT concat(x, x, x, x) FROM (SELECT concat(y, y, y, y) AS x FROM (SELECT repeat('a', 1000000) AS y) p) q
