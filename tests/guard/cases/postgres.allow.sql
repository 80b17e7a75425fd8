-- plain
SELECT 1
SELECT title, price FROM books WHERE price > 10 ORDER BY price DESC LIMIT 5
select b.title, a.name from books b, authors a where a.id = b.author_id
SELECT b.title, a.name FROM books AS b INNER JOIN authors AS a ON a.id = b.author_id;
SELECT DISTINCT city FROM members ORDER BY city NULLS LAST
SELECT m.city, count(*) AS n, avg(l.fine)::numeric(10,2) FROM loans l JOIN members m ON m.id = l.member_id GROUP BY m.city HAVING count(*) > 1 ORDER BY n DESC, 1
SELECT * FROM loans WHERE lent_at >= DATE '2024-01-01' AND lent_at < DATE '2025-01-01'
SELECT * FROM public.books
SELECT public.books.title FROM public.books
SELECT "title" AS "drop table", price AS "delete" FROM "books"
TABLE branches
VALUES (1, 'a'), (2, 'b')
(SELECT id FROM books) UNION ALL (SELECT id FROM authors) ORDER BY 1 LIMIT 3
SELECT id FROM books EXCEPT ALL SELECT book_id FROM loans
-- words that look dangerous
SELECT 'DROP TABLE books; --' AS note
SELECT note FROM loans WHERE note ILIKE '%delete from%' OR note = 'update'
SELECT $$it's; a 'text' -- here$$ AS t, $tag$ SELECT $tag$ AS u
SELECT E'a\'b' AS e, U&'d\0061t\+000061' AS u, B'101' AS bits, X'1F' AS hex
SELECT title /* ; DELETE FROM books; */ FROM books -- DROP TABLE books
SELECT /* outer /* inner */ still */ title FROM books
-- dates
SELECT date_trunc('month', lent_at) AS m, count(*) FROM loans GROUP BY 1 ORDER BY 1
SELECT extract(year FROM lent_at), date_part('dow', lent_at), to_char(lent_at, 'YYYY-MM'), age(returned_at, lent_at) FROM loans
SELECT lent_at + interval '14 days', lent_at - interval '1 month', now() - lent_at, current_date - due_on FROM loans
SELECT lent_at AT TIME ZONE 'Europe/Berlin', make_date(2024, 1, 31), date '2024-02-29' + 1, localtimestamp FROM loans
SELECT d::date FROM generate_series(date '2024-01-01', date '2024-12-01', interval '1 month') AS d
SELECT * FROM loans WHERE (lent_at, returned_at) OVERLAPS (timestamp '2024-01-01', timestamp '2024-02-01')
SELECT date_bin('15 minutes', lent_at, timestamp '2024-01-01') FROM loans
-- text and numbers
SELECT upper(title), initcap(title), left(title, 3), right(title, 2), lpad(id::text, 5, '0'), trim(both ' ' from title), position('a' in title) FROM books
SELECT split_part(title, ' ', 1), regexp_replace(title, '[aeiou]', '', 'g'), substring(title from 2 for 3), overlay(title placing 'x' from 1 for 2), concat_ws('-', id, title), md5(title), strpos(title, 'a') FROM books
SELECT title ~ '^A', title !~* 'b$', title SIMILAR TO '%(a|b)%', title LIKE 'A\_%' ESCAPE '\' FROM books
SELECT string_agg(title, ', ' ORDER BY title), array_agg(DISTINCT genre), json_agg(title), jsonb_object_agg(id, title) FROM books
SELECT round(avg(price), 2), ceil(price), floor(price), trunc(price, 1), mod(id, 3), power(2, 8), sqrt(price), abs(-1), sign(price), greatest(1, price), least(1, price), ln(price + 1), log(10, 100), width_bucket(price, 0, 100, 10) FROM books GROUP BY id, price
SELECT percentile_cont(ARRAY[0.25, 0.5]) WITHIN GROUP (ORDER BY price), mode() WITHIN GROUP (ORDER BY genre), stddev_samp(price), var_pop(price), corr(price, id), regr_slope(price, id) FROM books
SELECT count(*) FILTER (WHERE price > 10), sum(price) FILTER (WHERE genre = 'x'), bool_or(price > 5), every(price > 0) FROM books
SELECT format('%s costs %s', title, price), quote_literal(title), chr(65), ascii('A'), reverse(title), repeat('ab', 3), translate(title, 'ab', 'xy'), starts_with(title, 'A') FROM books
SELECT CASE WHEN price > 10 THEN 'dear' WHEN price IS NULL THEN '?' ELSE 'cheap' END, coalesce(genre, 'none'), nullif(price, 0) FROM books
SELECT CAST(price AS integer), price::int8, title::varchar(10), '2024-01-01'::timestamptz, '{1,2}'::int[], '12:30'::time FROM books
SELECT 1 WHERE 5 BETWEEN SYMMETRIC 9 AND 1 AND NULL IS NOT DISTINCT FROM NULL AND (1, 2) < (1, 3)
-- windows
SELECT title, rank() OVER w, dense_rank() OVER w, row_number() OVER (PARTITION BY genre ORDER BY price), ntile(4) OVER w FROM books WINDOW w AS (ORDER BY price DESC)
SELECT id, lag(fine, 1, 0) OVER (ORDER BY lent_at), lead(fine) OVER (ORDER BY lent_at), first_value(fine) OVER (PARTITION BY member_id ORDER BY lent_at ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW), sum(fine) OVER (ORDER BY lent_at RANGE BETWEEN interval '7 days' PRECEDING AND CURRENT ROW) FROM loans
SELECT price, percent_rank() OVER (ORDER BY price), cume_dist() OVER (ORDER BY price), nth_value(title, 2) OVER (ORDER BY price) FROM books
-- sub-queries
SELECT title FROM books b WHERE price > (SELECT avg(price) FROM books x WHERE x.genre = b.genre)
SELECT name FROM authors a WHERE EXISTS (SELECT * FROM books b WHERE b.author_id = a.id) AND NOT EXISTS (SELECT 1 FROM books WHERE author_id = a.id AND price > 50)
SELECT title FROM books WHERE author_id IN (SELECT id FROM authors WHERE born_on < '1950-01-01') AND price > ALL (SELECT 1) AND genre = ANY (ARRAY['a', 'b'])
SELECT a.name, x.title FROM authors a LEFT JOIN LATERAL (SELECT title FROM books b WHERE b.author_id = a.id ORDER BY price DESC LIMIT 1) x ON true
SELECT (SELECT count(*) FROM books), (SELECT max(price) FROM books), ARRAY(SELECT id FROM books ORDER BY id)
SELECT s.genre, s.n FROM (SELECT genre, count(*) AS n FROM books GROUP BY genre) AS s WHERE s.n > 1
SELECT t.total, b.title FROM books b CROSS JOIN (SELECT sum(price) AS total FROM books) t
SELECT v.k, b.title FROM (VALUES (1, 'x'), (2, 'y')) AS v(k, l) JOIN books b ON b.id = v.k
SELECT b.title, t.tag FROM books b CROSS JOIN unnest(b.tags) AS t(tag)
SELECT b.title, t.tag, t.i FROM books b, unnest(b.tags) WITH ORDINALITY AS t(tag, i)
-- common table expressions
WITH recent AS (SELECT * FROM loans WHERE lent_at > now() - interval '1 year'), per_member AS (SELECT member_id, count(*) AS n FROM recent GROUP BY member_id) SELECT m.name, p.n FROM per_member p JOIN members m ON m.id = p.member_id ORDER BY p.n DESC
WITH a(x) AS MATERIALIZED (SELECT 1), b AS NOT MATERIALIZED (SELECT x + 1 AS y FROM a) SELECT * FROM a, b
WITH RECURSIVE months(d) AS (SELECT date '2024-01-01' UNION ALL SELECT (d + interval '1 month')::date FROM months WHERE d < date '2024-12-01') SELECT d FROM months
WITH RECURSIVE up AS (SELECT id, parent_id, name FROM branches WHERE id = 3 UNION SELECT b.id, b.parent_id, b.name FROM branches b JOIN up ON b.id = up.parent_id) SELECT * FROM up
SELECT x FROM (WITH y AS (SELECT 1 AS x) SELECT x FROM y) z
-- grouping
SELECT genre, author_id, count(*), grouping(genre) FROM books GROUP BY GROUPING SETS ((genre), (author_id), ())
SELECT genre, count(*) FROM books GROUP BY ROLLUP (genre) ORDER BY genre
SELECT DISTINCT ON (genre) genre, title FROM books ORDER BY genre, price DESC
-- json and arrays
SELECT details->'size', details->>'color', details#>>'{a,b}', details @> '{"x":1}', details ? 'k', jsonb_array_length(details->'list') FROM books
SELECT jsonb_build_object('id', id, 'title', title), to_jsonb(price), jsonb_path_query_array(details, '$.a[*]'), jsonb_typeof(details) FROM books
SELECT upper(details->>'color'), coalesce(details->'a'->>'b', 'none'), count(details->'size') FROM books GROUP BY 1, 2
SELECT key, value FROM books, jsonb_each_text(details)
SELECT tags[1], tags[1:2], cardinality(tags), array_position(tags, 'a'), tags || ARRAY['z'], 'a' = ANY(tags), array_to_string(tags, ',') FROM books
-- joins
SELECT * FROM books JOIN loans ON loans.book_id = books.id LEFT JOIN branches USING (id)
SELECT b.id, l.id FROM books b FULL JOIN loans l ON l.book_id = b.id RIGHT JOIN branches br ON br.id = l.id
SELECT count(*) FROM books b JOIN (loans l JOIN branches r ON r.id = l.id) ON l.book_id = b.id
SELECT a.id, b.id FROM branches a CROSS JOIN branches b
SELECT title FROM books TABLESAMPLE BERNOULLI (10)
SELECT title FROM books ORDER BY id OFFSET 1 ROW FETCH NEXT 5 ROWS ONLY
SELECT pg_catalog.lower(title) FROM books
SELECT to_tsvector('english', title) @@ plainto_tsquery('english', 'war') FROM books
SELECT * FROM json_to_recordset('[{"a":1}]') AS x(a int)
SELECT xmlelement(name foo, title) FROM books
SELECT sum(CASE WHEN fine > 0 THEN 1 ELSE 0 END) FROM loans
SELECT extract(epoch FROM now() - lent_at) / 3600 FROM loans
SELECT (regexp_matches(title, 'a', 'g'))[1] FROM books
SELECT title FROM books WHERE id = ANY('{1,2}'::int[])
-- standard syntax, less usual
SELECT genre, count(*) FROM books GROUP BY ROLLUP (genre) ORDER BY genre NULLS FIRST
SELECT genre, author_id, grouping(genre, author_id), sum(price) FROM books GROUP BY GROUPING SETS ((genre), (author_id), ())
SELECT genre, author_id, sum(price) FROM books GROUP BY CUBE (genre, author_id)
SELECT GREATEST(price, 1), LEAST(price, 9), NULLIF(price, 0) FROM books FETCH FIRST 5 ROWS ONLY
SELECT title FROM books ORDER BY price DESC FETCH FIRST 3 ROWS WITH TIES
SELECT title FROM books OFFSET 2 ROWS FETCH NEXT 2 ROWS ONLY
SELECT percentile_cont(ARRAY[0.25, 0.5, 0.75]) WITHIN GROUP (ORDER BY price), mode() WITHIN GROUP (ORDER BY genre) FROM books
SELECT rank(10) WITHIN GROUP (ORDER BY price) FROM books
SELECT count(*) FILTER (WHERE price > 10 AND genre IS DISTINCT FROM 'novel'), avg(price) FILTER (WHERE price IS NOT NULL) FROM books
SELECT DISTINCT ON (author_id) author_id, title FROM books ORDER BY author_id, price DESC
SELECT b.title, l.lent_at FROM books b LEFT JOIN LATERAL (SELECT lent_at FROM loans WHERE loans.book_id = b.id ORDER BY lent_at DESC LIMIT 1) l ON true
SELECT title, price, sum(price) OVER w, price - lag(price, 1, 0) OVER w FROM books WINDOW w AS (PARTITION BY genre ORDER BY published_on RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
SELECT sum(price) OVER (ORDER BY published_on RANGE BETWEEN INTERVAL '1 year' PRECEDING AND CURRENT ROW) FROM books
SELECT nth_value(title, 2) OVER (ORDER BY price GROUPS BETWEEN 1 PRECEDING AND 1 FOLLOWING EXCLUDE TIES) FROM books
SELECT * FROM (VALUES (1, 'one'), (2, 'two')) AS t(n, word) JOIN branches ON branches.id = t.n
SELECT b.id FROM books b NATURAL JOIN (SELECT id FROM authors) a
SELECT id, name FROM members WHERE (city, is_active) IN (('Rome', true), ('Oslo', false))
SELECT id FROM books WHERE price = ANY (ARRAY[1, 2, 3]) OR genre = ALL (SELECT genre FROM books WHERE false)
SELECT id FROM books WHERE price BETWEEN SYMMETRIC 10 AND 1
SELECT id FROM books WHERE title SIMILAR TO '%(war|peace)%' AND title ~* '^a' AND title !~ 'z$'
SELECT id FROM books WHERE genre IS NOT DISTINCT FROM NULL OR (price > 1) IS TRUE OR (price > 2) IS NOT UNKNOWN
SELECT id FROM books TABLESAMPLE BERNOULLI (25) REPEATABLE (7)
(SELECT id FROM books ORDER BY price LIMIT 2) INTERSECT (SELECT book_id FROM loans)
WITH a AS MATERIALIZED (SELECT id FROM books), b AS NOT MATERIALIZED (SELECT id FROM a) SELECT count(*) FROM b
WITH RECURSIVE t(id, parent_id, path) AS (SELECT id, parent_id, ARRAY[id] FROM branches WHERE parent_id IS NULL UNION ALL SELECT b.id, b.parent_id, path || b.id FROM branches b JOIN t ON b.parent_id = t.id WHERE NOT b.id = ANY (path)) SELECT * FROM t
WITH RECURSIVE t(id, n) AS (SELECT id, 1 FROM branches UNION ALL SELECT b.id, n + 1 FROM branches b JOIN t ON b.parent_id = t.id) SEARCH DEPTH FIRST BY id SET ordering SELECT * FROM t ORDER BY ordering
-- types, operators, functions
SELECT tags[1], tags[2:3], cardinality(tags), array_length(tags, 1), tags @> ARRAY['x'], tags && ARRAY['y'], array_position(tags, 'z'), array_to_string(tags, ',') FROM books
SELECT details -> 'a' ->> 'b', details #> '{a,b}', details #>> '{a,0}', details ? 'k', details ?| ARRAY['a', 'b'], details @> '{"a": 1}', jsonb_path_query_first(details, '$.a[*] ? (@ > 1)') FROM books
SELECT b.id, e.key, e.value FROM books b, jsonb_each_text(b.details) AS e(key, value)
SELECT b.id, x.tag, x.n FROM books b CROSS JOIN unnest(b.tags) WITH ORDINALITY AS x(tag, n)
SELECT id, details @@ '$.a > 1', jsonb_pretty(details), jsonb_typeof(details), jsonb_array_length(details -> 'l') FROM books
SELECT r.* FROM books b, jsonb_to_record(b.details) AS r(a int, b text)
SELECT extract(epoch FROM (returned_at - lent_at)) / 3600, justify_interval(returned_at - lent_at), isfinite(lent_at), to_timestamp(0) FROM loans
SELECT lent_at::date, lent_at::timestamptz AT TIME ZONE 'UTC', '2024-01-01'::date - '2023-01-01'::date, interval '1' year, timestamp '2024-01-01 00:00' + make_interval(days => 3) FROM loans
SELECT overlay(title PLACING 'X' FROM 1 FOR 1), position('a' IN title), substring(title FROM 2 FOR 3), substring(title FROM '^.'), trim(BOTH 'x' FROM title), initcap(title), lpad(title, 3, '*') FROM books
SELECT format('%s costs %s', title, price), quote_literal(title), regexp_replace(title, '(\w+)', '\1', 'g'), regexp_matches(title, 'a', 'g'), split_part(title, ' ', -1), string_to_array(title, ' '), translate(title, 'ab', 'xy') FROM books
SELECT to_char(price, 'FM999G990D00'), to_number('1,5', '9D9'), round(price::numeric, 2), width_bucket(price, 0, 100, 10), mod(id, 3), div(7, 2), gcd(12, 18), |/ 16.0, 5 % 3, 2 ^ 3, 7 & 3, 1 << 4 FROM books
SELECT int4range(1, 5) @> 3, daterange('2024-01-01', '2024-02-01') && daterange('2024-01-15', NULL), lower(int4range(2, 7)), '[1,3]'::int4range
SELECT to_tsvector('english', title) @@ plainto_tsquery('english', 'war'), ts_rank(to_tsvector(title), to_tsquery('war')) FROM books
SELECT '192.168.1.5'::inet << '192.168.0.0/16'::cidr, host('10.0.0.1'::inet), md5(title), encode(sha256(title::bytea), 'hex'), gen_random_uuid() FROM books
SELECT corr(price, id), regr_slope(price, id), stddev_samp(price), bit_or(id), bool_and(price > 0), every(price > 0), string_agg(title, ', ' ORDER BY title), array_agg(DISTINCT genre), jsonb_object_agg(id, title), json_agg(title ORDER BY id) FROM books
SELECT CASE genre WHEN 'a' THEN 1 ELSE 0 END, COALESCE(genre, 'none'), CAST(price AS text), price::varchar(10), genre COLLATE "C" FROM books ORDER BY genre COLLATE "C"
SELECT 1 OPERATOR(pg_catalog.+) 2, title OPERATOR(pg_catalog.~) 'a' FROM books
SELECT U&'\00e9t\00e9', E'line\nbreak', 'it''s', $tag$a 'b' "c"$tag$, 1e3, .5, 1_000, 0xFF, B'1010'
SELECT xmlelement(name book, xmlattributes(id AS id), title), xmlforest(price) FROM books
SELECT x.* FROM xmltable('/r/i' PASSING ('<r><i>1</i></r>'::xml) COLUMNS n int PATH '.') AS x
SELECT count(*) AS "select", max(price) AS "from" FROM books AS "where" WHERE "where".title <> 'DROP TABLE books'
