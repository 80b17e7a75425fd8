-- plain
SELECT 1
SELECT title, price FROM books WHERE price > 10 ORDER BY price DESC LIMIT 5 OFFSET 1
SELECT [title], "genre", `price` FROM [books]
SELECT main.books.title FROM main.books
SELECT title FROM books WHERE genre = "novel"
SELECT rowid, oid, _rowid_, title FROM books
SELECT b.rowid FROM books AS b
VALUES (1, 'a'), (2, 'b')
SELECT column1 FROM (VALUES (1), (2))
SELECT id FROM books UNION SELECT id FROM authors EXCEPT SELECT book_id FROM loans
SELECT title FROM books /* a ; b */ -- ; DROP TABLE books
SELECT 'x; DELETE FROM books' AS "drop", x'3b' AS b
-- dates
SELECT date('now'), date(lent_at, 'start of month', '+1 month', '-1 day'), datetime(lent_at), time(lent_at), strftime('%Y-%m', lent_at), julianday(lent_at), unixepoch(lent_at), CURRENT_DATE, CURRENT_TIMESTAMP FROM loans
SELECT strftime('%Y', lent_at) AS y, count(*) FROM loans GROUP BY y ORDER BY y
-- text and numbers
SELECT upper(title), lower(title), substr(title, 1, 3), substring(title, 2), length(title), trim(title), ltrim(title), replace(title, 'a', 'b'), instr(title, 'a'), printf('%05.1f', price), format('%d', id), hex(title), quote(title), unicode(title), char(65, 66), title || '-' || id, like('a%', title), glob('A*', title), soundex('x') FROM books
SELECT round(avg(price), 2), total(price), sum(price), group_concat(title, ', '), min(price), max(price), count(DISTINCT genre), abs(-1), random() % 10, sign(price), iif(price > 1, 'a', 'b'), ifnull(genre, ''), nullif(price, 0), coalesce(genre, 'x'), typeof(price), zeroblob(10), ceil(price), sqrt(price), pow(2, 3), mod(id, 2), ln(2), pi() FROM books
SELECT max(price, 10), min(1, 2) FROM books
SELECT CAST(price AS INTEGER), CAST(id AS TEXT), price IS NOT NULL, genre ISNULL, genre NOTNULL, title GLOB 'A*', title LIKE 'A!_%' ESCAPE '!', id % 2, id / 2, id & 1, ~id, id << 1, NOT id FROM books
SELECT group_concat(title, ', ' ORDER BY title), string_agg(title, '; '), count(*) FILTER (WHERE price > 10) FROM books
-- windows, sub-queries, common table expressions
SELECT title, row_number() OVER (PARTITION BY genre ORDER BY price), sum(price) OVER (ORDER BY id ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING EXCLUDE CURRENT ROW), ntile(2) OVER w FROM books WINDOW w AS (ORDER BY id)
SELECT title FROM books b WHERE price = (SELECT max(price) FROM books WHERE genre = b.genre) AND id NOT IN (SELECT book_id FROM loans WHERE book_id IS NOT NULL)
WITH x AS (SELECT genre, sum(price) AS s FROM books GROUP BY genre) SELECT * FROM x WHERE s > 5
WITH RECURSIVE cnt(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM cnt LIMIT 100) SELECT x FROM cnt
WITH RECURSIVE up(id, parent_id) AS (SELECT id, parent_id FROM branches WHERE id = 1 UNION ALL SELECT b.id, b.parent_id FROM branches b, up WHERE b.parent_id = up.id) SELECT * FROM up
WITH chosen AS (SELECT id FROM books) SELECT count(*) FROM loans WHERE book_id IN chosen
SELECT (SELECT count(*) FROM books) AS n, EXISTS (SELECT 1 FROM loans)
SELECT price * 2 AS double_price FROM books WHERE double_price > 10
-- json
SELECT json_extract(details, '$.size'), details -> 'a', details ->> '$.b', json_array_length(details, '$.list'), json_type(details), json_valid(details), json_object('id', id), json_group_array(title) FROM books GROUP BY id
SELECT b.title, j.value FROM books b, json_each(b.tags) j
SELECT key, value, fullkey FROM books, json_tree(books.details) WHERE type = 'text'
SELECT upper(details -> 'x'), count(details ->> '$.a') FROM books
SELECT value FROM generate_series(1, 10)
-- joins
SELECT b.title, a.name FROM books b LEFT OUTER JOIN authors a ON a.id = b.author_id CROSS JOIN (SELECT 1 AS one)
SELECT * FROM books JOIN branches USING (id)
SELECT b.title FROM books b NATURAL JOIN branches
SELECT b.title FROM books b INDEXED BY ix WHERE id = 1
SELECT count(*) FROM books WHERE (genre, price) = ('x', 1) AND id IN (1, 2) AND title BETWEEN 'a' AND 'b' COLLATE NOCASE
-- syntax of its own
SELECT * FROM books INDEXED BY sqlite_autoindex_books_1 WHERE id = 1
SELECT * FROM books NOT INDEXED WHERE price > 1
SELECT title FROM books WHERE genre IS 'novel' OR genre IS NOT NULL OR price IS NOT DISTINCT FROM 5
SELECT title FROM books WHERE title MATCH 'x' OR title REGEXP 'y' LIMIT 0
SELECT title, count(*) FROM books GROUP BY genre HAVING count(*) > 0
SELECT genre, max(price), title FROM books GROUP BY genre
SELECT title FROM books ORDER BY price DESC NULLS LAST, title COLLATE NOCASE ASC LIMIT 3, 2
SELECT a.name, b.title FROM authors a LEFT OUTER JOIN books b ON b.author_id = a.id
SELECT a.name, b.title FROM authors a FULL OUTER JOIN books b ON b.author_id = a.id
SELECT a.name FROM authors a CROSS JOIN branches r ON r.id = a.id
SELECT * FROM books JOIN authors USING (id)
SELECT id, name FROM branches NATURAL JOIN (SELECT id FROM books)
SELECT (id, price) = (1, 2), (1, 2) IN (SELECT id, author_id FROM books), id BETWEEN 1 AND 2 FROM books
SELECT id == 1, id <> 2, id != 3, NOT id, -id, +id, ~id, 'a' || 'b', 7 % 3, 1 << 2, 8 >> 1, 5 & 3, 5 | 3 FROM books
SELECT CASE WHEN price > 10 THEN 'dear' WHEN price > 5 THEN 'fair' ELSE 'cheap' END, CASE genre WHEN 'a' THEN 1 END FROM books
SELECT 'it''s', "novel", x'0FAB', 1e5, 0x1F, .5, 1_000, NULL, TRUE, CURRENT_TIME
SELECT details -> '$.a', details ->> '$.b[0]', details ->> 'c' FROM books
SELECT b.id, j.key, j.value, j.type, j.path FROM books b, json_each(b.details, '$.items') j
SELECT b.id, t.fullkey, t.atom FROM books b JOIN json_tree(b.details) t ON t.type <> 'object'
SELECT json_extract(details, '$.a', '$.b'), json_type(details), json_valid(details), json_array_length(details, '$.l'), json_group_array(DISTINCT genre), json_object('t', title, 'p', price), json_patch(details, '{"x":1}'), json_remove(details, '$.a') FROM books
SELECT value FROM generate_series(1, 10, 2)
SELECT d.value, count(l.id) FROM generate_series(0, 30) d LEFT JOIN loans l ON date(l.lent_at) = date('2024-01-01', '+' || d.value || ' days') GROUP BY d.value
SELECT date(lent_at, 'weekday 0', '-7 days'), strftime('%W', lent_at), strftime('%s', 'now') - strftime('%s', lent_at), julianday(returned_at) - julianday(lent_at), datetime(lent_at, 'unixepoch', 'localtime'), time('12:00', '+30 minutes'), timediff(returned_at, lent_at), unixepoch('now', 'subsec') FROM loans
SELECT substr(lent_at, 1, 7) AS ym, count(*) FROM loans GROUP BY ym
SELECT instr(title, ' '), substr(title, -3), rtrim(title, '!'), upper(substr(title, 1, 1)) || lower(substr(title, 2)), printf('%.2f %s %05d', price, title, id), length(CAST(title AS BLOB)), hex(randomblob(4)), char(9731), unicode('x'), quote(NULL), octet_length(title), concat(title, '-', id), concat_ws('/', title, id) FROM books
SELECT abs(price), round(price, 1), max(id, 3), min(price, 4.5), coalesce(NULL, id), ifnull(genre, '?'), nullif(id, 2), iif(id > 1, 'x', 'y'), typeof(price), likely(id > 1), total(price), sqrt(price), power(2, 3), log(10), exp(1), ceiling(price), trunc(price), atan2(1, 2), degrees(pi()) FROM books
SELECT group_concat(DISTINCT genre), sum(DISTINCT price), avg(price) FILTER (WHERE price > 0), count(DISTINCT author_id) FROM books
SELECT title, dense_rank() OVER (ORDER BY price DESC), percent_rank() OVER w, cume_dist() OVER w, lead(title, 1, 'none') OVER w, last_value(title) OVER (ORDER BY id RANGE BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING) FROM books WINDOW w AS (PARTITION BY genre ORDER BY price)
SELECT * FROM (SELECT title, row_number() OVER (PARTITION BY genre ORDER BY price DESC) AS r FROM books) WHERE r = 1
-- common table expressions, sets, sub-queries
WITH RECURSIVE days(d) AS (VALUES ('2024-01-01') UNION ALL SELECT date(d, '+1 day') FROM days WHERE d < '2024-01-31') SELECT d FROM days
WITH RECURSIVE tree AS (SELECT id, name, 0 AS depth FROM branches WHERE parent_id IS NULL UNION ALL SELECT b.id, b.name, depth + 1 FROM branches b JOIN tree t ON b.parent_id = t.id ORDER BY depth DESC) SELECT * FROM tree
WITH t(a, b) AS (VALUES (1, 2), (3, 4)), u AS MATERIALIZED (SELECT a + b AS s FROM t) SELECT sum(s) FROM u
SELECT id FROM books INTERSECT SELECT book_id FROM loans UNION ALL SELECT id FROM authors ORDER BY 1 LIMIT 5
SELECT title FROM books WHERE EXISTS (SELECT * FROM loans WHERE loans.book_id = books.id) AND author_id NOT IN (SELECT id FROM authors WHERE born_on > '1950')
SELECT title, (SELECT name FROM authors WHERE authors.id = books.author_id) AS author FROM books ORDER BY author
SELECT count(*) FROM books, (SELECT avg(price) AS m FROM books) WHERE price > m
SELECT upper(name) AS n FROM members WHERE n LIKE 'A%' GROUP BY n HAVING count(*) >= 1
SELECT title FROM books WHERE title LIKE '%drop%' OR title LIKE 'delete!_%' ESCAPE '!' OR title GLOB '[A-C]*'
SELECT "books"."title" AS "update", [price] AS [delete from], `genre` FROM "books"
SELECT DISTINCT substr(title, 1, 1) AS initial FROM books WHERE initial BETWEEN 'A' AND 'M'
SELECT avg(julianday(returned_at) - julianday(lent_at)) AS days_kept, member_id FROM loans WHERE returned_at IS NOT NULL GROUP BY member_id ORDER BY days_kept DESC LIMIT 10
SELECT m.city, sum(l.fine) * 1.0 / count(*) AS mean FROM loans AS l INNER JOIN members AS m ON m.id = l.member_id WHERE l.lent_at >= '2024-01-01' GROUP BY m.city
SELECT sum(price) / (SELECT sum(price) FROM books) * 100 AS share, genre FROM books GROUP BY genre;
