-- plain
SELECT 1
SELECT title, price FROM books WHERE price > 10 ORDER BY price DESC NULLS LAST LIMIT 5 OFFSET 1
SELECT `title` FROM `books`
SELECT title FROM default.books
SELECT title FROM spark_catalog.default.books
TABLE branches
FROM books SELECT title WHERE price > 1
SELECT * FROM VALUES (1, 'a'), (2, 'b') AS t(k, v)
SELECT "delete from books" AS t, 'it\'s; x' AS u, r'\d+' AS v
SELECT title /* ; DROP TABLE books */ FROM books -- ; DELETE
SELECT * EXCEPT (price) FROM books
SELECT /*+ REPARTITION(3) */ title FROM books
SELECT /*+ BROADCAST(a), MERGE(b) */ b.title FROM books b JOIN authors a ON a.id = b.author_id
SELECT id FROM books UNION SELECT id FROM authors MINUS SELECT book_id FROM loans
SELECT id FROM books TABLESAMPLE (10 PERCENT)
-- dates
SELECT date_trunc('MONTH', lent_at), year(lent_at), date_format(lent_at, 'yyyy-MM'), datediff(returned_at, lent_at), add_months(lent_at, 1), months_between(returned_at, lent_at), date_add(lent_at, 7), last_day(lent_at), to_date('2024-01-01'), unix_timestamp(lent_at), from_unixtime(0), current_date(), current_timestamp(), trunc(lent_at, 'MM'), extract(YEAR FROM lent_at), make_date(2024, 1, 1), dayofweek(lent_at), lent_at + INTERVAL 1 DAY, DATE'2024-01-01' FROM loans
-- text, numbers, collections
SELECT concat(title, '-', id), concat_ws(',', title, genre), upper(title), initcap(title), substring(title, 1, 2), split(title, ' ')[0], regexp_replace(title, 'a', 'b'), regexp_extract(title, '(a)', 1), length(title), instr(title, 'a'), lpad(title, 5, '0'), trim(title), levenshtein(title, 'x'), title RLIKE '^A', title LIKE 'A%', format_number(price, 2), format_string('%s', title), sha2(title, 256), base64('x') FROM books
SELECT collect_list(title), collect_set(genre), percentile_approx(price, 0.5), max_by(title, price), stddev(price), corr(price, id), count_if(price > 1), approx_count_distinct(genre), first(title), any_value(genre), skewness(price), bool_and(price > 0), sum(price) FILTER (WHERE price > 1), listagg(title, ',') FROM books
SELECT array(1, 2), map('k', price), struct(id, title), named_struct('a', id), transform(tags, t -> upper(t)), filter(tags, t -> t LIKE 'a%'), exists(tags, t -> t = 'a'), aggregate(array(1, 2), 0, (acc, x) -> acc + x), size(tags), element_at(tags, 1), array_contains(tags, 'a'), sort_array(tags), explode(tags) FROM books
SELECT b.id, t.tag FROM books b LATERAL VIEW OUTER explode(b.tags) t AS tag
SELECT b.id, t.pos, t.tag FROM books b LATERAL VIEW posexplode(b.tags) t AS pos, tag
SELECT round(price, 1), CAST(price AS INT), try_cast(title AS INT), price::string, pmod(id, 2), id DIV 2, nvl(genre, ''), coalesce(genre, ''), if(price > 1, 'a', 'b'), CASE WHEN price > 1 THEN 1 END, greatest(1, 2), hash(title), rand(), price <=> NULL, bround(price, 1) FROM books
SELECT get_json_object(details, '$.a'), from_json(details, 'a INT').a, to_json(struct(id, title)), json_tuple(details, 'a') FROM books
-- windows, sub-queries, common table expressions
SELECT title, rank() OVER (PARTITION BY genre ORDER BY price DESC), sum(price) OVER (ORDER BY id ROWS BETWEEN 1 PRECEDING AND CURRENT ROW), lag(price, 1) OVER (ORDER BY id) FROM books
SELECT title FROM books WHERE price > (SELECT avg(price) FROM books) AND id IN (SELECT book_id FROM loans) AND EXISTS (SELECT 1 FROM loans)
WITH c AS (SELECT genre, sum(price) AS s FROM books GROUP BY genre) SELECT * FROM c WHERE s > 1
SELECT price * 2 AS p, p + 1 AS q FROM books
-- joins, grouping
SELECT b.title FROM books b LEFT SEMI JOIN loans l ON l.book_id = b.id
SELECT b.title FROM books b LEFT ANTI JOIN loans l ON l.book_id = b.id
SELECT * FROM books JOIN branches USING (id)
SELECT a.id FROM branches a CROSS JOIN branches b
SELECT genre, count(*) FROM books GROUP BY genre WITH ROLLUP
SELECT genre, count(*), grouping_id() FROM books GROUP BY CUBE (genre)
SELECT genre, count(*) FROM books GROUP BY ALL
SELECT genre, count(*) AS n FROM books GROUP BY genre HAVING n > 1 ORDER BY n
SELECT id FROM books DISTRIBUTE BY genre SORT BY price
SELECT id FROM books CLUSTER BY genre
SELECT * FROM (SELECT genre, author_id, price FROM books) PIVOT (sum(price) AS s FOR genre IN ('a' AS a, 'b' AS b))
SELECT * FROM (SELECT id, price FROM books) UNPIVOT (v FOR k IN (price))
SELECT id FROM range(10)
SELECT explode(sequence(1, 10)) AS n
SELECT title FROM books QUALIFY row_number() OVER (PARTITION BY genre ORDER BY price) = 1
SELECT stack(2, 'a', 1, 'b', 2) AS (k, v)
SELECT explode(map('a', 1)) AS (k, v)
SELECT id, x.v FROM books, LATERAL (SELECT price * 2 AS v) x
FROM books |> WHERE price > 1 |> SELECT title
FROM books |> AGGREGATE count(*) AS n GROUP BY genre |> ORDER BY n DESC |> LIMIT 3
SELECT zip_with(array(1), array(2), (a, b) -> a + b), map_filter(map('a', 1), (k, v) -> v > 0)
