-- endless
WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT count(*) FROM r
SELECT count(*) FROM generate_series(1, 1000000) a, generate_series(1, 1000000) b
SELECT count(*) FROM generate_series(1, 100000000000) n
SELECT pg_sleep(60)
SELECT id FROM books WHERE pg_sleep(20) IS NOT NULL
SELECT set_config('statement_timeout', '0', false), pg_sleep(60)
-- large
SELECT repeat('x', 1000000000)
SELECT repeat(repeat('x', 100000), 100000)
SELECT string_agg(repeat('x', 1000000), '') FROM generate_series(1, 1000)
SELECT array_agg(n) FROM generate_series(1, 1000000000) n
SELECT array_fill(0, ARRAY[100000, 10000])
SELECT repeat('x', 10000000) FROM generate_series(1, 10000)
SELECT lpad('x', 900000000, 'y')
SELECT jsonb_agg(n) FROM generate_series(1, 100000000) n
-- hard
SELECT repeat('a', 5000) ~ '^(a|aa|aaa|b)*c\1'
SELECT regexp_replace(repeat('a', 20000), '(a+)+(b|c)+$', 'x', 'g')
SELECT factorial(50000)
SELECT 2::numeric ^ 100000 ^ 1.5
