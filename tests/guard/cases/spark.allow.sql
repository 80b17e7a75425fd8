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
-- syntax of its own
SELECT b.id, t.tag FROM books b LATERAL VIEW explode(tags) t AS tag WHERE t.tag <> 'x'
SELECT id, tag FROM books LATERAL VIEW OUTER explode(tags) AS tag
SELECT id, pos, tag FROM books LATERAL VIEW posexplode(tags) p AS pos, tag
SELECT id, k, v FROM books LATERAL VIEW explode(map('a', 1)) AS k, v
SELECT b.id, t.col FROM books b, LATERAL explode(b.tags) AS t
SELECT b.title, x.n FROM books b JOIN LATERAL (SELECT count(*) AS n FROM loans l WHERE l.book_id = b.id) x
SELECT title FROM books DISTRIBUTE BY genre SORT BY price DESC
SELECT title FROM books CLUSTER BY genre
SELECT title FROM books ORDER BY price DESC NULLS LAST LIMIT 5 OFFSET 2
SELECT title FROM books LIMIT ALL
SELECT title FROM books TABLESAMPLE (5 ROWS)
SELECT title FROM books TABLESAMPLE (BUCKET 1 OUT OF 10)
SELECT title FROM books WHERE title RLIKE '^A' OR title REGEXP 'b' OR title ILIKE 'c%' OR title LIKE ANY ('a%', 'b%')
SELECT genre, sum(price) FROM books GROUP BY genre WITH ROLLUP
SELECT genre, author_id, grouping_id(), sum(price) FROM books GROUP BY CUBE (genre, author_id)
SELECT genre, author_id, sum(price) FROM books GROUP BY GROUPING SETS ((genre), (author_id), ())
SELECT genre, count(*) FROM books GROUP BY ALL ORDER BY ALL
SELECT * FROM books PIVOT (sum(price) FOR genre IN ('a' AS a, 'b' AS b))
SELECT * FROM (SELECT id, price, author_id FROM books) UNPIVOT (v FOR k IN (price, author_id))
SELECT /*+ BROADCASTJOIN(a) */ b.title FROM books b JOIN authors a ON a.id = b.author_id
SELECT /*+ COALESCE(2), SHUFFLE_HASH(a) */ b.title FROM books b JOIN authors a ON a.id = b.author_id
SELECT b.title FROM books b SEMI JOIN loans l ON l.book_id = b.id
SELECT * FROM books b FULL OUTER JOIN authors a USING (id)
SELECT id FROM books INTERSECT ALL SELECT book_id FROM loans
SELECT id FROM books MINUS SELECT book_id FROM loans
SELECT title FROM books WHERE price <=> NULL OR price == 5 OR NOT price != 3
SELECT 1Y, 2S, 3L, 4.0D, 5.5BD, 6F, X'1F', DATE '2024-01-01', TIMESTAMP '2024-01-01 10:00:00', INTERVAL '1' DAY, INTERVAL 2 HOURS, R'raw\n', "text", 'it\'s'
SELECT struct(id, title) AS s, named_struct('a', id).a, array(1, 2)[0], map('a', 1)['a'], s.title FROM books
SELECT `title`, b.`price` AS `order by` FROM `books` AS b
FROM books |> WHERE price > 1 |> AGGREGATE count(*) AS n GROUP BY genre |> ORDER BY n DESC
-- functions
SELECT transform(tags, (t, i) -> concat(t, i)), filter(tags, t -> length(t) > 2), exists(tags, t -> t = 'a'), forall(tags, t -> t IS NOT NULL), aggregate(array(1, 2, 3), 0, (a, x) -> a + x, a -> a * 2), zip_with(tags, tags, (a, b) -> a), map_filter(map('a', 1), (k, v) -> v > 0), transform_values(map('a', 1), (k, v) -> v + 1), array_sort(tags, (a, b) -> CASE WHEN a < b THEN -1 ELSE 1 END) FROM books
SELECT date_format(lent_at, 'yyyy-MM'), date_trunc('QUARTER', lent_at), trunc(lent_at, 'YEAR'), add_months(lent_at, 3), datediff(returned_at, lent_at), months_between(returned_at, lent_at), next_day(lent_at, 'MON'), to_date('01/02/2024', 'dd/MM/yyyy'), to_timestamp('2024'), unix_timestamp(), from_unixtime(0, 'yyyy'), date_add(lent_at, 1), timestampdiff(HOUR, lent_at, returned_at), dateadd(DAY, 1, lent_at), extract(WEEK FROM lent_at), weekofyear(lent_at), dayofyear(lent_at), make_timestamp(2024, 1, 1, 0, 0, 0), date_part('doy', lent_at), window(lent_at, '1 day').start, current_timezone() FROM loans GROUP BY ALL
SELECT regexp_extract_all(title, '(\\w+)', 1), regexp_replace(title, 'a', 'b'), split(title, ' ', 2), split_part(title, ' ', 1), substring_index(title, ' ', 1), initcap(title), translate(title, 'a', 'b'), lpad(title, 5), levenshtein(title, 'a'), soundex(title), format_string('%s', title), instr(title, 'a'), overlay(title PLACING 'x' FROM 1), sentences(title), repeat(title, 2), reverse(title), startswith(title, 'A'), contains(title, 'b'), mask(title), luhn_check('79927398713'), ascii(title), base64(title), crc32(title), sha2(title, 256), xxhash64(title), parse_url('http://a.b/c', 'HOST'), url_encode(title) FROM books
SELECT percentile(price, 0.5), percentile_approx(price, array(0.25, 0.5), 100), approx_count_distinct(genre), collect_set(genre), array_agg(title), max_by(title, price), count_if(price > 1), every(price > 0), any(price > 1), mode(genre), median(price), regr_r2(price, id), histogram_numeric(price, 5), first_value(title, true), sum(DISTINCT price), try_sum(price), string_agg(title, ', ') WITHIN GROUP (ORDER BY title) FROM books
SELECT title, row_number() OVER (PARTITION BY genre ORDER BY price DESC) AS r, ntile(4) OVER (ORDER BY price), sum(price) OVER (ORDER BY id RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW), last_value(price) IGNORE NULLS OVER (ORDER BY id) FROM books
SELECT get_json_object(details, '$.a.b'), from_json(details, 'struct<a:int>'), json_tuple(details, 'a', 'b') AS (a, b), schema_of_json('{"a":1}'), to_json(named_struct('a', 1)) FROM books
SELECT nvl(genre, 'x'), nvl2(genre, 1, 0), if(id > 1, 'a', 'b'), coalesce(genre, 'y'), CASE WHEN id = 1 THEN 'a' END, try_divide(1, 0), try_cast('a' AS INT), CAST(price AS DECIMAL(10, 2)), price::INT, pmod(-1, 3), id DIV 2, id % 2, bround(2.5), conv('ff', 16, 10), hex(255), bin(5), shiftleft(1, 3), factorial(5), rand(42), monotonically_increasing_id(), spark_partition_id() FROM books
WITH a AS (SELECT id FROM books), b(x) AS (SELECT id FROM a) SELECT x FROM b WHERE EXISTS (SELECT 1 FROM a WHERE a.id = b.x)
SELECT inline(array(struct(1, 'a'), struct(2, 'b')))
SELECT id, count(*) FILTER (WHERE price > 1) FROM books GROUP BY id HAVING count(*) > 0
SELECT * FROM range(10)
SELECT * FROM VALUES (1, 'a'), (2, 'b') AS t(id, name)
