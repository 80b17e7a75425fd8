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
