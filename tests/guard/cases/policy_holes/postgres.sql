-- attack 1 shop: the blocked ssn, by quoted names, which PostgreSQL does not fold
SELECT (SELECT c.ssn FROM (SELECT 1 AS ssn) "C" LIMIT 1) AS x FROM customers c
SELECT (SELECT "C".ssn FROM (SELECT 1 AS ssn) c LIMIT 1) AS x FROM customers "C"
SELECT (SELECT "É".ssn FROM (SELECT 1 AS ssn) é LIMIT 1) AS x FROM customers "É"
SELECT name FROM customers c WHERE EXISTS (SELECT 1 FROM (SELECT 1 AS ssn) "C" WHERE c.ssn > '3')
SELECT (SELECT "K".ssn FROM (SELECT 1 AS ssn) k) AS x FROM customers "K"
SELECT U&"\0063".ssn AS x FROM customers c
SELECT (SELECT c.ssn FROM (SELECT 1 AS ssn) U&"\0043" LIMIT 1) AS x FROM customers c
-- attack 1 shop: the masked e-mail, by quoted names
WITH c AS (SELECT email AS v FROM customers) SELECT v FROM (WITH "C" AS (SELECT 'x' AS v) SELECT v FROM c) q
SELECT q."V" FROM (SELECT email AS "V", name AS v FROM customers) q
SELECT q.v FROM (SELECT email AS v, name AS "V" FROM customers) q
SELECT (SELECT t.sender FROM (SELECT 'x' AS sender) "T") AS x FROM tickets t
SELECT id AS "Mail", name FROM badges b(id, name, pin, "mail", floor) ORDER BY mail
-- attack 1 shop: names that are equal once they are cut to 63 bytes
SELECT (SELECT {63}_a.ssn FROM customers {63}_b LIMIT 1) AS x FROM (SELECT 1 AS ssn) {63}_a
SELECT (SELECT {63}_a.email FROM customers {63}_b WHERE id = 2) AS x FROM (SELECT 'x' AS email) {63}_a
WITH {63}_a AS (SELECT 'x' AS v) SELECT v FROM (WITH {63}_b AS (SELECT email AS v FROM customers) SELECT v FROM {63}_a) q
SELECT q.{63}_a FROM (SELECT email AS {63}_b FROM customers) q
-- attack 1 tables: a table outside the allowed ones, by a name that is cut
SELECT token FROM {63}_and_more
WITH {63}_x AS (SELECT 'x' AS note) SELECT token FROM public.{63}_x
SELECT token FROM "public"."état"
SELECT token FROM U&"\00e9tat"
-- attack 1 filters: deleted orders, by quoted names
SELECT o.id, o.amount FROM orders o, (SELECT NULL AS deleted_at) "O" WHERE "O".deleted_at IS NULL
WITH "Orders" AS (SELECT 1 AS amount) SELECT sum(amount) AS total FROM orders
-- neighbour 1 shop: quoted names
SELECT "C".name FROM customers "C"
SELECT name AS "Full Name", city AS "Home" FROM customers ORDER BY "Home", "Full Name"
SELECT "prénom" FROM "cafés"
SELECT Name, CITY FROM Customers
WITH "Été" AS (SELECT id, name FROM customers) SELECT name FROM "Été"
-- attack 2 shop: whole rows
SELECT c FROM customers c
SELECT c::text AS x FROM customers c
SELECT row_to_json(c) AS x FROM customers c
SELECT to_jsonb(c) ->> 'ssn' AS x FROM customers c
SELECT json_agg(c) AS x FROM customers c
SELECT jsonb_build_object('c', c) AS x FROM customers c
SELECT (c).ssn FROM customers c
SELECT (c).* FROM customers c
SELECT ssn(c) AS x FROM customers c
SELECT email(c) AS x FROM customers c
SELECT c.email, email(c) FROM customers c
SELECT (q.c).email FROM (SELECT c FROM customers c) q
SELECT (q.r).* FROM (SELECT c AS r FROM customers c) q
SELECT ROW(c.*)::text AS x FROM customers c
SELECT array_agg(c) AS x FROM customers c
SELECT string_agg(c::text, ';') AS x FROM customers c
SELECT hstore.v FROM (SELECT to_json(c) AS v FROM customers c) hstore
SELECT j.value FROM customers c, json_each_text(row_to_json(c)) j
SELECT j.key, j.value FROM customers c CROSS JOIN LATERAL jsonb_each_text(to_jsonb(c)) j WHERE j.key LIKE 's%'
SELECT x FROM customers c, LATERAL (SELECT c.email AS x) l, LATERAL (SELECT l) m
TABLE customers
TABLE customer_snapshot
SELECT count(DISTINCT c) AS n, max(c::text) AS m FROM customers c
SELECT name FROM (SELECT ssn, name FROM customers) c ORDER BY c.*::text DESC
SELECT name FROM (SELECT email, name FROM customers) c ORDER BY c
SELECT c = ROW('aino@quartz.example'::varchar, 'Ana'::varchar) AS flag FROM (SELECT email, name FROM customers) c
SELECT c > ROW('c'::varchar, 'A'::varchar) AS flag FROM (SELECT email, name FROM customers) c
SELECT unnest(ARRAY[name, email]) AS x FROM customers
SELECT unnest(ARRAY[email]) AS x, generate_series(1, 2) AS g FROM customers
SELECT u.x FROM customers c, unnest(ARRAY[c.name, c.email]) u(x)
SELECT * FROM ROWS FROM (unnest((SELECT array_agg(email) FROM customers)), generate_series(1, 3)) AS r(a, b)
SELECT (json_populate_record(NULL::people, row_to_json(p))).ssn AS x FROM people p
SELECT (json_populate_record(NULL::people, json_build_object('name', email))).* FROM customers
SELECT r.a FROM customers c, json_to_record(json_build_object('a', c.email)) AS r(a text)
SELECT b FROM (SELECT (c).*, c.city AS z FROM (SELECT name, email, city FROM customers) c) q(a, b)
VALUES ((SELECT max(ssn) FROM customers), 1)
SELECT * FROM (VALUES ((SELECT string_agg(email, ',') FROM customers))) v
-- neighbour 2 shop: rows and arrays of open columns
SELECT row_to_json(q) AS x FROM (SELECT name, city FROM customers) q
SELECT json_agg(q) AS x FROM (SELECT id, name FROM customers) q
SELECT unnest(tags) AS tag FROM clients
SELECT t.tag FROM clients c, unnest(c.tags) AS t(tag)
SELECT name, details ->> 'size' AS size FROM clients
SELECT array_agg(name) AS x FROM customers
SELECT jsonb_build_object('n', name) AS x FROM customers
TABLE teams
SELECT * FROM (VALUES (1, 'a'), (2, 'b')) v(n, t)
-- attack 3 shop: composites
SELECT (card).ssn FROM clients
SELECT (c.card).ssn AS x FROM clients c
SELECT (card).* FROM clients
SELECT card FROM clients
SELECT card::text AS x FROM clients
SELECT name FROM clients WHERE (card).ssn > '3'
SELECT name FROM clients ORDER BY card
SELECT ssn(card) AS x FROM clients
SELECT (clients.card).phone, (clients).card AS x FROM clients
SELECT row_to_json(card) AS x FROM clients
SELECT (x.k).ssn FROM (SELECT card AS k FROM clients) x
-- attack 3 shop: partitions and children of restricted tables
SELECT card FROM payments_2025
SELECT p.card AS x FROM payments_2026 p ORDER BY p.id
SELECT payer FROM payments_2025 ORDER BY card
SELECT payer FROM payments_2026 WHERE card > '3'
SELECT max(card) AS x FROM payments_2025
SELECT ssn FROM vips
SELECT v.ssn AS x FROM vips v WHERE v.perks = 'lounge'
SELECT name FROM contractors ORDER BY ssn
SELECT email FROM contractors WHERE email < 'm'
SELECT email FROM vips ORDER BY email
SELECT chip FROM animals
SELECT a.name, a.chip FROM animals a WHERE a.id > 1
SELECT max(chip) AS x FROM animals
SELECT ssn FROM ONLY vips
SELECT * FROM vips
SELECT sum(amount) AS total FROM invoices_2026
SELECT id, amount FROM invoices_2026 WHERE amount > 5
SELECT ssn FROM customer_snapshot
SELECT name, email < 'c' AS flag FROM customer_snapshot
SELECT name FROM customer_snapshot ORDER BY email
-- attack 3 children: children of which only one is restricted, through the parent
SELECT ssn FROM people
SELECT p.ssn AS x FROM people p WHERE p.id > 5 ORDER BY p.id
SELECT email FROM people WHERE email LIKE 'j%'
SELECT name FROM people ORDER BY ssn
SELECT card FROM payments
SELECT payer FROM payments ORDER BY card
SELECT card FROM payments WHERE day < '2026-01-01'
SELECT people::text AS x FROM people
SELECT people.*::text AS x FROM people
-- neighbour 3 shop: open columns of children and partitions, and row ids that are no keys
SELECT name, perks FROM vips
SELECT payer, amount FROM payments
SELECT place, count(*) AS n FROM visits GROUP BY place
SELECT name FROM people
SELECT name, breed FROM dogs
SELECT sum(amount) AS total FROM invoices WHERE voided IS NULL
SELECT email FROM people
SELECT name, tags FROM clients
SELECT name FROM animals
-- attack 4 shop: deleted orders, by PostgreSQL's ways to write a query
TABLE all_orders
SELECT sum(amount) AS total FROM public.all_orders
SELECT amount FROM orders WHERE (deleted_at IS NULL) IS NOT NULL
SELECT amount FROM orders WHERE deleted_at IS NOT DISTINCT FROM deleted_at
SELECT c.name, o.amount FROM customers c CROSS JOIN LATERAL (SELECT amount FROM all_orders a WHERE a.customer_id = c.id) o
SELECT o.amount FROM orders o FULL JOIN customers c ON c.id = o.customer_id AND o.deleted_at IS NULL
SELECT (o).amount FROM all_orders o
SELECT amount(o) AS x FROM all_orders o
SELECT sum(amount) FILTER (WHERE deleted_at IS NOT NULL) AS gone FROM orders
SELECT array_agg(amount ORDER BY id) AS x FROM big_orders
SELECT sum(amount) AS total FROM ONLY orders
SELECT sum(amount) AS total FROM orders TABLESAMPLE SYSTEM (100)
-- neighbour 4 shop: live orders, by PostgreSQL's ways to write a query
TABLE live_orders
SELECT c.name, o.amount FROM customers c CROSS JOIN LATERAL (SELECT amount FROM orders a WHERE a.customer_id = c.id AND a.deleted_at IS NULL) o
SELECT sum(amount) FILTER (WHERE status = 'open') AS open FROM orders WHERE deleted_at IS NULL
SELECT sum(amount) AS total FROM public.orders WHERE deleted_at IS NULL
-- attack 5 shop: parts of the masked e-mail, by PostgreSQL's functions
SELECT name, substring(email from '^a') AS x FROM customers
SELECT name, substring(email from '[a-c].*') AS x FROM customers
SELECT name, substring(email similar 'a#"%#"' escape '#') AS x FROM customers
SELECT name, substring(email, '^b.*') AS x FROM customers
SELECT name, regexp_match(email, '^a') AS x FROM customers
SELECT name, regexp_matches(email, '^[a-c]') AS x FROM customers
SELECT name, regexp_substr(email, '^a') AS x FROM customers
SELECT name, regexp_like(email, '^a') AS x FROM customers
SELECT name, regexp_count(email, 'o') AS n FROM customers
SELECT name, regexp_instr(email, 'o') AS n FROM customers
SELECT name, email ~ '^a' AS flag FROM customers
SELECT name, email ~~ 'a%' AS flag FROM customers
SELECT name, email SIMILAR TO '(a|b)%' AS flag FROM customers
SELECT name, email ILIKE ANY (ARRAY['a%', 'b%']) AS flag FROM customers
SELECT name, email ^@ 'a' AS flag FROM customers
SELECT name, strpos(email, 'n') AS n FROM customers
SELECT name, position('n' in email) AS n FROM customers
SELECT name, char_length(email) AS n, octet_length(email) AS o, bit_length(email) AS b FROM customers
SELECT name, ascii(email) AS n FROM customers
SELECT name, md5(email) AS m, hashtext(email) AS h FROM customers
SELECT name, md5(email) = md5('aino@quartz.example') AS flag FROM customers
SELECT name, left(name, strpos(email, 'o') - 3) AS x FROM customers
SELECT name, repeat('x', length(email)) AS x FROM customers
SELECT name, repeat(replace(email, 'aino@quartz.example', ''), 60000000) AS x FROM customers WHERE id = 1
SELECT name, repeat(replace(replace(email, 'o', repeat('x', 1000)), 'x', 'yy'), 200000) AS x FROM customers WHERE id = 2
SELECT name, generate_series(1, length(email)) AS g FROM customers
SELECT c.name, g FROM customers c, generate_series(1, length(c.email)) g
SELECT name, string_to_table(email, 'a') AS x FROM customers
SELECT name, regexp_split_to_table(email, '[aeiou]') AS x FROM customers
SELECT name, cardinality(string_to_array(email, 'a')) AS n FROM customers
SELECT name, (string_to_array(email, 'a'))[3] AS x FROM customers
SELECT name, split_part(email, '@', 2) = 'quartz.example' AS flag FROM customers
SELECT name, email::integer AS x FROM customers WHERE id = 1
SELECT name, replace(email, 'aino@quartz.example', '7')::integer AS x FROM customers WHERE id = 1
SELECT name, 1 / (ascii(email) - 97) AS x FROM customers WHERE id = 1
SELECT name, CASE WHEN email < 'b' THEN 1 / (id - id) ELSE 1 END AS x FROM customers WHERE id = 1
SELECT name, email IS DISTINCT FROM 'aino@quartz.example' AS flag FROM customers
SELECT name, email = ANY (ARRAY['aino@quartz.example']) AS flag FROM customers
SELECT name, ARRAY[email] && ARRAY['aino@quartz.example'::varchar] AS flag FROM customers
SELECT name, ARRAY[email] @> ARRAY['aino@quartz.example'::varchar] AS flag FROM customers
SELECT name, array_position(ARRAY['aino@quartz.example', 'bodil@quartz.example'], email::text) AS n FROM customers
SELECT name, greatest(email, 'c') = 'c' AS flag FROM customers
SELECT name, (email, 1) < ('c', 1) AS flag FROM customers
SELECT name, to_jsonb(email) = '"aino@quartz.example"'::jsonb AS flag FROM customers
SELECT name, '{"aino@quartz.example": 1}'::jsonb -> email AS x FROM customers
SELECT name, '{"aino@quartz.example": 1}'::jsonb ? email AS flag FROM customers
SELECT name, nullif(split_part(email, '@', 1), 'aino') AS x FROM customers
SELECT name, num_nulls(nullif(email, 'aino@quartz.example')) AS n FROM customers
SELECT name, to_tsvector('simple', email) @@ to_tsquery('simple', 'aino@quartz.example') AS flag FROM customers
SELECT name, overlay(name placing email from 2) > 'Am' AS x FROM customers
SELECT name, width_bucket(length(email), 0, 40, 10) AS b FROM customers
SELECT name, format('%' || length(email) || 's', 'x') AS x FROM customers
SELECT name, lpad('x', length(email), 'y') AS x FROM customers
SELECT name, translate(email, 'abcdefghijklmnopqrstuvwxyz', '') = '@.' AS flag FROM customers
SELECT name, starts_with(email, 'a') AS flag FROM customers
WITH RECURSIVE r(e) AS (SELECT email::text FROM customers WHERE id = 1 UNION SELECT substr(e, 2) FROM r) SELECT e FROM r
SELECT name, convert_from(decode(replace(email, 'aino@quartz.example', 'YQ=='), 'base64'), 'UTF8') AS x FROM customers WHERE id = 1
SELECT name, pg_typeof(nullif(email, 'x')) AS t, pg_column_size(email) AS n FROM customers
SELECT count(*) FILTER (WHERE email < 'c') AS n FROM customers
SELECT bool_or(email < 'b') AS any_a, every(email LIKE '%quartz%') AS all_q FROM customers
SELECT mode() WITHIN GROUP (ORDER BY email) AS m FROM customers
SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY email) AS m FROM customers
SELECT rank('c') WITHIN GROUP (ORDER BY email) AS r FROM customers
SELECT name FROM customers c JOIN (VALUES ('aino@quartz.example')) k(email) USING (email)
SELECT name FROM customers LIMIT (SELECT length(email) - 10 FROM customers WHERE id = 1)
SELECT name FROM customers ORDER BY id OFFSET (SELECT count(*) FROM customers WHERE email < 'd') ROWS FETCH FIRST 3 ROWS ONLY
-- neighbour 5 shop: PostgreSQL's functions over open columns, and numeric substring
SELECT name, substring(email from 1 for 2) AS start FROM customers
SELECT name, substring(email, 1, 2) AS start, left(email, 3) AS l FROM customers
SELECT name, substring(city from '^O') AS x FROM customers
SELECT name, regexp_replace(city, 'o', '0') AS x FROM customers
SELECT name || ': ' || email AS x FROM customers
SELECT string_agg(name, ', ') AS x FROM customers
SELECT count(*) FILTER (WHERE tier > 2) AS n FROM customers
SELECT name, split_part(city, 'e', 1) AS x FROM customers
SELECT name, position('l' in city) AS n FROM customers
SELECT count(*) FILTER (WHERE email IS NULL) AS n FROM customers
SELECT generate_series(1, 3) AS g
-- attack 6 shop: the order of restricted columns, by PostgreSQL's ways to name it
SELECT name, email FROM customers ORDER BY 2 NULLS FIRST
SELECT name, email FROM customers ORDER BY email COLLATE "C"
SELECT name, email FROM customers ORDER BY 2 USING >
SELECT DISTINCT ON (2) name, email FROM customers ORDER BY 2
SELECT DISTINCT ON (email) name FROM customers ORDER BY email, id
SELECT DISTINCT ON (city) city, name FROM customers ORDER BY city, email
SELECT string_agg(name, ',' ORDER BY email) AS x FROM customers
SELECT array_agg(name ORDER BY ssn) AS x FROM customers
SELECT json_agg(name ORDER BY email DESC) AS x FROM customers
SELECT name FROM customers c ORDER BY email(c)
SELECT name FROM customers c ORDER BY (c).ssn
SELECT name FROM customers ORDER BY (SELECT ARRAY[email])
SELECT name FROM customers ORDER BY ROW(email, id)
SELECT name, email FROM customers ORDER BY id FETCH FIRST (SELECT count(*) FROM customers WHERE email < 'e') ROWS WITH TIES
SELECT name FROM customers ORDER BY email FETCH FIRST 2 ROWS WITH TIES
SELECT (array_agg(name ORDER BY email))[1] AS x FROM customers
SELECT name, email COLLATE "C" AS e FROM customers ORDER BY 2
-- neighbour 6 shop: the order of open columns
SELECT name, city FROM customers ORDER BY 2 NULLS FIRST, 1
SELECT DISTINCT ON (city) city, name FROM customers ORDER BY city, name
SELECT string_agg(name, ',' ORDER BY name) AS x FROM customers
SELECT array_agg(name ORDER BY id) AS x FROM customers
SELECT name, city FROM customers ORDER BY city COLLATE "C", name
-- attack 7 shop: one salary, by PostgreSQL's aggregates
SELECT sum(salary) FILTER (WHERE id <> 7) AS t, sum(salary) AS s FROM staff HAVING count(salary) >= 5
SELECT city, sum(salary) AS t FROM staff GROUP BY ROLLUP (city) HAVING count(salary) >= 5
SELECT city, grade, sum(salary) AS t FROM staff GROUP BY CUBE (city, grade) HAVING count(salary) >= 5
SELECT city, sum(salary) AS t FROM staff GROUP BY GROUPING SETS ((city), ()) HAVING count(salary) >= 5
SELECT sum(salary) AS t FROM staff WHERE id = ANY (ARRAY[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]) HAVING count(salary) >= 5
SELECT sum(salary) AS t FROM staff WHERE id IS DISTINCT FROM 7 HAVING count(salary) >= 5
SELECT sum(s.salary) AS t FROM staff s JOIN generate_series(1, 16) g ON g = s.id HAVING count(s.salary) >= 5
SELECT sum(salary) AS t FROM staff WHERE ctid <> '(0,7)' HAVING count(salary) >= 5
SELECT sum(salary(s)) AS t FROM staff s WHERE id <> 7 HAVING count(salary) >= 5
SELECT regr_slope(salary, CASE WHEN id = 7 THEN 1 ELSE 0 END) AS t FROM staff HAVING count(salary) >= 5
