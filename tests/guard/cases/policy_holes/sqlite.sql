-- attack 1 shop: the blocked ssn, by quoted names that fold alike by Unicode only
SELECT (SELECT "é".ssn FROM (SELECT 1 AS ssn) "É" LIMIT 1) AS x FROM customers "é"
SELECT (SELECT `ñ`.ssn FROM (SELECT 1 AS ssn) [Ñ] LIMIT 1) AS x FROM customers "ñ"
SELECT (SELECT [my ö].ssn FROM (SELECT 1 AS ssn) [my Ö]) AS x FROM customers [my ö]
SELECT name FROM customers é WHERE (SELECT é.ssn FROM (SELECT 1 AS ssn) É) GLOB '531*'
SELECT group_concat((SELECT é.ssn FROM (SELECT 1 AS ssn) É)) AS x FROM customers é
WITH RECURSIVE Ä(n, ssn) AS (SELECT 1, 'x' UNION ALL SELECT n + 1, (SELECT ä.ssn FROM customers ä WHERE ä.id = n) FROM Ä WHERE n < 5) SELECT ssn FROM Ä
-- attack 1 shop: the masked e-mail in a column whose name folds alike by Unicode only
SELECT "mél" FROM (SELECT id, mél, prénom AS "MÉL" FROM cafés)
SELECT json_group_array(x.é) AS x FROM (SELECT email AS é, name AS É FROM customers) x
-- attack 1 shop: a string in double quotes is a column after all
SELECT "ssn" FROM customers
SELECT name FROM customers WHERE "ssn" > '5'
SELECT name FROM customers ORDER BY "ssn"
SELECT 'ssn' AS a, "email" > 'c' AS flag FROM customers
SELECT name, "customers"."ssn" AS n FROM customers
-- neighbour 1 shop: quoted names
SELECT "é"."name" FROM customers "é"
SELECT [Cust].[name] FROM customers [Cust]
SELECT `name`, `city` FROM `customers`
SELECT "prénom" AS "Prénom" FROM "cafés"
-- attack 2 shop: values shown bare, by columns nobody counted
SELECT *, rowid FROM members
SELECT * FROM members NATURAL JOIN badges
SELECT * FROM customers JOIN (SELECT id, name AS x FROM customers) USING (id)
SELECT * FROM tickets RIGHT JOIN customers USING (id)
SELECT x.* FROM (SELECT *, rowid FROM members) x
SELECT j.value FROM customers c, json_each(json_array(c.id, c.email)) j
SELECT j.key, j.value FROM customers c, json_each(json_object('name', c.name, 'ssn', c.ssn)) j
SELECT j.value FROM json_each((SELECT json_group_array(email) FROM customers)) j
SELECT json_extract(json_object('e', email), '$.e') AS x, length(json_array(ssn)) AS n FROM customers
SELECT name, length(json_quote(email)) AS n FROM customers
VALUES ((SELECT ssn FROM customers WHERE id = 1), 2)
SELECT column1 FROM (VALUES ((SELECT group_concat(email) FROM customers)))
-- neighbour 2 shop: JSON and VALUES over open columns
SELECT j.value FROM customers c, json_each(json_array(c.name, c.city)) j WHERE c.id < 3
SELECT json_extract(json_object('n', name), '$.n') AS x FROM customers
SELECT column1 FROM (VALUES (1), (2))
SELECT * FROM tickets JOIN (SELECT id, title FROM teams) USING (id)
-- attack 3 shop: the blocked key of members, by the names of its row id
SELECT rowid FROM members
SELECT oid FROM members
SELECT _rowid_ FROM members
SELECT ROWID AS number, name FROM members
SELECT m."rowid" AS x FROM members m
SELECT m._RowId_ + 0 AS x FROM members m
SELECT name FROM members WHERE rowid > 5000
SELECT name FROM members WHERE oid BETWEEN 4000 AND 4050
SELECT name FROM members ORDER BY rowid DESC
SELECT max(rowid) AS m, min(oid) AS n FROM members
SELECT x FROM (SELECT rowid AS x FROM members)
WITH r AS (SELECT _rowid_ AS r FROM members) SELECT sum(r) AS s FROM r
SELECT b.holder FROM badges b JOIN members m ON m.rowid = b.id + 4012
SELECT name, row_number() OVER (ORDER BY rowid) AS place FROM members
SELECT count(*) AS n FROM members WHERE rowid % 100 > 50
SELECT (SELECT m.rowid FROM members m WHERE m.name = c.name) AS x FROM customers c
-- attack 3 blocks: the blocked key, nothing else restricted
SELECT oid AS o FROM members LIMIT 2
SELECT name FROM members WHERE "rowid" = 4013
-- attack 3 shop: a generated column over a generated column
SELECT handle_start FROM profiles ORDER BY handle_start
SELECT nick FROM profiles WHERE handle_start = 'AIN'
SELECT count(*) AS n FROM profiles WHERE handle_start < 'C'
-- neighbour 3 shop: the row id where the key is open, and tables without one
SELECT rowid, name FROM customers
SELECT name FROM customers WHERE rowid < 4
SELECT t._rowid_ FROM teams t ORDER BY t.rowid
SELECT max(oid) AS m FROM customers
SELECT code, note FROM keyed
-- attack 4 shop: deleted orders, by names and conditions spelled otherwise
SELECT sum(amount) AS total FROM main.all_orders
SELECT id, amount FROM "orders" WHERE "deleted_at" IS NULL OR 1
SELECT amount FROM main.orders
SELECT amount FROM orders WHERE deleted_at IS 'x' OR deleted_at IS NOT 'x'
SELECT amount FROM orders WHERE (deleted_at IS NULL) IN (0, 1)
-- neighbour 4 shop: live orders, spelled otherwise
SELECT sum(amount) AS total FROM main.live_orders
SELECT id FROM "orders" WHERE "deleted_at" IS NULL
SELECT o.id FROM main.orders AS o WHERE o.deleted_at IS NULL
SELECT id FROM orders WHERE deleted_at ISNULL
-- attack 5 shop: parts of the masked e-mail, by SQLite's functions
SELECT name, instr(email, 'n') AS n FROM customers
SELECT name, email GLOB 'a*' AS flag FROM customers
SELECT name, unicode(email) AS n FROM customers
SELECT name, iif(email < 'c', 1, 0) AS flag FROM customers
SELECT name, hex(substr(email, 1, 1)) = '61' AS flag FROM customers
SELECT name, CAST(substr(email, 2, 2) AS INTEGER) AS n, quote(email) < '''c' AS q FROM customers
SELECT name, substr(name, instr(email, 'o') - 3, 1) AS x FROM customers
SELECT name, printf('%.*s', instr(email, '@'), 'abcdefghijklmnopqrstuvwxyz') AS x FROM customers
SELECT name, nullif(instr(email, 'a'), 1) AS n FROM customers
SELECT name, abs(CASE WHEN email < 'c' THEN -9223372036854775808 ELSE 1 END) AS n FROM customers
SELECT name, json_extract('{"aino@quartz.example": 1}', '$."' || email || '"') AS x FROM customers
SELECT name, email IS 'aino@quartz.example' AS flag FROM customers
SELECT name, (email, 1) = ('aino@quartz.example', 1) AS flag FROM customers
SELECT name, email || '' = 'aino@quartz.example' AS flag FROM customers
SELECT name, likelihood(email < 'c', 0.5) AS flag FROM customers
SELECT name, max(email, 'c') = 'c' AS flag FROM customers
SELECT name, min(email, 'c') AS m, typeof(nullif(email, 'aino@quartz.example')) AS t FROM customers
SELECT name, like('a%', email) AS flag FROM customers
SELECT name, trim(email, 'abcdefghijklmnopqrstuvwxyz@.') = '' AS flag FROM customers
SELECT name, nullif(ltrim(email, 'b'), 'aino@quartz.example') AS x FROM customers
SELECT name, replace(email, substr(email, 2), '') = 'a' AS flag FROM customers
SELECT name, length(replace(email, 'o', printf('%.1000c', 'x'))) > 1000 AS flag FROM customers
SELECT name, substr(email, -tier) > 'm' AS flag, substr(email, 1, 1) > 'm' AS late FROM customers
SELECT count(*) AS n FROM customers WHERE email IS NOT DISTINCT FROM 'aino@quartz.example'
SELECT name FROM customers, (VALUES ('aino@quartz.example')) k WHERE k.column1 = email
SELECT sum(email < 'c') AS n, total(unicode(email)) AS u FROM customers
SELECT group_concat(email) AS all_of_them FROM customers
SELECT name, julianday(replace(email, 'aino@quartz.example', '2025-01-01')) AS j FROM customers
SELECT name, json_valid(replace(email, 'aino@quartz.example', '1')) AS j FROM customers
SELECT name, zeroblob(length(email)) AS z FROM customers
SELECT name FROM customers LIMIT (SELECT length(email) - 18 FROM customers WHERE id = 1)
SELECT name FROM customers ORDER BY id LIMIT 3 OFFSET (SELECT count(*) FROM customers WHERE email < 'd')
SELECT count(*) FILTER (WHERE email < 'c') AS n FROM customers
-- neighbour 5 shop: SQLite's functions over open columns
SELECT name, instr(city, 'l') AS n FROM customers
SELECT name, printf('%-5s', name) AS x FROM customers
SELECT name, city GLOB 'O*' AS flag FROM customers
SELECT group_concat(name) AS x FROM customers
SELECT name || ' of ' || city AS x FROM customers
SELECT iif(tier > 2, 'high', 'low') AS x, count(*) AS n FROM customers GROUP BY 1
SELECT name, substr(email, 1, 2) AS start, trim(email) AS t FROM customers
SELECT name || ': ' || email AS x FROM customers
-- attack 6 shop: the order of restricted columns, by SQLite's ways to name it
SELECT name, email FROM customers ORDER BY (2)
SELECT name, email FROM customers ORDER BY 2 COLLATE NOCASE
SELECT name, email FROM customers ORDER BY ((2)) DESC
SELECT holder FROM badges LIMIT 3
SELECT b.holder FROM (SELECT holder FROM badges) b LIMIT 2 OFFSET 1
SELECT name FROM members LIMIT 2
SELECT name, email FROM customers ORDER BY +email
SELECT email AS tier, name FROM customers ORDER BY tier COLLATE BINARY
SELECT holder FROM badges INDEXED BY badges_pin
SELECT holder FROM badges INDEXED BY badges_mail
SELECT holder FROM badges INDEXED BY badges_pin WHERE pin IS NOT NULL
SELECT b.holder FROM badges AS b INDEXED BY badges_mail LIMIT 2
SELECT nick FROM profiles INDEXED BY profiles_lower WHERE lower(ssn) > ''
SELECT group_concat(holder) AS x FROM (SELECT holder FROM badges INDEXED BY badges_pin)
SELECT group_concat(name) AS x FROM (SELECT name FROM customers ORDER BY email)
SELECT group_concat(name) OVER (ORDER BY email ROWS UNBOUNDED PRECEDING) AS x FROM customers
SELECT name, max(email) AS m FROM customers GROUP BY city
SELECT name, city, max(ssn) AS m FROM customers
SELECT name FROM customers GROUP BY city HAVING max(email) > 'm'
SELECT name FROM customers ORDER BY email IS NULL, email
SELECT name FROM customers ORDER BY email NULLS FIRST
SELECT name, email FROM customers UNION SELECT subject, sender FROM tickets ORDER BY email COLLATE NOCASE
SELECT name FROM members ORDER BY card_no
SELECT name, email FROM customers ORDER BY (((2))) LIMIT 3
SELECT name, email FROM customers ORDER BY (2), 1
SELECT name, email AS e FROM customers ORDER BY "e"
SELECT name, email AS e FROM customers ORDER BY [e] COLLATE NOCASE DESC
SELECT name, email FROM customers UNION ALL SELECT subject, sender FROM tickets ORDER BY (2)
SELECT name, city, email FROM customers ORDER BY 3 COLLATE RTRIM
-- neighbour 6 shop: the order of open columns
SELECT name, city FROM customers ORDER BY (2)
SELECT name, city FROM customers ORDER BY 2 COLLATE NOCASE, 1
SELECT name FROM customers ORDER BY city NULLS FIRST, name
SELECT group_concat(name) AS x FROM customers WHERE tier > 0
-- attack 7 shop: one salary, by SQLite's aggregates
SELECT total(salary) AS t FROM staff WHERE id <> 7 HAVING count(salary) >= 5
SELECT sum(salary) FILTER (WHERE id <> 7) AS t, sum(salary) AS s FROM staff HAVING count(salary) >= 5
SELECT sum(salary * (id = 7)) AS t FROM staff HAVING count(salary) >= 5
SELECT sum(iif(id = 7, salary, 0)) AS t FROM staff HAVING count(salary) >= 5
SELECT sum(salary) AS t FROM staff WHERE rowid <> 7 HAVING count(salary) >= 5
SELECT sum(salary) AS t FROM staff WHERE id IS NOT 7 HAVING count(salary) >= 5
SELECT name, sum(salary) AS t, max(id) AS m FROM staff WHERE id < 17 HAVING count(salary) >= 5
