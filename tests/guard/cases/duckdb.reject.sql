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
