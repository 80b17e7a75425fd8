-- attack 1 shop: the blocked ssn, by names that fold alike by Unicode only
SELECT (SELECT "é".ssn FROM (SELECT 1 AS ssn) "É" LIMIT 1) AS x FROM customers "é"
FROM customers é SELECT (SELECT é.ssn FROM (SELECT 1 AS ssn) É LIMIT 1) AS x
SELECT list((SELECT é.ssn FROM (SELECT 1 AS ssn) É)) AS x FROM customers é
SELECT é['ssn'] AS x FROM (SELECT c AS é, 1 AS É FROM customers c)
-- attack 1 shop: the blocked ssn, by a table taken as a value
SELECT c FROM customers c
SELECT c.ssn FROM (SELECT c FROM customers c)
SELECT c['ssn'] AS x FROM customers c
SELECT struct_extract(c, 'ssn') AS x FROM customers c
SELECT to_json(c) AS x FROM customers c
SELECT customers FROM customers
SELECT list(c) AS x FROM customers c
SELECT row(*COLUMNS(*)) AS x FROM customers
SELECT c::VARCHAR AS x FROM customers c
SELECT hash(c) AS x FROM customers c
SELECT min(c) AS x FROM (SELECT email, name FROM customers) c
-- neighbour 1 shop: quoted names and FROM first
SELECT "é"."name" FROM customers "é"
FROM customers SELECT name, city
FROM customers_open
SELECT "Cust"."name" FROM customers "Cust"
-- attack 2 shop: values shown bare, by columns nobody counted
SELECT unnest({'a': id, 'b': name}), email, city FROM customers
SELECT b FROM (SELECT unnest({'a': name, 'b': email}), city FROM customers) q(a, b)
WITH q(a, b) AS (SELECT unnest({'a': name, 'b': email}), city FROM customers) SELECT b FROM q
SELECT x FROM (SELECT unnest({'a': name, 'b': ssn}), city FROM customers) q(a, x)
SELECT b FROM (SELECT unnest([{'a': name, 'b': email}], max_depth := 2), city FROM customers) q(a, b)
SELECT name FROM (SELECT unnest({'a': email, 'b': name}), name FROM customers) q(name, a)
SELECT d FROM (SELECT unnest(place), label, mails, id FROM parcels) q(a, b, c, d)
SELECT c FROM (SELECT unnest({'a': id, 'b': name}), email, city FROM customers) q(a, b, c)
WITH q(a, b, c) AS (SELECT unnest({'a': id, 'b': name}), email, city FROM customers) SELECT c FROM q
SELECT max(c) AS m FROM (SELECT unnest({'a': id, 'b': name}), email, city FROM customers) q(a, b, c)
SELECT b FROM (SELECT unnest({'a': id, 'b': name}), email, city FROM customers) q(a, b, c) ORDER BY c
SELECT c FROM (SELECT unnest([{'a': id, 'b': name}], recursive := true), email, city FROM customers) q(a, b, c)
SELECT c FROM (SELECT unnest(struct_pack(a := id, b := name)), email, city FROM customers) q(a, b, c)
SELECT c FROM (SELECT unnest(row(id, name)), email, city FROM customers) q(a, b, c)
SELECT c FROM (SELECT s.*, e, t FROM (SELECT {'a': id, 'b': name} AS s, email AS e, city AS t FROM customers)) q(a, b, c)
SELECT c FROM (SELECT unnest({'a': id, 'b': name}), email, city FROM customers UNION ALL SELECT 0, 'x', 'y', 'z') q(a, b, c)
SELECT c FROM (SELECT COLUMNS('id|name'), email, city FROM customers) q(a, b, c)
SELECT city FROM (SELECT unnest({'n': name, 'city': email}), tier FROM customers)
SELECT b FROM (SELECT c.*, 1 AS one FROM (SELECT {'a': name, 'b': email} AS c FROM customers)) q(a, b)
SELECT b FROM (SELECT name, unnest({'x': email, 'y': name}) FROM customers UNION ALL SELECT 'a', 'b', 'c') q(a, b, c)
SELECT unnest({'e': email, 'n': name}) FROM customers
SELECT unnest({'e': email}) FROM customers
SELECT unnest(struct_pack(n := name, e := email)) FROM customers
SELECT unnest([{'a': '1', 'b': name}, {'a': '2', 'b': email}]), city FROM customers
SELECT unnest([{'a': name, 'b': email}], recursive := true) FROM customers
SELECT unnest({'email': name, 'name': email}), 1 AS x FROM customers
SELECT name, unnest({'a': email, 'b': {'c': email}}, recursive := true) FROM customers
SELECT unnest(receiver), label FROM parcels
SELECT unnest(place), mails, label FROM parcels
SELECT c FROM (SELECT unnest(place), mails, label FROM parcels) q(a, b, c)
SELECT receiver.* FROM parcels
SELECT p.receiver.ssn FROM parcels p
SELECT receiver['ssn'] AS x FROM parcels
SELECT concat(receiver.ssn, '!') AS x FROM parcels
SELECT struct_extract(receiver, 'ssn') AS x FROM parcels
SELECT unnest(mails) AS m, label FROM parcels
SELECT mails[1] AS m FROM parcels
SELECT m FROM parcels, unnest(mails) AS u(m)
SELECT [x FOR x IN mails] AS x, [length(x) FOR x IN mails] AS n FROM parcels
SELECT list_transform(mails, lambda x: x[1:3]) AS x FROM parcels
SELECT list_extract(mails, 1) AS x, len(mails[1]) AS n FROM parcels
SELECT array_to_string(mails, ',') AS x FROM parcels
SELECT COLUMNS('ss') FROM customers
SELECT COLUMNS(lambda c: c LIKE 's%') FROM customers
SELECT COLUMNS(* EXCLUDE (id)) FROM customers
SELECT * EXCLUDE (id, name) FROM customers
SELECT * REPLACE (upper(email) AS name) FROM customers
SELECT * RENAME (ssn AS s) FROM customers
SELECT * LIKE 's%' FROM customers
SELECT max(COLUMNS(*)) FROM customers
SELECT COLUMNS('(em)(ail)') AS '\2\1' FROM customers
SELECT coalesce(*COLUMNS('email|city')) AS x FROM customers
SELECT * FROM customers POSITIONAL JOIN tickets
SELECT a.*, b.* FROM teams a POSITIONAL JOIN (SELECT email, ssn FROM customers) b
SELECT name, email FROM customers UNION BY NAME SELECT subject AS email, sender AS name FROM tickets
SELECT email AS a, name AS b FROM customers UNION ALL BY NAME SELECT sender AS b, subject AS a FROM tickets
SELECT * FROM (PIVOT customers ON city USING max(email) GROUP BY tier)
PIVOT customers ON email USING count(*)
UNPIVOT (SELECT id, name, email FROM customers) ON name, email INTO NAME k VALUE v
FROM (SELECT name, email FROM customers) UNPIVOT (v FOR k IN (name, email))
SUMMARIZE customers
SELECT max FROM (SUMMARIZE customers)
TABLE customers
FROM customers
VALUES ((SELECT max(ssn) FROM customers))
SELECT map([name], [email]) AS m FROM customers
SELECT map_values(map([name], [email])) AS m FROM customers
SELECT histogram(email) AS h FROM customers
SELECT unnest(map_keys(h)) AS k FROM (SELECT histogram(email) AS h FROM customers)
-- neighbour 2 shop: lists, structs and stars over open columns
SELECT unnest(tags) AS tag FROM parcels
SELECT label, unnest(sizes) AS size FROM parcels
SELECT place.town FROM parcels
SELECT p.place.zip AS zip FROM parcels p
SELECT tag, count(*) AS n FROM (SELECT unnest(tags) AS tag FROM parcels) GROUP BY tag
SELECT t FROM parcels, unnest(tags) AS u(t)
SELECT list(name) AS x FROM customers
SELECT list_transform(tags, lambda x: upper(x)) AS x FROM parcels
SELECT [upper(x) FOR x IN tags] AS x FROM parcels
SELECT * EXCLUDE (sender) FROM tickets
SELECT tags[1] AS x, len(sizes) AS n FROM parcels
SELECT {'n': name, 'c': city} AS x FROM customers
SELECT name, city FROM customers UNION ALL BY NAME SELECT title AS name, 'x' AS city FROM teams
SELECT * EXCLUDE (ssn) FROM customers
-- attack 3 shop: restricted columns, by DuckDB's ways to name them
SELECT handle[1:3] AS x, handle < 'C' AS flag FROM profiles
SELECT any_value(ssn_last) AS x FROM profiles
SELECT list(ssn_last) AS x FROM profiles
SELECT nick FROM profiles WHERE ssn_last SIMILAR TO '1.*'
FROM profiles SELECT nick, ssn_last
SELECT COLUMNS('ssn_last') FROM profiles
SELECT arg_max(nick, ssn_last) AS x FROM profiles
SELECT arg_min(nick, handle) AS x FROM profiles
-- neighbour 3 shop: row ids that are no keys, and generated columns over open ones
SELECT rowid, name FROM customers
SELECT rowid, name FROM members
FROM profiles SELECT nick, nick_size
-- attack 4 shop: deleted orders, by DuckDB's ways to write a query
FROM all_orders SELECT sum(amount) AS total
FROM orders SELECT sum(amount) AS total
SELECT sum(amount) AS total FROM main.all_orders
SELECT * FROM big_orders USING SAMPLE 100 PERCENT
SELECT amount FROM orders QUALIFY deleted_at IS NULL OR row_number() OVER () > 0
SELECT o.amount FROM staff c ASOF JOIN orders o ON c.id >= o.id + 0
SELECT sum(o.amount) AS s FROM staff POSITIONAL JOIN all_orders o
SELECT c.name, o.amount FROM customers c, LATERAL (SELECT amount FROM all_orders a WHERE a.customer_id = c.id) o
TABLE all_orders
SELECT c.name FROM customers c SEMI JOIN all_orders o ON o.customer_id = c.id AND o.amount > 182
SELECT c.name FROM customers c ANTI JOIN big_orders o ON o.customer_id = c.id
-- neighbour 4 shop: live orders, by DuckDB's ways to write a query
FROM orders SELECT sum(amount) AS total WHERE deleted_at IS NULL
SELECT c.name FROM customers c SEMI JOIN live_orders o ON o.customer_id = c.id
FROM live_orders SELECT status, sum(amount) AS total GROUP BY ALL ORDER BY ALL
-- attack 5 shop: parts of the masked e-mail, by DuckDB's functions
SELECT name, regexp_extract(email, '^a') AS x, regexp_matches(email, '^a') AS flag FROM customers
SELECT name, regexp_extract(email, '^a') = 'a' AS flag FROM customers
SELECT name, regexp_full_match(email, 'a.*') AS flag FROM customers
SELECT name, email ~ '^a' AS flag FROM customers
SELECT name, email ILIKE 'A%' AS flag FROM customers
SELECT name, starts_with(email, 'a') AS flag FROM customers
SELECT name, contains(email, 'quartz') AS flag FROM customers
SELECT name, email ^@ 'a' AS flag FROM customers
SELECT name, strpos(email, 'o') AS n FROM customers
SELECT name, string_split(email, '@')[2] = 'quartz.example' AS flag FROM customers
SELECT name, len(string_split(email, 'a')) AS n FROM customers
SELECT name, unnest(string_split(email, 'a')) AS x FROM customers
SELECT name, unnest(range(length(email)::BIGINT)) AS x FROM customers
SELECT name, generate_series(1, length(email)) AS x FROM customers
SELECT c.name, g.x FROM customers c, LATERAL (SELECT unnest(range(length(c.email)::BIGINT)) AS x) g
SELECT name, try_cast(replace(email, 'aino@quartz.example', '7') AS INTEGER) AS x FROM customers
SELECT name, CAST(replace(email, 'aino@quartz.example', '7') AS INTEGER) AS x FROM customers WHERE id = 1
SELECT name, TRY(CAST(replace(email, 'aino@quartz.example', '7') AS INTEGER)) AS x FROM customers
SELECT name, levenshtein(email, 'aino@quartz.example') AS d FROM customers
SELECT name, jaccard(email, 'aino@quartz.example') AS d FROM customers
SELECT name, hash(email) AS h, md5(email) AS m FROM customers
SELECT name, md5(email) = md5('aino@quartz.example') AS flag FROM customers
SELECT name, ascii(email) AS n, unicode(email) AS u FROM customers
SELECT name, bar(length(email), 0, 40, 40) AS b FROM customers
SELECT name, email IS NOT DISTINCT FROM 'aino@quartz.example' AS flag FROM customers
SELECT name, list_contains([email], 'aino@quartz.example') AS flag FROM customers
SELECT name, [email] = ['aino@quartz.example'] AS flag FROM customers
SELECT name, {'e': email} < {'e': 'c'} AS flag FROM customers
SELECT name, greatest(email, 'c') = 'c' AS flag FROM customers
SELECT name, if(email < 'c', 1, 0) AS flag FROM customers
SELECT name, error(email) AS x FROM customers
SELECT name, CASE WHEN email < 'b' THEN error('yes') ELSE 'no' END AS x FROM customers WHERE id = 1
SELECT name, nullif(left(email, 1), 'a') AS x FROM customers
SELECT name, email[1] = 'a' AS flag FROM customers
SELECT name, substring(email, strpos(email, '@')) = '@quartz.example' AS flag FROM customers
SELECT name, repeat('x', length(email)) AS x FROM customers
SELECT name, lpad('x', length(email)::INTEGER, 'y') AS x FROM customers
SELECT name, list_filter([email], lambda x: x < 'c') AS x FROM customers
SELECT name, len(list_filter([email], lambda x: x < 'c')) AS n FROM customers
SELECT name, json_extract('{"aino@quartz.example": 1}', '$."' || email || '"') AS x FROM customers WHERE email IS NOT NULL
SELECT name, date_part('year', try_cast(replace(email, 'aino@quartz.example', '2025-01-01') AS DATE)) AS y FROM customers
SELECT count(*) FILTER (WHERE email < 'c') AS n FROM customers
SELECT name FROM customers QUALIFY row_number() OVER (ORDER BY email) < 3
SELECT mode(email) AS m, approx_count_distinct(substr(email, 1, 3)) AS n FROM customers
SELECT c.name, k.v FROM customers c ASOF JOIN (SELECT 'aino@quartz.example' AS v UNION ALL SELECT 'd') k ON c.email >= k.v
SELECT name FROM customers LIMIT (SELECT length(email) - 18 FROM customers WHERE id = 1)
SELECT name FROM customers ORDER BY id LIMIT 3 OFFSET (SELECT count(*) FROM customers WHERE email < 'd')
-- neighbour 5 shop: DuckDB's functions over open columns
SELECT name, regexp_extract(city, '^O') AS x FROM customers
SELECT name, string_split(city, 'e') AS x FROM customers
SELECT name, substring(city, 1, 3) AS x FROM customers
SELECT name, city[1] AS x FROM customers
SELECT name || ': ' || email AS x FROM customers
SELECT name, left(email, 2) AS start FROM customers
SELECT string_agg(name, ', ') AS x FROM customers
SELECT name, if(tier > 2, 'high', 'low') AS x FROM customers
SELECT concat(name, ' ', email) AS x FROM customers
-- attack 6 shop: the order of restricted columns, by DuckDB's ways to name it
SELECT name, email FROM customers ORDER BY (2)
SELECT name, email FROM customers ORDER BY 2 COLLATE NOCASE
SELECT email, name FROM customers ORDER BY ALL
SELECT email, count(*) AS n FROM customers GROUP BY ALL ORDER BY ALL
SELECT DISTINCT ON (email) name, email FROM customers ORDER BY email, id
SELECT DISTINCT ON (2) name, email FROM customers ORDER BY 2
SELECT string_agg(name, ',' ORDER BY email) AS x FROM customers
SELECT list(name ORDER BY ssn) AS x FROM customers
SELECT first(name ORDER BY email) AS x FROM customers
SELECT arg_max(name, email) AS x FROM customers
SELECT max_by(name, ssn) AS x FROM customers
SELECT arg_min(name, email, 3) AS y FROM customers
SELECT list_sort(list({'e': email, 'n': name})) AS x FROM customers
SELECT quantile_disc(email, 0.5) AS x FROM customers
SELECT name FROM customers ORDER BY email COLLATE NOCASE
SELECT name, city, email FROM customers ORDER BY #3
SELECT name, email FROM customers ORDER BY #2
SELECT name FROM (SELECT email, name FROM customers) c ORDER BY c
SELECT name FROM customers ORDER BY COLUMNS('email')
-- neighbour 6 shop: the order of open columns
SELECT name, city FROM customers ORDER BY ALL
SELECT DISTINCT ON (city) name, city FROM customers ORDER BY city, name
SELECT string_agg(name, ',' ORDER BY name) AS x FROM customers
SELECT list(name ORDER BY id) AS x FROM customers
SELECT arg_max(name, tier) AS x FROM customers
-- attack 7 shop: one salary, by DuckDB's aggregates
SELECT sum(salary) FILTER (WHERE id <> 7) AS t, sum(salary) AS s FROM staff HAVING count(salary) >= 5
SELECT city, sum(salary) AS t FROM staff GROUP BY ROLLUP (city) HAVING count(salary) >= 5
SELECT city, grade, sum(salary) AS t FROM staff GROUP BY CUBE (city, grade) HAVING count(salary) >= 5
SELECT city, sum(salary) AS t FROM staff GROUP BY GROUPING SETS ((city), ()) HAVING count(salary) >= 5
SELECT sum(salary) AS t FROM staff TABLESAMPLE reservoir(16) HAVING count(salary) >= 5
SELECT sum(if(id = 7, salary, 0)) AS t FROM staff HAVING count(salary) >= 5
FROM staff SELECT sum(salary) AS t WHERE id <> 7 HAVING count(salary) >= 5
SELECT sum(s.salary) AS t FROM staff s ANTI JOIN (SELECT 7 AS id) k ON k.id = s.id HAVING count(s.salary) >= 5
SELECT sum(s.salary) AS t FROM staff s SEMI JOIN (SELECT unnest(range(1, 17)) AS id) k ON k.id = s.id HAVING count(s.salary) >= 5
SELECT sum(salary) AS t FROM staff WHERE rowid <> 6 HAVING count(salary) >= 5
