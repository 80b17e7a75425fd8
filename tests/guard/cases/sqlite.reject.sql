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
