-- plain
SELECT 1
FROM books
FROM books SELECT title WHERE price > 1
SELECT title, price FROM books ORDER BY ALL LIMIT 10 OFFSET 2
SELECT main.books.title FROM memory.main.books
SELECT title FROM memory.books
SELECT b.title, a.name FROM books b JOIN authors a ON a.id = b.author_id
SELECT * FROM (VALUES (1, 'a'), (2, 'b')) t(k, v)
VALUES (1), (2)
SELECT 1; -- the end
SELECT 'read_csv(''x'')' AS t, $$a;b$$ AS u, E'a\nb' AS e
SELECT title /* ; DROP TABLE books */ FROM books -- ; DELETE
SELECT title FROM books USING SAMPLE 10%
SELECT title FROM books USING SAMPLE reservoir(5 ROWS)
SELECT title FROM books TABLESAMPLE 10%
SELECT id FROM books UNION ALL BY NAME SELECT id, name FROM authors
SELECT genre, count(*) FROM books GROUP BY ALL ORDER BY ALL
SELECT title FROM books QUALIFY row_number() OVER (PARTITION BY genre ORDER BY price) = 1
SELECT price * 2 AS p2, p2 + 1 AS p3 FROM books WHERE p2 > 3
SELECT title AS t FROM books WHERE t LIKE 'A%' GROUP BY t HAVING t <> 'x'
-- stars
SELECT * EXCLUDE (price) FROM books
SELECT b.* EXCLUDE (price), a.name FROM books b JOIN authors a ON a.id = b.author_id
SELECT * REPLACE (upper(title) AS title) FROM books
SELECT * RENAME (title AS name) FROM books
SELECT COLUMNS('.*_id') FROM books
SELECT min(COLUMNS(*)) FROM branches
SELECT COLUMNS(c -> c LIKE '%_id') FROM books
SELECT COLUMNS(* EXCLUDE (id)) FROM branches
-- dates
SELECT date_trunc('month', lent_at), year(lent_at), month(lent_at), dayname(lent_at), strftime(lent_at, '%Y-%m'), date_diff('day', lent_at, returned_at), lent_at + INTERVAL 1 DAY, last_day(lent_at), epoch(lent_at), extract(dow FROM lent_at), time_bucket(INTERVAL '1 week', lent_at) FROM loans
SELECT strptime('2024-01-01', '%Y-%m-%d'), current_date, now(), today(), make_date(2024, 1, 1), DATE '2024-01-01' - INTERVAL 3 MONTH, datepart('week', DATE '2024-01-01'), age(TIMESTAMP '2024-01-01')
SELECT unnest(generate_series(DATE '2024-01-01', DATE '2024-03-01', INTERVAL 1 MONTH)) AS d
SELECT range AS d FROM range(DATE '2024-01-01', DATE '2024-02-01', INTERVAL 1 DAY)
-- text, numbers, lists
SELECT upper(title), title[1:3], string_split(title, ' '), regexp_extract(title, '(\w+)', 1), regexp_replace(title, 'a', 'b', 'g'), contains(title, 'a'), starts_with(title, 'A'), concat_ws('-', id, title), format('{} {}', id, title), printf('%d', id), lpad(title, 10, ' '), levenshtein(title, 'x'), title ^@ 'A', title ILIKE '%a%', title SIMILAR TO 'A.*', title ~ 'a' FROM books
SELECT title.upper().substring(1, 3) FROM books
SELECT median(price), quantile_cont(price, 0.9), mode(genre), arg_max(title, price), approx_count_distinct(genre), list(title ORDER BY price), string_agg(title, ','), histogram(genre), first(title), any_value(title), sum(price) FILTER (price > 1), entropy(genre), skewness(price), bool_and(price > 0) FROM books
SELECT [1, 2, 3], list_transform([1, 2], x -> x * 2), list_filter(tags, lambda t: t LIKE 'a%'), [t || '!' FOR t IN tags IF len(t) > 1], list_contains(tags, 'a'), len(tags), list_sort(tags), array_to_string(tags, ','), list_reduce([1, 2], lambda a, b: a + b), tags[1] FROM books
SELECT {'a': 1, 'b': title}, struct_pack(x := price), {'a': 1}.a, MAP {'k': price}, MAP {'k': 1}['k'] FROM books
SELECT id, unnest(tags) AS tag FROM books
SELECT b.id, t.tag FROM books b, unnest(b.tags) AS t(tag)
SELECT b.id, t.tag FROM books b, LATERAL (SELECT unnest(b.tags) AS tag) t
SELECT round(price, 1), price::INTEGER, CAST(price AS DECIMAL(10, 2)), TRY_CAST(title AS INT), price // 2, price % 2, 2 ** 3, greatest(1, 2), coalesce(price, 0), ifnull(price, 0), CASE WHEN price > 1 THEN 'x' ELSE 'y' END, hash(title), md5(title), random() FROM books
SELECT 0xFF, 1e3, 1_000, true, NULL::INT, '1 day'::INTERVAL
-- json
SELECT details->'size', details->>'$.color', json_extract_string(details, '$.a'), json_array_length(details, '$.l'), details.color, to_json(title), json_object('a', id) FROM books
SELECT upper(details->>'color'), count(details->'size') FROM books GROUP BY 1
-- windows, sub-queries, common table expressions
SELECT title, rank() OVER (PARTITION BY genre ORDER BY price DESC), avg(price) OVER (ORDER BY id ROWS 2 PRECEDING), lag(price) OVER w FROM books WINDOW w AS (ORDER BY id)
SELECT title FROM books WHERE price > (SELECT avg(price) FROM books) AND id IN (SELECT book_id FROM loans) AND EXISTS (FROM loans)
WITH c AS (SELECT genre, sum(price) AS s FROM books GROUP BY genre) FROM c SELECT genre WHERE s > 1
WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 5) SELECT * FROM t
WITH m AS MATERIALIZED (SELECT 1 AS x) SELECT x FROM m
-- joins and pivots
SELECT b.title FROM books b SEMI JOIN loans l ON l.book_id = b.id
SELECT b.title FROM books b ANTI JOIN loans l ON l.book_id = b.id
SELECT l.id, b.id FROM loans l ASOF JOIN books b ON l.book_id = b.id AND l.lent_at >= b.published_on
SELECT * FROM books POSITIONAL JOIN branches
SELECT a.id FROM branches a CROSS JOIN branches b
SELECT * FROM books JOIN branches USING (id)
PIVOT books ON genre USING sum(price)
PIVOT books ON genre USING sum(price) AS total GROUP BY author_id
UNPIVOT branches ON name, id INTO NAME k VALUE v
SELECT * FROM (PIVOT books ON genre USING count(*))
SELECT * FROM books PIVOT (sum(price) FOR genre IN ('a', 'b') GROUP BY author_id)
SELECT genre, count(*) FROM books GROUP BY GROUPING SETS ((genre), ())
SELECT genre, count(*), grouping(genre) FROM books GROUP BY CUBE (genre)
SELECT x FROM generate_series(1, 100) AS t(x) WHERE x % 2 = 0
SELECT DISTINCT ON (genre) genre, title FROM books ORDER BY genre, price
SELECT count() FROM books
SELECT rowid, title FROM books
SELECT title FROM books LIMIT 50%
SELECT list_transform(tags, lambda t: upper(t)) FROM books
SELECT b.details.size FROM books b
SELECT d.key, d.value FROM books, json_each(details) d
UNPIVOT (SELECT id, price FROM books) ON price INTO NAME n VALUE v
SELECT * FROM unnest([1, 2, 3]) AS t(x)
-- friendly syntax
FROM books SELECT title WHERE price > 1 LIMIT 3
SELECT * EXCLUDE (price), price * 2 AS double_price FROM books
SELECT COLUMNS('^(id|title)$') FROM books
SELECT min(COLUMNS(* EXCLUDE (tags, details))) FROM books
SELECT title, price FROM books ORDER BY ALL
SELECT genre, author_id, sum(price) FROM books GROUP BY ALL
SELECT genre, title FROM books QUALIFY row_number() OVER (PARTITION BY genre ORDER BY price DESC) <= 2
SELECT price AS p, p * 2 AS q FROM books WHERE p > 1
SELECT title FROM books USING SAMPLE reservoir(5 ROWS) REPEATABLE (42)
SELECT title FROM books TABLESAMPLE bernoulli(10 PERCENT)
SELECT title FROM books LIMIT 10%
SELECT l.id, m.name FROM loans l ASOF JOIN members m ON l.member_id = m.id AND l.lent_at >= m.joined_on
SELECT * FROM (SELECT id FROM books) a POSITIONAL JOIN (SELECT name FROM authors) b
PIVOT books ON genre USING sum(price) GROUP BY author_id
PIVOT (SELECT genre, author_id, price FROM books) ON genre IN ('a', 'b') USING avg(price) AS mean
UNPIVOT (SELECT id, price FROM books) ON price INTO NAME k VALUE v
SELECT * FROM (SELECT genre, price FROM books) PIVOT (max(price) FOR genre IN ('a', 'b'))
SELECT id FROM books UNION BY NAME SELECT id, name FROM authors
SELECT id FROM books UNION ALL BY NAME SELECT name, id FROM authors
-- nested values, lambdas
SELECT [1, 2, 3], {'a': 1, 'b': [2]}, MAP {'k': 5}, [x * 2 FOR x IN [1, 2, 3] IF x > 1]
SELECT list_transform(tags, lambda t : upper(t)), list_filter(tags, lambda t : t <> 'a'), list_reduce([1, 2], lambda a, b : a + b) FROM books
SELECT list_transform([1, 2], x -> x + 1)
SELECT tags[1], tags[1:2], tags[-1], len(tags), list_contains(tags, 'a'), list_sort(tags), list_distinct(tags), array_to_string(tags, ',') FROM books
SELECT unnest(tags) AS tag, count(*) FROM books GROUP BY tag
SELECT struct_pack(a := 1, b := 'x').a, row(1, 2), {'x': 1}.x
SELECT details ->> '$.a', details -> 'b', json_extract_string(details, '$.c'), json_array_length(details), details.a FROM (SELECT '{"a": 1}'::JSON AS details)
SELECT 'hello world'.upper().replace('L', 'x'), title.length() FROM books
SELECT title[1:3], title[-2:] FROM books
-- functions, dates, aggregates
SELECT date_trunc('week', lent_at), date_diff('day', lent_at, returned_at), lent_at + INTERVAL 1 MONTH, INTERVAL '2 days', strftime(lent_at, '%Y-%m'), strptime('2024-01-01', '%Y-%m-%d'), dayname(lent_at), epoch(lent_at), last_day(lent_at), make_date(2024, 1, 1), time_bucket(INTERVAL '1 hour', lent_at), age(lent_at), century(lent_at), extract('isodow' FROM lent_at) FROM loans
SELECT quantile_cont(price, [0.25, 0.5]), median(price), mode(genre), arg_max(title, price), approx_count_distinct(genre), histogram(genre), string_agg(title, ', ' ORDER BY title), list(title ORDER BY price), first(title), bool_or(price > 1), kurtosis(price), entropy(genre), product(id), sum(price) FILTER (price > 1), max(price, 2), favg(price) FROM books
SELECT regexp_extract(title, '(\w+)', 1), regexp_replace(title, 'a', 'b', 'g'), regexp_matches(title, '^A'), string_split(title, ' '), levenshtein(title, 'x'), jaro_winkler_similarity(title, 'y'), format('{} - {:.2f}', title, price), printf('%05d', id), title ^@ 'A', title ILIKE 'a%', title SIMILAR TO 'a.*', strip_accents(title), bar(id, 0, 10, 5), md5(title), hash(title) FROM books
SELECT TRY_CAST(title AS INTEGER), title::VARCHAR, CAST(price AS DECIMAL(10, 2)), price::INT, 5 // 2, 5 ** 2, 7 % 3, id & 1, xor(1, 2), 1_000_000, 0x1F, 1e3, ifnull(genre, 'x'), if(id > 1, 'a', 'b'), greatest(1, 2), typeof(price), TRY(ln(id)) FROM books
SELECT range, generate_series FROM range(3), generate_series(1, 3)
SELECT d.range::DATE FROM range(DATE '2024-01-01', DATE '2024-02-01', INTERVAL 1 DAY) d
SELECT title, sum(price) OVER (PARTITION BY genre ORDER BY published_on ROWS BETWEEN 2 PRECEDING AND CURRENT ROW), lag(price IGNORE NULLS) OVER (ORDER BY id) FROM books
SELECT genre, grouping_id(genre), sum(price) FROM books GROUP BY GROUPING SETS ((genre), ())
WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 10) SELECT sum(n) FROM t
WITH RECURSIVE up(id, parent_id) USING KEY (id) AS (SELECT id, parent_id FROM branches UNION SELECT b.id, b.parent_id FROM branches b JOIN up ON up.id = b.parent_id) SELECT * FROM up
SELECT b.title, x.n FROM books b, LATERAL (SELECT count(*) AS n FROM loans l WHERE l.book_id = b.id) x
SELECT $$it's fine$$, 'a' || 'b', concat('a', NULL), E'tab\t'
SELECT t.* FROM (VALUES (1, 'a'), (2, 'b')) t(id, name) WHERE t.id IN (SELECT id FROM books)
SELECT "title" AS "delete", genre AS 'drop table' FROM main.books
