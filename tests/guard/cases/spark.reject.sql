-- writes and sessions
INSERT INTO books VALUES (1)
INSERT OVERWRITE DIRECTORY '/tmp/x' SELECT 1
FROM books INSERT INTO branches SELECT id, title, 1
FROM books INSERT OVERWRITE TABLE branches SELECT id
WITH x AS (SELECT 1) INSERT INTO books SELECT * FROM x
CREATE TEMPORARY VIEW v AS SELECT 1
DROP TABLE books
CACHE TABLE books
REFRESH TABLE books
SET spark.sql.x = 1
ADD JAR 'x.jar'
LIST FILES
USE x
SHOW TABLES
DESCRIBE books
EXPLAIN SELECT 1
EXECUTE IMMEDIATE 'SELECT 1'
BEGIN SELECT 1; END
OPTIMIZE books
VACUUM books
SELECT 1; SELECT 2
-- files as tables
SELECT * FROM parquet.`/x`
SELECT * FROM `parquet`.`/x`
SELECT * FROM CSV.`s3://b/x`
SELECT * FROM binaryFile.`/etc`
SELECT * FROM default.`/etc/passwd`
SELECT * FROM kafka.`x:9092`
SELECT * FROM read_files('/x')
SELECT * FROM books VERSION AS OF 1
SELECT * FROM books TIMESTAMP AS OF '2024-01-01'
SELECT * FROM STREAM books
SELECT * FROM STREAM(books)
SELECT * FROM IDENTIFIER('books')
SELECT IDENTIFIER('title') FROM books
-- scripts
SELECT TRANSFORM(title) USING 'cat' FROM books
SELECT TRANSFORM(title) USING 'cat' AS (x) FROM books
FROM books MAP title USING 'cat' AS x
FROM books REDUCE title USING 'cat' AS x
-- functions
SELECT reflect('java.lang.System', 'exit', 0)
SELECT java_method('java.lang.System', 'getenv', 'x')
SELECT `reflect`('java.lang.System', 'exit')
SELECT input_file_name() FROM books
SELECT input_file_block_start() FROM books
SELECT _metadata.file_path FROM books
SELECT `_metadata` FROM books
SELECT current_user(), current_database(), version()
SELECT raise_error('x')
SELECT assert_true(false)
SELECT secret('a', 'b')
SELECT ai_query('m', 'x')
SELECT http_request(conn => 'c')
SELECT from_xml('<a/>', 'a INT', map('rowValidationXSDPath', '/etc/passwd'))
SELECT default.my_function(1)
SELECT my_function(title) FROM books
SELECT * FROM my_table_function(1)
SELECT * FROM books LATERAL VIEW my_function(title) t AS x
-- catalogs
SELECT * FROM information_schema.tables
SELECT * FROM system.access.audit
SELECT * FROM global_temp.x
-- endless
SELECT sequence(1, 10000000000)
SELECT repeat('x', 2000000000)
SELECT array_repeat('x', 2000000000)
SELECT * FROM range(100000000000)
SELECT lpad('x', 2000000000, 'y')
SELECT count(*) FROM books a, loans b, authors c
WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT count(*) FROM r
