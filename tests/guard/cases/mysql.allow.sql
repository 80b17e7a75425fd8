-- plain
SELECT 1
SELECT 1 FROM DUAL
SELECT `title`, price FROM `books` WHERE price > 10 ORDER BY price DESC LIMIT 5, 10
SELECT b.title AS `update`, a.name AS `delete` FROM books b JOIN authors a ON a.id = b.author_id
SELECT DISTINCT city FROM members
SELECT SQL_NO_CACHE title FROM books
SELECT STRAIGHT_JOIN b.title FROM books b JOIN loans l ON l.book_id = b.id
SELECT title FROM books USE INDEX (PRIMARY) WHERE id = 1
SELECT title FROM books WHERE id = 1 /* ; DROP TABLE books */ # comment; DELETE
SELECT title FROM books -- DROP TABLE books
SELECT 5-1, 5 - -1, 5- -1
(SELECT id FROM books LIMIT 1) UNION (SELECT id FROM authors) ORDER BY id
SELECT id FROM books INTERSECT SELECT book_id FROM loans
-- words that look dangerous
SELECT "drop table books; --" AS t, 'it''s', 'it\'s', 'back\\slash'
SELECT note FROM loans WHERE note LIKE '%delete from%' OR note RLIKE '^(insert|update)'
SELECT REPLACE(title, 'a', 'b'), INSERT(title, 1, 2, 'x'), TRUNCATE(price, 1) FROM books
-- dates
SELECT YEAR(lent_at), MONTH(lent_at), DAYOFWEEK(lent_at), DATE_FORMAT(lent_at, '%Y-%m'), LAST_DAY(lent_at), WEEK(lent_at), QUARTER(lent_at), DAYNAME(lent_at) FROM loans
SELECT DATE_ADD(lent_at, INTERVAL 1 MONTH), DATE_SUB(CURDATE(), INTERVAL 7 DAY), lent_at + INTERVAL 1 DAY, TIMESTAMPDIFF(DAY, lent_at, returned_at), DATEDIFF(NOW(), lent_at), STR_TO_DATE('2024-01-01', '%Y-%m-%d') FROM loans
SELECT UNIX_TIMESTAMP(lent_at), FROM_UNIXTIME(0), EXTRACT(YEAR_MONTH FROM lent_at), MAKEDATE(2024, 5), SEC_TO_TIME(90), UTC_TIMESTAMP(), CURRENT_DATE, CURRENT_TIMESTAMP FROM loans
SELECT DATE(lent_at) AS d, COUNT(*) FROM loans WHERE lent_at BETWEEN '2024-01-01' AND '2024-12-31' GROUP BY d
-- text and numbers
SELECT CONCAT(title, ' ', genre), CONCAT_WS(',', id, title), UPPER(title), LCASE(title), LEFT(title, 3), SUBSTRING_INDEX(title, ' ', 1), LPAD(id, 5, '0'), CHAR_LENGTH(title), LOCATE('a', title), INSTR(title, 'a'), MID(title, 1, 2), TRIM(title), REVERSE(title), FIELD(genre, 'a', 'b'), ELT(1, 'x'), FIND_IN_SET('a', 'a,b'), HEX(title), MD5(title), SOUNDEX(title), SPACE(2), REPEAT('a', 3) FROM books
SELECT GROUP_CONCAT(DISTINCT genre ORDER BY genre DESC SEPARATOR '; '), SUM(price), AVG(price), STD(price), VAR_SAMP(price), BIT_OR(id), JSON_ARRAYAGG(title), JSON_OBJECTAGG(id, title) FROM books
SELECT ROUND(price, 1), CEILING(price), FLOOR(price), MOD(id, 3), id DIV 2, id % 2, POW(2, 3), SQRT(price), RAND(), GREATEST(1, price), LEAST(1, price), FORMAT(price, 2), CONV('a', 16, 2), CRC32(title), SIGN(price) FROM books
SELECT IF(price > 10, 'dear', 'cheap'), IFNULL(genre, 'none'), NULLIF(price, 0), COALESCE(genre, 'x'), CASE genre WHEN 'a' THEN 1 ELSE 0 END, ISNULL(genre) FROM books
SELECT CAST(price AS SIGNED), CAST(title AS CHAR(10)), CONVERT(price, DECIMAL(10, 2)), CONVERT(title USING utf8mb4), price <=> NULL, BINARY title FROM books
SELECT title REGEXP '^A', REGEXP_REPLACE(title, 'a', 'b'), REGEXP_SUBSTR(title, '[a-z]+'), REGEXP_INSTR(title, 'a') FROM books
-- windows and grouping
SELECT title, RANK() OVER (PARTITION BY genre ORDER BY price DESC), LAG(price) OVER w, SUM(price) OVER w FROM books WINDOW w AS (ORDER BY id)
SELECT genre, COUNT(*) FROM books GROUP BY genre WITH ROLLUP
SELECT genre, COUNT(*) AS n FROM books GROUP BY genre HAVING n > 1 ORDER BY n DESC
-- sub-queries
SELECT title FROM books b WHERE EXISTS (SELECT 1 FROM loans l WHERE l.book_id = b.id) AND price > (SELECT AVG(price) FROM books)
SELECT x.genre, x.n FROM (SELECT genre, COUNT(*) AS n FROM books GROUP BY genre) x
WITH c AS (SELECT genre, SUM(price) AS s FROM books GROUP BY genre) SELECT * FROM c WHERE s > (SELECT AVG(s) FROM c)
WITH RECURSIVE seq AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM seq WHERE n < 10) SELECT n FROM seq
SELECT id FROM books WHERE (genre, author_id) IN (SELECT genre, author_id FROM books)
-- json
SELECT JSON_EXTRACT(details, '$.size'), JSON_UNQUOTE(JSON_EXTRACT(details, '$.color')), JSON_VALUE(details, '$.a'), JSON_LENGTH(details), JSON_KEYS(details), JSON_CONTAINS(details, '1', '$.size'), JSON_TYPE(details) FROM books
SELECT b.id, t.tag FROM books b, JSON_TABLE(b.tags, '$[*]' COLUMNS (n FOR ORDINALITY, tag VARCHAR(20) PATH '$')) AS t
SELECT MATCH (title) AGAINST ('war' IN NATURAL LANGUAGE MODE) FROM books
SELECT b.title FROM books b NATURAL JOIN branches x
SELECT * FROM books LEFT JOIN loans ON loans.book_id = books.id WHERE loans.id IS NULL
SELECT title FROM books LIMIT 5 OFFSET 2
SELECT price > 10 AND genre = 'x' XOR id = 1, NOT price, !1, ~1, 6 & 3, 6 | 3, 6 ^ 3, 1 << 2 FROM books
-- syntax of its own
SELECT STRAIGHT_JOIN b.title, a.name FROM books b JOIN authors a ON a.id = b.author_id
SELECT b.title FROM books b STRAIGHT_JOIN authors a ON a.id = b.author_id
SELECT title FROM books USE INDEX (PRIMARY) WHERE id > 1
SELECT title FROM books FORCE INDEX (PRIMARY) IGNORE INDEX FOR ORDER BY (PRIMARY) ORDER BY id
SELECT DISTINCTROW genre FROM books
SELECT title FROM books LIMIT 2, 5
SELECT title FROM books ORDER BY price IS NULL, price DESC LIMIT 5 OFFSET 10
SELECT genre, SUM(price) FROM books GROUP BY genre WITH ROLLUP
SELECT title FROM books WHERE title REGEXP '^[A-C]' OR title RLIKE 'x$' OR title NOT REGEXP 'z'
SELECT title FROM books WHERE MATCH (title) AGAINST ('war peace' IN NATURAL LANGUAGE MODE)
SELECT title FROM books WHERE MATCH (title) AGAINST ('+war -peace' IN BOOLEAN MODE)
SELECT title FROM books WHERE genre <=> NULL
SELECT id DIV 2, id MOD 2, id % 3, 7 XOR 1, !0, ~id, id & 1, id | 2, id ^ 3, id << 1 FROM books
SELECT id && price, id || price FROM books
SELECT title COLLATE utf8mb4_general_ci FROM books
SELECT _utf8mb4'abc', N'abc', X'41', 0x41, b'101', 0b101, TRUE, FALSE, NULL
SELECT "it's", 'it''s', 'it\'s', "DELETE FROM books", `title` FROM `books`
SELECT 'a' 'b' AS joined
SELECT title AS 'quoted alias', price "another" FROM books
SELECT 5--2, 5 - -2
SELECT title FROM books # a comment; DROP TABLE books
SELECT DATE '2024-01-01', TIME '10:00:00', TIMESTAMP '2024-01-01 10:00:00' FROM DUAL
SELECT NOW() - INTERVAL 1 DAY, lent_at + INTERVAL '1:30' MINUTE_SECOND, DATE_ADD(lent_at, INTERVAL 3 MONTH), TIMESTAMPDIFF(HOUR, lent_at, returned_at), EXTRACT(YEAR_MONTH FROM lent_at), LAST_DAY(lent_at), DAYNAME(lent_at), STR_TO_DATE('01,5,2024', '%d,%m,%Y'), UNIX_TIMESTAMP(lent_at), CONVERT_TZ(lent_at, '+00:00', '+09:00'), MAKEDATE(2024, 60), QUARTER(lent_at), YEARWEEK(lent_at, 3), TO_DAYS(lent_at), PERIOD_DIFF(202402, 202401) FROM loans
SELECT GROUP_CONCAT(DISTINCT title ORDER BY title DESC SEPARATOR '; '), JSON_ARRAYAGG(title), JSON_OBJECTAGG(id, title), BIT_OR(id), STD(price), VAR_SAMP(price), COUNT(DISTINCT genre, author_id) FROM books
SELECT details->'$.a', details->>'$.a.b', JSON_EXTRACT(details, '$[0]'), JSON_UNQUOTE(JSON_EXTRACT(details, '$.x')), JSON_CONTAINS(details, '1', '$.a'), JSON_LENGTH(details), JSON_KEYS(details), JSON_VALID(details) FROM books
SELECT j.n, j.v FROM books b, JSON_TABLE(b.details, '$[*]' COLUMNS (n FOR ORDINALITY, v VARCHAR(20) PATH '$.v')) AS j
SELECT CAST(price AS CHAR), CAST('5' AS UNSIGNED), CAST(price AS DECIMAL(10, 2)), CONVERT(price, SIGNED), CONVERT(title USING utf8mb4), BINARY title FROM books
SELECT IF(price > 1, 'a', 'b'), IFNULL(genre, ''), NULLIF(price, 0), FIELD(genre, 'a', 'b'), ELT(1, 'a', 'b'), FIND_IN_SET('a', 'a,b'), INTERVAL(5, 1, 10), GREATEST(1, 2), ISNULL(genre), STRCMP('a', 'b') FROM books
SELECT CONCAT_WS('-', title, genre), SUBSTRING_INDEX(title, ' ', 1), LOCATE('a', title), INSERT(title, 1, 1, 'X'), REPLACE(title, 'a', 'b'), CHAR_LENGTH(title), LPAD(id, 5, '0'), MID(title, 2, 3), REVERSE(title), FORMAT(price, 2), HEX(title), SOUNDEX(title), TRIM(LEADING 'x' FROM title), POSITION('a' IN title), SPACE(3), REPEAT('ab', 3), QUOTE(title) FROM books
SELECT ROUND(price, 1), TRUNCATE(price, 1), CEILING(price), POW(2, 3), RAND(7), CRC32(title), CONV(10, 10, 2), SIGN(price), LOG(2, 8), MD5(title), SHA2(title, 256), INET_ATON('10.0.0.1'), UUID() FROM books
-- windows, common table expressions, sets
SELECT title, ROW_NUMBER() OVER (PARTITION BY genre ORDER BY price), FIRST_VALUE(title) OVER w, NTILE(4) OVER w FROM books WINDOW w AS (ORDER BY id)
WITH RECURSIVE d(day) AS (SELECT DATE '2024-01-01' UNION ALL SELECT day + INTERVAL 1 DAY FROM d WHERE day < '2024-01-31') SELECT d.day, COUNT(l.id) FROM d LEFT JOIN loans l ON DATE(l.lent_at) = d.day GROUP BY d.day
WITH a AS (SELECT id FROM books), b AS (SELECT id FROM a WHERE id > 1) SELECT * FROM b
(SELECT id FROM books ORDER BY price LIMIT 1) UNION ALL (SELECT id FROM authors LIMIT 1) ORDER BY 1
SELECT id FROM books EXCEPT SELECT book_id FROM loans
SELECT b.title FROM books b LEFT JOIN loans l ON l.book_id = b.id WHERE l.id IS NULL
SELECT b.title, (SELECT COUNT(*) FROM loans l WHERE l.book_id = b.id) AS n FROM books b HAVING n > 1
SELECT genre, COUNT(*) c FROM books GROUP BY 1 HAVING c > 1 ORDER BY 2 DESC
SELECT * FROM books b JOIN authors a USING (id) NATURAL JOIN branches
SELECT title FROM books WHERE (id, author_id) IN (SELECT book_id, member_id FROM loans) AND price > ALL (SELECT 1)
SELECT title FROM books WHERE title LIKE '50\%' ESCAPE '\\' OR title NOT LIKE 'a_c'
SELECT /*+ NO_MERGE(x) BKA(b) */ * FROM (SELECT id FROM books) x JOIN books b ON b.id = x.id
SELECT DATE_FORMAT(lent_at, '%Y-%m') AS ym, COUNT(*) FROM loans GROUP BY ym WITH ROLLUP
VALUES ROW(1, 2), ROW(3, 4)
TABLE branches
-- texts that grow a little
SELECT REPLACE(REPLACE(REPLACE(REPLACE(title, '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '"', '&quot;') FROM books
SELECT REPLACE(REPLACE(REPLACE(card_no, '-', ''), ' ', ''), '(', '') AS plain FROM members
SELECT GROUP_CONCAT(REPLACE(title, '-', ' ')) FROM books
SELECT REPLACE(GROUP_CONCAT(DISTINCT name SEPARATOR ','), ',', ', ') FROM members
SELECT REPLACE(title, genre, genre) FROM books
SELECT RPAD(CONCAT(REPEAT('*', price), title), 40, ' ') FROM books
WITH RECURSIVE r(id, path) AS (SELECT id, CAST(name AS CHAR(200)) FROM branches WHERE parent_id IS NULL UNION ALL SELECT b.id, CONCAT(r.path, '/', b.name) FROM branches b JOIN r ON b.parent_id = r.id) SELECT REPLACE(path, '/', ' > ') FROM r
SELECT name FROM (SELECT REPLACE(name, 'a', 'aa') AS name FROM (SELECT REPLACE(name, 'b', 'bb') AS name FROM members) i) o
SELECT title FROM books WHERE REPLACE(title, '-', ' ') LIKE CONCAT('%', genre, '%')
SELECT LOCATE('a', REPEAT(title, 3)) FROM books
