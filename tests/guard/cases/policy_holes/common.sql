-- attack 1 shop: the blocked ssn, by an alias that only Unicode folds into another
SELECT (SELECT é.ssn FROM (SELECT 1 AS ssn) É LIMIT 1) AS x FROM customers é
SELECT (SELECT ñ.ssn FROM (SELECT 'none' AS ssn) Ñ) AS x FROM customers ñ
SELECT name, (SELECT count(*) FROM (SELECT 1 AS ssn) Ä WHERE ä.ssn LIKE '5%') AS n FROM customers ä
SELECT ü.name FROM customers ü WHERE EXISTS (SELECT 1 FROM (SELECT 'x' AS ssn) Ü WHERE ü.ssn > '5')
SELECT name FROM customers ç ORDER BY (SELECT ç.ssn FROM (SELECT 1 AS ssn) Ç)
SELECT (SELECT д.ssn FROM (SELECT 1 AS ssn) Д LIMIT 1) AS x FROM customers д
SELECT (SELECT σ.ssn FROM (SELECT 1 AS ssn) Σ LIMIT 1) AS x FROM customers σ
SELECT (SELECT ς.ssn FROM (SELECT 1 AS ssn) Σ LIMIT 1) AS x FROM customers ς
SELECT (SELECT k.ssn FROM (SELECT 1 AS ssn) K LIMIT 1) AS x FROM customers k
SELECT (SELECT s.ssn FROM (SELECT 1 AS ssn) ſ LIMIT 1) AS x FROM customers s
SELECT (SELECT c.ssn FROM (SELECT 1 AS ssn) ｃ LIMIT 1) AS x FROM customers c
SELECT (SELECT ß.ssn FROM (SELECT 1 AS ssn) ẞ LIMIT 1) AS x FROM customers ß
SELECT (SELECT i.ssn FROM (SELECT 1 AS ssn) ı LIMIT 1) AS x FROM customers i
SELECT (SELECT å.ssn FROM (SELECT 1 AS ssn) Å LIMIT 1) AS x FROM customers å
SELECT a.id, (SELECT é.ssn FROM (SELECT 1 AS ssn) É WHERE é.id = a.id) AS x FROM customers a JOIN customers é ON é.id = a.id
SELECT é.id FROM customers é JOIN (SELECT 1 AS ssn, 2 AS id) É ON é.ssn > '3'
-- attack 1 shop: the blocked pin and key, by names with accents
SELECT (SELECT è.pin FROM (SELECT 1 AS pin) È) AS x FROM badges è
SELECT (SELECT ê.clé FROM (SELECT 1 AS clé) Ê) AS x FROM cafés ê
-- attack 1 shop: the masked e-mail, shown bare
SELECT (SELECT é.email FROM (SELECT 'x' AS email) É) AS x FROM customers é
SELECT (SELECT upper(å.email) FROM (SELECT 'x' AS email) Å) AS x FROM customers å
SELECT (SELECT ô.sender FROM (SELECT 'x' AS sender) Ô) AS x FROM tickets ô
[sqlite, duckdb, postgres] WITH é AS (SELECT email AS v FROM customers) SELECT v FROM (WITH É AS (SELECT 'x' AS v) SELECT v FROM é) q
[sqlite, duckdb, postgres] WITH ö AS (SELECT id, email AS v FROM customers), Ö AS (SELECT 1 AS id, 'x' AS v) SELECT ö.v FROM ö
SELECT (SELECT max(ñ.v) FROM (SELECT 'x' AS v) Ñ) AS x FROM (SELECT id, email AS v FROM customers) ñ GROUP BY ñ.id
-- attack 1 masks: the masked e-mail, shown bare by a policy that masks only
SELECT (SELECT é.mél FROM (SELECT 'x' AS mél) É) AS x FROM cafés é
SELECT (SELECT ſſ.mail FROM (SELECT 'x' AS mail) ss) AS x FROM badges ſſ
-- attack 1 shop: a table outside the allowed ones
[sqlite, duckdb, postgres] WITH État AS (SELECT 1 AS id, 'x' AS token) SELECT token FROM état
[sqlite, duckdb, postgres] WITH ÉTAT AS (SELECT 1 AS id, 'x' AS token), other AS (SELECT token FROM état) SELECT token FROM other
[sqlite, duckdb, postgres] SELECT id FROM (WITH ÉTat AS (SELECT 1 AS id, 'x' AS token) SELECT 1 AS id, max(token) AS t FROM état) q WHERE t > 's'
-- attack 1 tables: a table outside the allowed ones, nothing else restricted
[sqlite, duckdb, postgres] WITH État AS (SELECT 1 AS id, 'x' AS token) SELECT length(token) AS n FROM état
-- attack 1 shop: deleted rows, past the required filter
SELECT é.id, é.amount FROM orders é, (SELECT NULL AS deleted_at) É WHERE É.deleted_at IS NULL
[sqlite, duckdb, postgres] WITH RÉSERVATIONS AS (SELECT 1 AS id, 2 AS amount) SELECT id, amount FROM réservations
-- attack 1 filters: deleted rows, past the only rule there is
SELECT sum(ö.amount) AS total FROM orders ö CROSS JOIN (SELECT NULL AS deleted_at) Ö WHERE Ö.deleted_at IS NULL
[sqlite, duckdb, postgres] WITH RÉservations AS (SELECT 0 AS amount) SELECT max(amount) AS most FROM réservations
-- attack 1 shop: the masked column under a name that only Unicode folds into an open one (sqlite, duckdb, postgres)
SELECT q.é FROM (SELECT email AS é, name AS É FROM customers) q
SELECT é FROM (SELECT id, email AS é, name AS É FROM customers) q WHERE id < 4
WITH q(É, é) AS (SELECT name, email FROM customers) SELECT é AS x FROM q
SELECT id AS MÉL, prénom FROM cafés ORDER BY mél
SELECT min(id) AS CLÉ FROM cafés GROUP BY clé ORDER BY clé
SELECT é FROM (SELECT email AS é, name AS é FROM customers) q
-- neighbour 1 shop: names with accents, used plainly
SELECT é.name FROM customers é
SELECT É.name, É.city FROM customers É WHERE É.tier = 2
SELECT prénom, âge FROM cafés
SELECT ç.prénom AS équipe FROM cafés ç WHERE ç.âge > 25
WITH été AS (SELECT id, name FROM customers) SELECT name FROM été
SELECT ville, amount FROM réservations WHERE deleted_at IS NULL
SELECT r.ville, sum(r.amount) AS total FROM réservations r WHERE r.deleted_at IS NULL GROUP BY r.ville
SELECT œuvre.name FROM customers œuvre JOIN orders ø ON ø.customer_id = œuvre.id WHERE ø.deleted_at IS NULL
SELECT prénom AS Prénom_Du_Client FROM cafés ORDER BY prénom
SELECT count(*) AS größe FROM customers
-- neighbour 1 shop: aliases in mixed case, used plainly
SELECT C.name FROM customers C
SELECT Cust.name, Ord.amount FROM customers Cust JOIN orders Ord ON Ord.customer_id = Cust.id WHERE Ord.deleted_at IS NULL
SELECT T.title FROM teams T ORDER BY T.id
WITH Big AS (SELECT id, amount FROM orders WHERE deleted_at IS NULL AND amount > 50) SELECT count(*) AS N FROM Big
SELECT name AS CustomerName, city AS HomeTown FROM customers ORDER BY CustomerName
SELECT NAME, City FROM customers
SELECT a.name, b.name AS other FROM customers a JOIN customers b ON b.tier = a.tier AND b.id > a.id
-- neighbour 1 tables: tables that are allowed
SELECT name, email FROM customers ORDER BY id
SELECT prénom, mél FROM cafés
-- attack 2 shop: values shown bare, by columns nobody counted
SELECT * FROM (SELECT email AS name, name AS email FROM customers) q ORDER BY 1
SELECT * FROM customers NATURAL JOIN (SELECT 1 AS tier) k ORDER BY email
SELECT k.*, c.* FROM customers c JOIN (SELECT id, name AS email FROM customers) k ON k.id = c.id
SELECT c.*, 1 AS one FROM (SELECT name, email FROM customers) c ORDER BY c.email
[sqlite, duckdb, postgres] WITH q(a, b) AS (SELECT email, name FROM customers) SELECT b, a, * FROM q
SELECT p.* FROM profiles p
SELECT * FROM profiles JOIN tickets ON tickets.id = profiles.id
[sqlite, duckdb] WITH q(a, b, c) AS (SELECT * FROM (SELECT email, id FROM customers) l JOIN (SELECT id, name FROM customers) r USING (id)) SELECT a FROM q
[postgres, mariadb] WITH q(a, b, c) AS (SELECT * FROM (SELECT email, id FROM customers) l JOIN (SELECT id, name FROM customers) r USING (id)) SELECT b FROM q
WITH q(a, b, c) AS (SELECT * FROM (SELECT name, id FROM customers) l NATURAL JOIN (SELECT email, id FROM customers) r) SELECT c FROM q
[sqlite, duckdb] WITH q(a, b, c) AS (SELECT * FROM (SELECT email, id FROM customers) l NATURAL JOIN (SELECT name, id FROM customers) r) SELECT a AS x FROM q
[sqlite, duckdb] WITH q(a, b, c) AS (SELECT * FROM (SELECT email, id FROM customers) l RIGHT JOIN (SELECT name, id FROM customers) r USING (id)) SELECT a AS x FROM q
[mariadb] WITH q(a, b, c) AS (SELECT * FROM (SELECT name, id FROM customers) l RIGHT JOIN (SELECT email, id FROM customers) r USING (id)) SELECT b AS x FROM q
[sqlite, duckdb, postgres] WITH q(a, b, c) AS (SELECT * FROM (SELECT name, id FROM customers) l RIGHT JOIN (SELECT email, id FROM customers) r USING (id)) SELECT c AS x FROM q
[postgres, mariadb] WITH q(a, b, c) AS (SELECT * FROM (SELECT email, id FROM customers) l LEFT JOIN (SELECT name, id FROM customers) r USING (id)) SELECT b AS x FROM q
[sqlite, duckdb, postgres] WITH q(a, b, c) AS (SELECT * FROM (SELECT name, id FROM customers) l FULL JOIN (SELECT email, id FROM customers) r USING (id)) SELECT c AS x FROM q
-- neighbour 2 shop: all columns, where none is blocked
SELECT * FROM tickets
SELECT t.* FROM teams t
SELECT * FROM customers_open
SELECT * FROM customers_contact
SELECT t.*, c.name FROM tickets t JOIN customers c ON c.id = t.customer_id
SELECT q.* FROM (SELECT id, name, email FROM customers) q
WITH q AS (SELECT * FROM tickets) SELECT * FROM q WHERE priority = 1
-- attack 3 shop: generated columns over the masked and the blocked column
SELECT handle FROM profiles
SELECT ssn_last FROM profiles
SELECT p.nick, p.ssn_last AS number FROM profiles p WHERE p.id < 4
SELECT nick FROM profiles WHERE ssn_last > '5'
SELECT nick FROM profiles ORDER BY ssn_last
SELECT nick FROM profiles ORDER BY handle
SELECT max(handle) AS m FROM profiles
SELECT nick FROM profiles WHERE handle LIKE 'A%'
SELECT count(DISTINCT ssn_last) AS n, max(ssn_last) AS m FROM profiles
SELECT nick, row_number() OVER (ORDER BY handle) AS place FROM profiles
SELECT substr(handle, 1, 2) AS start FROM profiles WHERE ssn_last IS NOT NULL
SELECT x.s FROM (SELECT ssn_last AS s FROM profiles) x
SELECT CASE WHEN handle > 'E' THEN 1 ELSE 0 END AS late FROM profiles
SELECT n.nick FROM profiles n JOIN (SELECT 'AINO@QUARTZ.EXAMPLE' AS handle) k ON k.handle = n.handle
SELECT id, nick FROM profile_handles ORDER BY handle
-- attack 3 masks: generated columns over the masked column, nothing else restricted
SELECT handle FROM profiles WHERE handle < 'C'
SELECT handle AS h, count(*) AS n FROM profiles GROUP BY handle ORDER BY h
-- attack 3 blocks: generated columns over the blocked column, nothing else restricted
SELECT id, ssn_last FROM profiles
SELECT min(nick) AS n FROM profiles GROUP BY ssn_last ORDER BY ssn_last
-- neighbour 3 shop: generated columns over open columns, and the key where it is open
SELECT nick, nick_size FROM profiles
SELECT avg(nick_size) AS average FROM profiles
SELECT nick, nick_size FROM profiles WHERE nick_size > 5 ORDER BY nick_size
SELECT id FROM members JOIN profiles ON profiles.nick <> members.name
SELECT name, level FROM members
SELECT level, count(*) AS n FROM members GROUP BY level
SELECT email FROM profiles
SELECT nick, email FROM profiles WHERE nick_size = 5
SELECT id, nick FROM profile_handles
-- attack 4 shop: deleted orders, through a view without the filter
SELECT id, amount FROM all_orders
SELECT sum(amount) AS total FROM all_orders
SELECT count(*) AS n, max(amount) AS m FROM all_orders
SELECT a.status, count(*) AS n FROM all_orders a GROUP BY a.status
SELECT id, amount FROM big_orders
SELECT id, amount FROM loose_orders
SELECT sum(amount) AS total FROM stacked_orders
SELECT total FROM order_totals ORDER BY customer_id
SELECT name, amount FROM outer_orders
SELECT c.name FROM customers c WHERE EXISTS (SELECT 1 FROM all_orders o WHERE o.customer_id = c.id AND o.amount > 200)
SELECT c.name FROM customers c WHERE c.id IN (SELECT customer_id FROM big_orders WHERE amount > 200)
WITH o AS (SELECT * FROM all_orders) SELECT max(amount) AS most FROM o
SELECT c.name, o.amount FROM customers c JOIN all_orders o ON o.customer_id = c.id WHERE o.amount > 182
SELECT (SELECT sum(amount) FROM all_orders) AS total
SELECT amount FROM live_orders UNION ALL SELECT amount FROM all_orders WHERE amount > 200
SELECT count(*) AS n FROM order_dates WHERE amount > 182 AND deleted_at IS NOT NULL
SELECT a.amount FROM order_dates a JOIN order_dates b ON a.id >= b.id WHERE b.deleted_at IS NULL
-- attack 4 filters: deleted orders, by a filter that does not hold
SELECT id, amount FROM orders WHERE deleted_at IS NULL OR amount > 0
SELECT id, amount FROM orders WHERE NOT (deleted_at IS NULL AND amount < 0)
SELECT c.name, o.amount FROM orders o LEFT JOIN customers c ON c.id = o.customer_id AND o.deleted_at IS NULL
SELECT a.amount FROM orders a JOIN orders b ON b.id < a.id WHERE b.deleted_at IS NULL
SELECT sum(CASE WHEN deleted_at IS NULL THEN 0 ELSE amount END) AS gone FROM orders
SELECT sum(amount) AS total FROM orders HAVING min(deleted_at) IS NOT NULL
SELECT amount FROM orders WHERE deleted_at IS NULL UNION ALL SELECT amount FROM orders
SELECT o.amount FROM orders o WHERE EXISTS (SELECT 1 FROM orders p WHERE p.deleted_at IS NULL)
SELECT q.amount FROM (SELECT amount, NULL AS deleted_at FROM orders) q WHERE q.deleted_at IS NULL
SELECT sum(amount) AS total FROM all_orders
[postgres, mariadb] WITH orders AS (SELECT id, amount, NULL AS deleted_at FROM orders) SELECT sum(amount) AS total FROM orders WHERE deleted_at IS NULL
-- neighbour 4 shop: live orders, and views that hold the filter
SELECT id, amount FROM orders WHERE deleted_at IS NULL
SELECT o.status, sum(o.amount) AS total FROM orders o WHERE o.deleted_at IS NULL AND o.amount > 30 GROUP BY o.status
SELECT id, amount FROM live_orders
SELECT sum(amount) AS total FROM live_orders
SELECT sum(amount) AS total FROM stacked_live_orders
SELECT c.name, t.total FROM customers c JOIN live_totals t ON t.customer_id = c.id
SELECT c.name, o.amount FROM customers c LEFT JOIN live_orders o ON o.customer_id = c.id AND o.amount > 100
SELECT id, amount FROM order_dates WHERE deleted_at IS NULL
-- attack 5 shop: parts of the masked e-mail, by comparison and conditions
SELECT name, CASE WHEN email LIKE 'a%' THEN 1 ELSE 0 END AS flag FROM customers
SELECT name, email LIKE 'b%' AS flag FROM customers
SELECT name, email > 'c' AS flag FROM customers
SELECT name, email = 'aino@quartz.example' AS flag FROM customers
SELECT name FROM customers WHERE email LIKE '%quartz%'
SELECT name FROM customers WHERE email BETWEEN 'a' AND 'd'
SELECT name FROM customers WHERE email IN ('aino@quartz.example', 'bodil@quartz.example')
SELECT name FROM customers WHERE substr(email, 1, 1) = 'a'
SELECT name FROM customers WHERE length(email) > 20
SELECT name, length(email) AS n FROM customers
SELECT name, email IN (SELECT 'aino@quartz.example') AS flag FROM customers
SELECT CASE email WHEN 'aino@quartz.example' THEN name ELSE city END AS x FROM customers
SELECT name FROM customers WHERE CASE WHEN email < 'c' THEN tier ELSE 0 END > 0
SELECT count(CASE WHEN email < 'c' THEN 1 END) AS n FROM customers
SELECT sum(CASE WHEN email LIKE 'c%' THEN 1 ELSE 0 END) AS n FROM customers
SELECT max(email) > 'm' AS late FROM customers
SELECT city FROM customers GROUP BY city HAVING max(email) > 'm'
SELECT city, min(email) AS m FROM customers GROUP BY city
-- attack 5 shop: parts of the masked e-mail, by what is missing
SELECT name, nullif(email, 'aino@quartz.example') AS x FROM customers
SELECT name, nullif(substr(email, 1, 1), 'a') AS x FROM customers
SELECT name FROM customers WHERE nullif(email, 'aino@quartz.example') IS NULL
SELECT count(nullif(email, 'aino@quartz.example')) AS n FROM customers
SELECT name, CASE WHEN email < 'c' THEN email END AS x FROM customers
SELECT name, CASE WHEN substr(email, 1, 1) = 'a' THEN NULL ELSE email END AS x FROM customers
SELECT coalesce(nullif(substr(email, 1, 1), 'a'), name) AS x FROM customers
SELECT name, (SELECT c.email WHERE c.email < 'c') AS x FROM customers c
SELECT name, (SELECT k.v FROM (SELECT 'aino@quartz.example' AS v) k WHERE k.v = c.email) AS x FROM customers c
SELECT c.name, k.v FROM customers c LEFT JOIN (SELECT 'aino@quartz.example' AS v) k ON k.v = c.email
SELECT upper(nullif(lower(email), 'bodil@quartz.example')) AS x FROM customers
-- attack 5 shop: the masked e-mail, by constants it is joined to
SELECT c.name FROM customers c JOIN (SELECT 'aino@quartz.example' AS email) k USING (email)
SELECT name FROM customers NATURAL JOIN (SELECT 'aino@quartz.example' AS email) k
SELECT name FROM customers WHERE EXISTS (SELECT 1 FROM (SELECT 'bodil@quartz.example' AS v) k WHERE k.v = customers.email)
SELECT c.name FROM customers c, (SELECT 'aino@quartz.example' AS v UNION ALL SELECT 'cesar@quartz.example') k WHERE c.email = k.v
SELECT name FROM customers WHERE email IN (SELECT replace(sender, 'aino', 'bodil') FROM tickets UNION ALL SELECT 'aino@quartz.example')
SELECT email FROM customers EXCEPT SELECT 'aino@quartz.example'
SELECT email FROM customers INTERSECT SELECT 'aino@quartz.example'
SELECT count(*) AS n FROM (SELECT email FROM customers UNION SELECT 'aino@quartz.example') q
SELECT name FROM customers c JOIN tickets t ON c.email = replace(t.sender, 'a', 'a') AND t.sender < 'c'
-- attack 5 shop: the masked e-mail, by a constant that passes for a masked value
SELECT c.name FROM customers c JOIN (SELECT coalesce(email, 'aino@quartz.example') AS e FROM customers WHERE email IS NULL) k ON k.e = c.email
SELECT name FROM customers WHERE email IN (SELECT coalesce(email, 'bodil@quartz.example') FROM customers WHERE id = 5)
SELECT c.name FROM customers c JOIN (SELECT email AS e FROM customers WHERE id = 5 UNION ALL SELECT 'aino@quartz.example') k ON k.e = c.email
SELECT c.name FROM customers c JOIN (SELECT CASE WHEN id = 1 THEN 'cesar@quartz.example' ELSE email END AS e FROM customers WHERE id = 1) k ON k.e = c.email
SELECT c.name FROM customers c JOIN tickets t ON c.email = coalesce(t.sender, 'x') AND c.email = CASE WHEN t.id > 0 THEN 'bodil@quartz.example' ELSE t.sender END
SELECT count(*) AS n FROM customers GROUP BY coalesce(email, 'aino@quartz.example')
SELECT DISTINCT CASE WHEN id = 5 THEN 'aino@quartz.example' ELSE email END AS e FROM customers WHERE id < 6
SELECT DISTINCT coalesce(email, 'bodil@quartz.example') AS e FROM customers
SELECT count(DISTINCT coalesce(email, 'aino@quartz.example')) AS n FROM customers
SELECT count(DISTINCT replace(email, 'aino', 'bodil')) AS n FROM customers
SELECT DISTINCT replace(email, 'aino', 'bodil') AS e FROM customers
SELECT email FROM customers EXCEPT SELECT coalesce(email, 'aino@quartz.example') FROM customers WHERE email IS NULL
SELECT email FROM customers INTERSECT SELECT CASE WHEN id = 1 THEN 'aino@quartz.example' ELSE sender END FROM tickets
SELECT email FROM customers WHERE id < 5 UNION SELECT coalesce(email, 'aino@quartz.example') FROM customers WHERE id = 5
SELECT c.name FROM customers c WHERE EXISTS (SELECT 1 FROM (SELECT email AS e FROM customers WHERE 1 = 0 UNION ALL SELECT 'aino@quartz.example') k WHERE k.e = c.email)
SELECT name, count(*) OVER (PARTITION BY coalesce(email, 'aino@quartz.example')) AS n FROM customers
SELECT a.name FROM (SELECT name, upper(email) AS e FROM customers) a JOIN (SELECT upper(coalesce(email, 'aino@quartz.example')) AS e FROM customers WHERE email IS NULL) b USING (e)
SELECT a.name FROM (SELECT name, substr(email, 1, 1) AS e FROM customers) a JOIN (SELECT id, substr(email, 2, 1) AS e FROM customers) b ON a.e = b.e
SELECT a.name, b.name AS other FROM customers a JOIN customers b ON substr(a.email, 1, 1) = substr(b.email, 2, 1)
[sqlite, duckdb, mariadb] WITH RECURSIVE r(n, e) AS (SELECT 1, email FROM customers WHERE id = 1 UNION ALL SELECT n + 1, substr(e, 2) FROM r WHERE n < 40 AND e <> '') SELECT n, e FROM r
[sqlite, duckdb, mariadb] WITH RECURSIVE r(e) AS (SELECT email FROM customers WHERE id = 1 UNION SELECT substr(e, 2) FROM r) SELECT e FROM r
-- attack 5 shop: parts of the masked e-mail, by groups of parts
SELECT substr(email, 1, 1) AS s, count(*) AS n FROM customers GROUP BY substr(email, 1, 1)
SELECT count(*) AS n FROM customers GROUP BY length(email)
SELECT count(DISTINCT length(email)) AS n FROM customers
SELECT DISTINCT substr(email, 1, 2) AS s FROM customers
SELECT name, count(*) OVER (PARTITION BY length(email)) AS n FROM customers
SELECT count(DISTINCT substr(email, 5, 1)) AS n FROM customers
-- attack 5 shop: sizes of the masked e-mail, by rows or by what does not fit
WITH RECURSIVE r AS (SELECT id, length(email) AS n FROM customers UNION ALL SELECT id, n - 1 FROM r WHERE n > 1) SELECT id, count(*) AS size FROM r GROUP BY id
SELECT name, substr(name, length(email) - 17, 3) AS x FROM customers
SELECT name, substr(email, tier, 1) AS x, length(replace(email, 'a', '')) AS n FROM customers
SELECT replace(name, 'a', email) AS x, length(replace(city, 'o', email)) AS n FROM customers
-- attack 5 masks: parts of the masked mail, nothing else restricted
SELECT holder FROM badges WHERE mail < 'c'
SELECT holder, mail >= 'cesar' AS flag FROM badges
SELECT nullif(mail, 'aino@quartz.example') AS x FROM badges
SELECT holder, length(mail) AS n FROM badges
-- neighbour 5 shop: the masked e-mail, shown, counted, grouped by and joined as the policy says
SELECT name, email FROM customers
SELECT upper(email) AS x FROM customers
SELECT substr(email, 1, 3) AS start FROM customers
SELECT coalesce(email, 'none') AS x FROM customers
SELECT count(email) AS n FROM customers
SELECT count(DISTINCT email) AS n FROM customers
SELECT email, count(*) AS n FROM customers GROUP BY email
SELECT DISTINCT email FROM customers
SELECT city, count(DISTINCT email) AS n FROM customers GROUP BY city ORDER BY n
SELECT name FROM customers WHERE email IS NULL
SELECT name FROM customers WHERE email IS NOT NULL ORDER BY name
SELECT c.name, t.subject FROM customers c JOIN tickets t ON t.sender = c.email
SELECT name FROM customers WHERE email IN (SELECT sender FROM tickets)
SELECT c.name FROM customers c WHERE EXISTS (SELECT 1 FROM tickets t WHERE t.sender = c.email)
SELECT CASE WHEN email IS NULL THEN 'no' ELSE 'yes' END AS has_email, count(*) AS n FROM customers GROUP BY CASE WHEN email IS NULL THEN 'no' ELSE 'yes' END
SELECT name, count(*) OVER (PARTITION BY email) AS sharing FROM customers
SELECT email FROM customers UNION SELECT sender FROM tickets
SELECT mail FROM customers_contact ORDER BY name
-- neighbour 5 shop: the same functions over open columns
SELECT substr(name, 2, 2) AS x FROM customers
SELECT name, length(city) AS n FROM customers WHERE length(name) > 2
SELECT replace(city, 'o', '0') AS x FROM customers
SELECT nullif(city, 'Oslo') AS x FROM customers
SELECT name FROM customers WHERE city LIKE 'O%' AND name > 'B'
SELECT name, CASE WHEN city = 'Oslo' THEN 1 ELSE 0 END AS flag FROM customers
SELECT city, min(name) AS first_name, max(name) AS last_name FROM customers GROUP BY city
SELECT count(DISTINCT substr(name, 1, 1)) AS n FROM customers
SELECT c.name FROM customers c JOIN (SELECT 'Oslo' AS city) k ON k.city = c.city
SELECT substr(subject, 9) AS number FROM tickets WHERE priority = 2
-- attack 6 shop: the order of the masked e-mail
SELECT name, email FROM customers ORDER BY 2
SELECT name, email FROM customers ORDER BY 2 DESC LIMIT 3
SELECT email AS name, name AS n FROM customers ORDER BY name
SELECT name AS n, email AS e FROM customers ORDER BY e
SELECT name, upper(email) AS u FROM customers ORDER BY u
SELECT name, row_number() OVER (ORDER BY email) AS place FROM customers
SELECT name, rank() OVER (PARTITION BY city ORDER BY email) AS place FROM customers
SELECT name, first_value(name) OVER (ORDER BY email) AS f FROM customers
SELECT name, lag(name) OVER (ORDER BY email, id) AS previous FROM customers
SELECT name, sum(tier) OVER (ORDER BY email) AS running FROM customers
SELECT name FROM (SELECT name, email FROM customers ORDER BY email LIMIT 4) q
SELECT name FROM customers ORDER BY (SELECT email FROM customers x WHERE x.id = customers.id)
SELECT name FROM customers c ORDER BY (SELECT count(*) FROM customers d WHERE d.email < c.email), id
SELECT name FROM customers ORDER BY CASE WHEN email < 'd' THEN 0 ELSE 1 END, id
SELECT name FROM customers ORDER BY coalesce(email, 'x'), id
SELECT email, count(*) AS n FROM customers GROUP BY email ORDER BY 1
SELECT email AS x FROM customers UNION SELECT sender FROM tickets ORDER BY 1
SELECT name, email FROM customers WHERE id < 9 UNION ALL SELECT subject, sender FROM tickets ORDER BY 2, 1
SELECT name, mail FROM customers_contact ORDER BY 2
WITH q AS (SELECT name, email FROM customers) SELECT name FROM q ORDER BY q.email
SELECT name, (SELECT t.subject FROM tickets t ORDER BY t.sender LIMIT 1) AS first_subject FROM customers
SELECT name FROM customers WHERE id = (SELECT id FROM customers WHERE email IS NOT NULL ORDER BY email DESC LIMIT 1)
-- attack 6 shop: the order of the blocked ssn
SELECT name FROM customers ORDER BY ssn
SELECT name FROM customers ORDER BY length(ssn), ssn
SELECT name FROM customers WHERE id IN (SELECT id FROM customers WHERE ssn IS NOT NULL) ORDER BY (SELECT max(x.ssn) FROM customers x WHERE x.id = customers.id)
SELECT ntile(3) OVER (ORDER BY ssn) AS third, name FROM customers
-- neighbour 6 shop: the order of open columns
SELECT name, city FROM customers ORDER BY 2
SELECT name, city FROM customers ORDER BY 2, 1 DESC
SELECT email, name FROM customers ORDER BY 2
SELECT name, tier FROM customers ORDER BY tier DESC, name LIMIT 5
SELECT city, count(*) AS n FROM customers GROUP BY city ORDER BY 2 DESC, 1
SELECT name, row_number() OVER (PARTITION BY city ORDER BY name) AS place FROM customers
SELECT name, lag(name) OVER (ORDER BY id) AS previous FROM customers
SELECT name, sum(tier) OVER (ORDER BY id) AS running FROM customers
SELECT name FROM customers ORDER BY CASE WHEN city = 'Oslo' THEN 0 ELSE 1 END, name
SELECT name, email FROM customers ORDER BY 1
SELECT email, count(*) AS n FROM customers GROUP BY email ORDER BY n DESC
SELECT name FROM customers ORDER BY (SELECT count(*) FROM tickets t WHERE t.customer_id = customers.id) DESC, id
SELECT name AS n FROM customers UNION SELECT title FROM teams ORDER BY 1
-- attack 7 shop: one salary, by everybody except one
SELECT sum(salary) AS total FROM staff WHERE id <> 7 HAVING count(salary) >= 5
SELECT avg(salary) AS average, count(salary) AS n FROM staff WHERE name <> 'Signe' HAVING count(salary) >= 5
SELECT sum(salary) AS total FROM staff WHERE id < 17 HAVING count(salary) >= 5
SELECT sum(salary) AS total FROM staff WHERE NOT (id = 3) HAVING count(salary) >= 5
SELECT sum(salary) AS total FROM staff WHERE id NOT IN (3, 4) HAVING count(salary) >= 5
SELECT sum(salary) AS total FROM staff WHERE city <> 'Røros' HAVING count(salary) >= 5
SELECT sum(salary) AS total FROM staff WHERE city <> 'Tromsø' HAVING count(salary) >= 5
SELECT sum(salary) AS total FROM staff WHERE grade < 9 HAVING count(salary) >= 5
SELECT sum(salary) AS total FROM staff WHERE name NOT LIKE 'P%' HAVING count(salary) >= 5
SELECT sum(salary) AS total FROM staff WHERE id BETWEEN 2 AND 17 HAVING count(salary) >= 5
SELECT sum(s.salary) AS total FROM staff s JOIN teams t ON t.id = s.team_id WHERE t.title <> 'Board' HAVING count(s.salary) >= 5
SELECT sum(salary) AS total FROM staff WHERE team_id IN (SELECT id FROM teams WHERE title <> 'Board') HAVING count(salary) >= 5
SELECT sum(s.salary) AS total FROM staff s WHERE EXISTS (SELECT 1 FROM teams t WHERE t.id = s.team_id AND t.id < 3) HAVING count(s.salary) >= 5
SELECT sum(x.salary) AS total FROM (SELECT salary FROM staff WHERE id <> 7) x HAVING count(x.salary) >= 5
WITH others AS (SELECT salary FROM staff WHERE name <> 'Knut') SELECT avg(salary) AS average FROM others HAVING count(salary) >= 5
SELECT sum(x.salary) AS total FROM (SELECT salary FROM staff ORDER BY id LIMIT 16) x HAVING count(x.salary) >= 5
SELECT city, sum(salary) AS total FROM staff WHERE id <> 7 GROUP BY city HAVING count(salary) >= 5
SELECT city, sum(salary) AS total FROM staff WHERE city = 'Oslo' AND name <> 'Geir' GROUP BY city HAVING count(salary) >= 5
SELECT sum(salary) AS total FROM staff WHERE CASE WHEN id = 9 THEN 0 ELSE 1 END = 1 HAVING count(salary) >= 5
SELECT sum(salary) AS total FROM staff WHERE (id - 7) * (id - 7) > 0 HAVING count(salary) >= 5
SELECT count(salary) AS n, avg(salary) AS average FROM staff WHERE id <> (SELECT min(id) FROM staff) HAVING count(salary) >= 5
-- attack 7 shop: one salary, by two figures in one statement
SELECT (SELECT sum(salary) FROM staff HAVING count(salary) >= 5) - (SELECT sum(salary) FROM staff WHERE id <> 7 HAVING count(salary) >= 5) AS difference
SELECT sum(salary) AS total FROM staff HAVING count(salary) >= 5 UNION ALL SELECT sum(salary) FROM staff WHERE id <> 7 HAVING count(salary) >= 5
SELECT sum(salary) - (SELECT sum(b.salary) FROM staff b WHERE b.id > 1 HAVING count(b.salary) >= 5) AS difference FROM staff HAVING count(salary) >= 5
SELECT sum(salary) AS total, sum(CASE WHEN id <> 7 THEN salary END) AS others FROM staff HAVING count(salary) >= 5
SELECT sum(salary) AS total, sum(CASE WHEN id = 7 THEN 0 ELSE salary END) AS others FROM staff HAVING count(salary) >= 5
SELECT sum(salary * (CASE WHEN id = 7 THEN 1 ELSE 0 END)) AS one FROM staff HAVING count(salary) >= 5
WITH a AS (SELECT sum(salary) AS t FROM staff HAVING count(salary) >= 5), b AS (SELECT sum(salary) AS t FROM staff WHERE id <> 2 HAVING count(salary) >= 5) SELECT a.t - b.t AS one FROM a, b
SELECT sum(s.salary) AS total FROM staff s JOIN (SELECT 7 AS id UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9 UNION ALL SELECT 10) k ON k.id = s.id HAVING count(s.salary) >= 5
SELECT sum(s.salary) AS total FROM staff s LEFT JOIN (SELECT 7 AS id UNION ALL SELECT 7) k ON k.id = s.id HAVING count(s.salary) >= 5
SELECT id <> 7 AS others, sum(salary) AS total FROM staff GROUP BY id <> 7 HAVING count(salary) >= 5
SELECT CASE WHEN name = 'Signe' THEN 'one' ELSE 'rest' END AS k, sum(salary) AS total FROM staff GROUP BY CASE WHEN name = 'Signe' THEN 'one' ELSE 'rest' END HAVING count(salary) >= 5
SELECT sum(salary) AS total FROM staff WHERE salary > 31000 HAVING count(salary) >= 5
SELECT name, sum(salary) OVER () AS total, sum(salary) OVER (ORDER BY id) AS running FROM staff
SELECT sum(salary) AS total, (SELECT sum(amount) FROM orders WHERE deleted_at IS NULL) AS o FROM staff WHERE id > 1 HAVING count(salary) >= 5
-- attack 7 figures: one salary, nothing else restricted
SELECT sum(salary) AS total FROM staff WHERE id <> 12 HAVING count(salary) >= 5
SELECT sum(salary) AS total FROM staff WHERE id = 12 HAVING count(*) >= 1
SELECT city, sum(salary) AS total FROM staff GROUP BY city HAVING count(*) >= 1
SELECT sum(DISTINCT salary) AS total FROM staff WHERE id > 2 HAVING count(salary) >= 5
SELECT t.title, avg(s.salary) AS average FROM staff s JOIN teams t ON t.id = s.team_id GROUP BY t.title HAVING count(s.salary) >= 5
-- neighbour 7 shop: figures over large groups that leave out many, or nobody
SELECT sum(salary) AS total FROM staff HAVING count(salary) >= 5
SELECT avg(salary) AS average, count(salary) AS n FROM staff HAVING count(salary) >= 5
SELECT city, avg(salary) AS average FROM staff GROUP BY city HAVING count(salary) >= 5
SELECT avg(salary) AS average FROM staff WHERE city = 'Oslo' HAVING count(salary) >= 5
SELECT sum(salary) AS total FROM staff WHERE city IN ('Oslo', 'Bergen') HAVING count(salary) >= 5
SELECT sum(salary) AS total FROM staff WHERE grade <= 2 HAVING count(salary) >= 5
SELECT team_id, avg(salary) AS average FROM staff WHERE team_id = 1 GROUP BY team_id HAVING count(salary) >= 5
SELECT t.title, avg(s.salary) AS average FROM staff s JOIN teams t ON t.id = s.team_id WHERE t.id = 1 GROUP BY t.title HAVING count(s.salary) >= 5
SELECT city, sum(salary) AS total FROM staff GROUP BY city HAVING count(salary) >= 6 ORDER BY city
SELECT name, city, grade FROM staff WHERE id <> 7
SELECT count(*) AS n FROM staff WHERE city <> 'Røros'
SELECT sum(amount) AS total FROM orders WHERE deleted_at IS NULL AND id <> 3
-- neighbour 7 figures: figures over large groups, nothing else restricted
SELECT avg(salary) AS average FROM staff WHERE city = 'Bergen' HAVING count(salary) >= 5
SELECT city, count(salary) AS n FROM staff GROUP BY city HAVING count(salary) >= 5
