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
