-- writes
INSERT INTO books (id) VALUES (1)
WITH x AS (SELECT 1) DELETE FROM books
UPDATE books SET price = 0
REPLACE INTO books (id) VALUES (1)
CREATE TABLE t AS SELECT 1
DROP TABLE books
ATTACH 'x.db' AS x
DETACH x
VACUUM INTO 'x.db'
PRAGMA query_only = 0
PRAGMA table_info(books)
REINDEX
ANALYZE
BEGIN
EXPLAIN QUERY PLAN SELECT 1
SELECT 1; DELETE FROM books
SELECT 1;;SELECT 2
SELECT '\'; DELETE FROM books; --'
/* unterminated SELECT 1
SELECT 1 /* unterminated
-- functions
SELECT load_extension('x')
SELECT LOAD_EXTENSION ('x')
SELECT "load_extension"('x')
SELECT [load_extension]('x')
SELECT readfile('x')
SELECT writefile('x', 'y')
SELECT edit('x', 'y')
SELECT fts3_tokenizer('x', 'y')
SELECT sqlite_version()
SELECT changes(), total_changes(), last_insert_rowid()
SELECT sqlite_compileoption_used('x')
SELECT eval('DELETE FROM books')
SELECT shell_add_schema('x')
SELECT title FROM books WHERE load_extension('x')
SELECT my_function(1)
-- table functions and catalogs
SELECT * FROM sqlite_master
SELECT * FROM SQLITE_MASTER
SELECT * FROM "sqlite_schema"
SELECT * FROM main.sqlite_master
SELECT * FROM temp.sqlite_temp_master
SELECT * FROM 'sqlite_master'
SELECT * FROM pragma_table_list
SELECT * FROM pragma_table_info('vault')
SELECT * FROM main.pragma_table_info('vault')
SELECT * FROM pragma_journal_mode('delete')
SELECT * FROM dbstat
SELECT * FROM sqlite_dbpage
SELECT * FROM fsdir('/')
SELECT * FROM zipfile('x')
SELECT * FROM bytecode('select 1')
SELECT id FROM books WHERE id IN pragma_table_info('vault')
SELECT id FROM books WHERE id IN sqlite_master
-- parameters and names
SELECT ?1
SELECT :x
SELECT @x
SELECT $x
SELECT b.'title' FROM books b
-- endless
WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT * FROM r
WITH r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT * FROM r
SELECT zeroblob(1000000000)
SELECT randomblob(1000000000)
SELECT printf('%1000000000d', 1)
SELECT printf('%.*c', 1000000000, 'x')
SELECT hex(zeroblob(500000000))
SELECT count(*) FROM generate_series(1, 10000000000)
SELECT count(*) FROM books, loans, authors
-- writing, defining, attaching
INSERT OR REPLACE INTO books (id) VALUES (1)
INSERT INTO books SELECT * FROM books RETURNING id
UPDATE OR IGNORE books SET price = 1 WHERE id = 1 RETURNING *
DELETE FROM books WHERE 1 = 1 RETURNING id
WITH x AS (SELECT 1) INSERT INTO books (id) SELECT * FROM x
WITH x AS (SELECT 1) UPDATE books SET price = 0
REPLACE INTO books (id) SELECT 1
CREATE TEMP TABLE t AS SELECT 1
CREATE TEMP TRIGGER t AFTER INSERT ON books BEGIN SELECT 1; END
CREATE VIRTUAL TABLE v USING fts5(x)
CREATE VIRTUAL TABLE v USING csv(filename = '/etc/passwd')
CREATE INDEX i ON books (id)
ALTER TABLE books RENAME TO b
DROP VIEW member_public
ATTACH DATABASE '/tmp/x.db' AS x
ATTACH ':memory:' AS m
DETACH DATABASE main
VACUUM
VACUUM main INTO '/tmp/copy.db'
ANALYZE sqlite_schema
REINDEX books
SAVEPOINT s
RELEASE s
ROLLBACK TO s
BEGIN EXCLUSIVE
COMMIT
END
EXPLAIN SELECT 1
PRAGMA writable_schema = ON
PRAGMA journal_mode = DELETE
PRAGMA database_list
PRAGMA main.wal_checkpoint(TRUNCATE)
PRAGMA temp_store_directory = '/tmp'
-- functions
SELECT load_extension('/tmp/x.so', 'sqlite3_init')
SELECT load_extension ( 'x' ) FROM books
SELECT 1 FROM books WHERE load_extension('x')
SELECT `load_extension`('x')
SELECT writefile('/tmp/x', title) FROM books
SELECT readfile('/etc/passwd')
SELECT edit(title) FROM books
SELECT lsmode(1), fts3_tokenizer('simple'), fts5(?1)
SELECT sqlite_version(), sqlite_source_id(), sqlite_compileoption_get(1), sqlite_compileoption_used('x')
SELECT sqlite_log(1, 'x'), sqlite_offset(id) FROM books
SELECT shell_add_schema('x'), sha3_query('SELECT * FROM vault')
SELECT define('f', 'x'), undefine('f')
SELECT zipfile(title, 'x') FROM books
SELECT fileio_write('x', 'y'), ls_dir('.')
SELECT md5sum(title), my_function(id) FROM books
SELECT raise(ABORT, 'x')
-- tables of the engine, table functions
SELECT sql FROM sqlite_master
SELECT * FROM sqlite_schema
SELECT name FROM main.sqlite_master
SELECT name FROM "main"."sqlite_schema"
SELECT * FROM sqlite_temp_master
SELECT seq FROM sqlite_sequence
SELECT * FROM sqlite_stat1
SELECT * FROM pragma_database_list
SELECT * FROM pragma_function_list()
SELECT m.name FROM books, pragma_table_list m
SELECT * FROM zipfile('x.zip')
SELECT * FROM csv('x.csv')
SELECT * FROM carray(1, 2)
SELECT * FROM sqlite_stmt
SELECT * FROM json_each(readfile('/etc/passwd'))
SELECT * FROM temp.books
SELECT (SELECT sql FROM sqlite_schema LIMIT 1) AS x FROM books
-- too much
WITH RECURSIVE c(x) AS (VALUES (1) UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c
WITH RECURSIVE c(x) AS (SELECT 1 UNION SELECT random() FROM c) SELECT count(*) FROM c
SELECT length(zeroblob(2000000000)), randomblob(1000000000)
SELECT printf('%2000000000s', 'x')
SELECT format('%.*f', 1000000000, 1.0)
SELECT replace(hex(zeroblob(100000000)), '0', 'xxxxxxxxxx')
SELECT count(*) FROM books a, books b, books c, books d, books e
-- tricks
SELECT 1; ATTACH 'x' AS y
SELECT 1;SELECT load_extension('x')
; DELETE FROM books
SELECT ?1, :a, @b, $c
; DROP TABLE books
SELECT 1 /* a */ ; /* b */ DELETE FROM books
.shell rm -rf /
.output /tmp/x
SELECT [load_extension] ('x')
SELECT 'x' FROM books UNION SELECT sql FROM SQLITE_MASTER
-- texts that grow from call to call
SELECT length(replace(hex(zeroblob(100000)), '0', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'))
WITH RECURSIVE r(n, x) AS (SELECT 1, 'a' UNION ALL SELECT n + 1, x || x FROM r WHERE n < 40) SELECT length(x) FROM r
