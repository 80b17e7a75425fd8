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
-- writing and defining
INSERT OVERWRITE books SELECT * FROM books
INSERT INTO books REPLACE WHERE id = 1 SELECT 1
INSERT OVERWRITE LOCAL DIRECTORY '/tmp/x' USING csv SELECT * FROM books
FROM books INSERT OVERWRITE DIRECTORY '/tmp/x' SELECT *
FROM books INSERT INTO branches SELECT id INSERT INTO authors SELECT id
WITH x AS (SELECT 1) FROM x INSERT INTO books SELECT *
MERGE INTO books USING authors ON books.id = authors.id WHEN MATCHED THEN DELETE
UPDATE books SET price = 0
DELETE FROM books
TRUNCATE TABLE books
LOAD DATA LOCAL INPATH '/etc/passwd' INTO TABLE books
CREATE TABLE t USING parquet AS SELECT 1
CREATE OR REPLACE TEMP VIEW v AS SELECT 1
CREATE TEMPORARY FUNCTION f AS 'com.x.Evil' USING JAR '/tmp/x.jar'
CREATE GLOBAL TEMPORARY VIEW g AS SELECT 1
ALTER TABLE books SET TBLPROPERTIES ('a' = 'b')
DROP FUNCTION f
MSCK REPAIR TABLE books
ANALYZE TABLE books COMPUTE STATISTICS
REFRESH '/tmp/x'
CACHE LAZY TABLE x AS SELECT * FROM vault
UNCACHE TABLE books
CLEAR CACHE
OPTIMIZE books ZORDER BY (id)
RESTORE TABLE books TO VERSION AS OF 1
CONVERT TO DELTA parquet.`/x`
COPY INTO books FROM '/tmp/x' FILEFORMAT = CSV
-- sessions and commands
SET spark.sql.ansi.enabled = false
SET TIME ZONE 'UTC'
SET VAR x = 1
RESET spark.x
DECLARE VARIABLE x INT
ADD FILE '/etc/passwd'
ADD ARCHIVE 'x.zip'
LIST JARS
USE CATALOG x
USE DATABASE y
SHOW CREATE TABLE books
SHOW FUNCTIONS
DESCRIBE EXTENDED books
DESC QUERY SELECT 1
EXPLAIN EXTENDED SELECT 1
GRANT SELECT ON books TO u
CALL system.rollback_to_snapshot('x', 1)
EXECUTE IMMEDIATE 'DROP TABLE books'
BEGIN DELETE FROM books; END
!ls
-- files as tables
SELECT * FROM text.`/etc/passwd`
SELECT * FROM json.`s3a://x/y`
SELECT * FROM delta.`/tmp/x`
SELECT * FROM orc.`hdfs://x`
SELECT * FROM avro.`/x`
SELECT * FROM binaryFile.`/x`
SELECT * FROM jdbc.`x`
SELECT * FROM `text`.`file:///etc/passwd`
SELECT * FROM `/etc/passwd`
SELECT * FROM read_files('/tmp/x', format => 'csv')
SELECT * FROM cloud_files('/x', 'json')
SELECT * FROM table_changes('books', 1)
SELECT * FROM remote_query('x')
SELECT * FROM python_worker_logs()
-- functions
SELECT reflect('java.lang.Runtime', 'getRuntime')
SELECT java_method('java.lang.System', 'getenv', 'HOME')
SELECT try_reflect('java.lang.System', 'exit', 1)
SELECT input_file_name(), input_file_block_start(), input_file_block_length() FROM books
SELECT current_user(), session_user(), user(), current_catalog(), current_database(), current_schema(), version()
SELECT secret('a', 'b'), try_secret('a', 'b'), list_secrets()
SELECT ai_query('m', 'x'), http_request('x'), vector_search(1, 2)
SELECT my_udf(title) FROM books
SELECT default.my_udf(title) FROM books
SELECT system.builtin.reflect('a', 'b')
SELECT IDENTIFIER('vault.token') FROM books
SELECT * FROM IDENTIFIER('va' || 'ult')
SELECT IDENTIFIER('reflect')('a', 'b')
SELECT TRANSFORM (title) USING 'cat' AS (x) FROM books
SELECT TRANSFORM(id, title) ROW FORMAT DELIMITED USING '/bin/sh' FROM books
FROM books MAP id USING 'cat'
FROM books REDUCE id USING 'cat'
SELECT from_avro(details, 'x', map('avroSchemaUrl', 'http://x')) FROM books
SELECT from_xml(details, 'a INT', map('rowValidationXSDPath', '/etc/passwd')) FROM books
SELECT `reflect`('java.lang.System', 'getProperty', 'x')
SELECT ${spark.x}, ${hiveconf:y}
SELECT :name, ?
-- catalogs, too much, tricks
SELECT * FROM global_temp.g
SELECT repeat('x', 2000000000), array_repeat(1, 2000000000), space(2000000000)
SELECT count(*) FROM range(1000000000000)
SELECT count(*) FROM range(1000000) a CROSS JOIN range(1000000) b
SELECT explode(sequence(1, 100000000000))
SELECT count(*) FROM books a, books b, books c, books d
SELECT 1; DROP TABLE books
SELECT * FROM books VERSION AS OF 1; DELETE FROM books
FROM books |> SELECT reflect('a', 'b')
FROM books |> JOIN text.`/etc/passwd`
FROM books |> TABLESAMPLE (1 ROWS) |> EXTEND java_method('a', 'b') AS x
