-- rows
INSERT INTO books VALUES (9, 'x', 1, 'x')
INSERT INTO audit_of_walls VALUES (9) RETURNING id
REPLACE INTO audit_of_walls VALUES (9) RETURNING id
DELETE FROM audit_of_walls RETURNING id
UPDATE books SET price = 0
TRUNCATE audit_of_walls
WITH x AS (SELECT 1) DELETE FROM audit_of_walls
SELECT forget_everything()
SELECT * FROM (SELECT forget_everything() AS n) AS t
EXPLAIN SELECT forget_everything()
SELECT id FROM books ORDER BY forget_everything()
CALL tidy_up()
ANALYZE DELETE FROM audit_of_walls
ANALYZE FORMAT=JSON UPDATE audit_of_walls SET id = 5
BEGIN NOT ATOMIC DELETE FROM audit_of_walls; SELECT 1; END
EXECUTE IMMEDIATE 'DELETE FROM audit_of_walls'
PREPARE p FROM 'DELETE FROM audit_of_walls'
SET STATEMENT tx_read_only = 0 FOR DELETE FROM audit_of_walls RETURNING id
SET STATEMENT sql_mode = '' FOR SELECT forget_everything()
LOAD DATA INFILE '/etc/passwd' INTO TABLE audit_of_walls
LOAD DATA LOCAL INFILE '/etc/passwd' INTO TABLE audit_of_walls
HANDLER audit_of_walls OPEN
/*!50000 DELETE FROM audit_of_walls */
/*M! DELETE FROM audit_of_walls */
SELECT 1; DELETE FROM audit_of_walls
SELECT 5--1; DELETE FROM audit_of_walls
-- tables, views, routines
CREATE TABLE stolen AS SELECT * FROM vault
CREATE TABLE stolen (a INT) SELECT 1 AS a
CREATE OR REPLACE TABLE audit_of_walls (id INT)
CREATE TEMPORARY TABLE books (a INT)
CREATE VIEW stolen AS SELECT * FROM vault
CREATE FUNCTION sys_exec RETURNS INT SONAME 'lib_mysqludf_sys.so'
CREATE TRIGGER t BEFORE INSERT ON books FOR EACH ROW SET NEW.id = 1
CREATE EVENT e ON SCHEDULE EVERY 1 SECOND DO DELETE FROM audit_of_walls
CREATE DATABASE stolen
DROP TABLE loans
DROP FUNCTION forget_everything
ALTER TABLE books ADD x INT
RENAME TABLE books TO stolen
OPTIMIZE TABLE audit_of_walls
REPAIR TABLE audit_of_walls
ANALYZE TABLE books PERSISTENT FOR ALL
CHECK TABLE audit_of_walls
CACHE INDEX audit_of_walls IN default
INSTALL SONAME 'ha_blackhole'
-- users and settings
CREATE USER intruder IDENTIFIED BY 'x'
GRANT ALL ON *.* TO intruder
SET PASSWORD FOR owner = PASSWORD('x')
SET GLOBAL general_log = 1
SET GLOBAL general_log_file = '{path}'
SET GLOBAL local_infile = 1
SET GLOBAL read_only = 1
SET SESSION TRANSACTION READ WRITE
START TRANSACTION READ WRITE
SET autocommit = 1
COMMIT
XA START 'walls'
USE mysql
FLUSH PRIVILEGES
RESET QUERY CACHE
PURGE BINARY LOGS BEFORE NOW()
KILL 1
SHUTDOWN
-- sequences and locks
SELECT NEXTVAL(ticket_numbers)
SELECT NEXT VALUE FOR ticket_numbers
SELECT SETVAL(ticket_numbers, 99)
SELECT GET_LOCK('walls', 0)
LOCK TABLES books WRITE
SELECT * FROM books FOR UPDATE
BACKUP STAGE START
-- files
SELECT * FROM books INTO OUTFILE '{path}'
SELECT 1 INTO DUMPFILE '{path}'
SELECT * INTO OUTFILE '{path}' FROM books
(SELECT 1) UNION (SELECT 2) INTO OUTFILE '{path}'
VALUES (1) INTO OUTFILE '{path}'
SELECT 1 UNION (SELECT 2 INTO OUTFILE '{path}')
SELECT * FROM (SELECT 1 INTO OUTFILE '{path}') AS t
WITH x AS (SELECT 1) SELECT * FROM x INTO OUTFILE '{path}'
ANALYZE SELECT * FROM books INTO OUTFILE '{path}'
ANALYZE FORMAT=JSON SELECT 1 INTO DUMPFILE '{path}'
/*!ANALYZE*/ SELECT 1 INTO OUTFILE '{path}'
EXPLAIN SELECT 1 INTO OUTFILE '{path}'
DESCRIBE SELECT 1 INTO OUTFILE '{path}'
SET STATEMENT max_statement_time = 1 FOR SELECT 1 INTO OUTFILE '{path}'
SELECT 1 INTO OUTFILE '{path}' PROCEDURE ANALYSE()
SELECT LOAD_FILE('/etc/passwd')
SELECT sys_exec('touch {path}')
CREATE TABLE stolen (a INT) DATA DIRECTORY '/tmp'
CREATE TABLE stolen (a INT) ENGINE = CONNECT TABLE_TYPE = CSV FILE_NAME = '{path}'
CREATE SERVER s FOREIGN DATA WRAPPER mysql OPTIONS (HOST '127.0.0.1')
