-- rows
INSERT INTO books VALUES (9, 'x', 1, 'x')
INSERT INTO books VALUES (9, 'x', 1, 'x') RETURNING id
REPLACE INTO books VALUES (1, 'x', 1, 'x') RETURNING id
UPDATE books SET price = 0 RETURNING id
DELETE FROM loans RETURNING *
WITH x AS (SELECT 1) DELETE FROM loans RETURNING id
SELECT 1; DELETE FROM loans
SELECT eval('DELETE FROM loans')
-- tables and views
CREATE TABLE stolen AS SELECT * FROM vault
CREATE TEMP TABLE stolen AS SELECT * FROM vault
CREATE TEMP VIEW books AS SELECT * FROM vault
CREATE VIRTUAL TABLE stolen USING fts5(a)
CREATE TRIGGER t AFTER INSERT ON books BEGIN DELETE FROM loans; END
DROP TABLE loans
ALTER TABLE books RENAME TO stolen
ALTER TABLE books DROP COLUMN genre
CREATE INDEX i ON books (title)
REINDEX
ANALYZE
VACUUM
-- settings and transactions
PRAGMA query_only = OFF
PRAGMA writable_schema = ON
PRAGMA journal_mode = WAL
PRAGMA journal_mode = DELETE
PRAGMA user_version = 7
PRAGMA application_id = 7
PRAGMA auto_vacuum = FULL
PRAGMA trusted_schema = ON
PRAGMA temp_store_directory = '/tmp'
PRAGMA wal_checkpoint(TRUNCATE)
PRAGMA optimize
PRAGMA incremental_vacuum
SELECT * FROM pragma_query_only(0)
SELECT * FROM pragma_writable_schema(1)
SELECT * FROM pragma_journal_mode('WAL')
SELECT * FROM pragma_user_version(7)
BEGIN IMMEDIATE
BEGIN EXCLUSIVE
SAVEPOINT a
COMMIT
-- files
ATTACH '{path}' AS x
ATTACH DATABASE 'file:{path}?mode=rwc' AS x
ATTACH ':memory:' AS x
DETACH main
VACUUM INTO '{path}'
VACUUM main INTO 'file:{path}'
SELECT writefile('{path}', 'x')
SELECT readfile('/etc/passwd')
SELECT load_extension('{path}')
SELECT load_extension('{path}', 'entry')
SELECT fts3_tokenizer('simple')
SELECT fts3_tokenizer('x', x'4141414141414141')
SELECT edit('x', 'touch {path}')
SELECT * FROM fsdir('/etc')
SELECT * FROM sqlite_dbpage
UPDATE sqlite_dbpage SET data = zeroblob(4096) WHERE pgno = 1
INSERT INTO sqlite_master VALUES ('table', 'x', 'x', 0, 'CREATE TABLE x (a)')
SELECT sqlite_log(1, 'x')
