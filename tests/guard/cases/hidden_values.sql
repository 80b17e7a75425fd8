-- same
SELECT email FROM staff
SELECT id, email FROM staff
SELECT id FROM staff
SELECT city, id, email FROM staff ORDER BY city
SELECT city, id FROM staff ORDER BY 1 DESC
SELECT name, city FROM staff ORDER BY 2
SELECT name, city FROM staff ORDER BY (2)
SELECT name FROM staff ORDER BY id
SELECT lower(email), upper(email), trim(email) FROM staff
SELECT substring(email, 1, 3), left(email, 2), right(email, 2) FROM staff
SELECT concat(email, '!') FROM staff
SELECT concat(name, ' ', email) FROM staff
SELECT coalesce(email, 'none') FROM staff
SELECT id, CAST(email AS CHAR(3)) FROM staff
SELECT id, length(email) FROM staff
SELECT id, CASE WHEN id > 5 THEN email END FROM staff
SELECT id, CASE WHEN id > 5 THEN email ELSE name END FROM staff
SELECT email, count(*) FROM staff GROUP BY email
SELECT email, count(*) FROM staff GROUP BY email ORDER BY 2 DESC LIMIT 5
SELECT email, count(*) AS n FROM staff GROUP BY email ORDER BY n DESC, 2 LIMIT 5
SELECT city, email, count(*) FROM staff GROUP BY city, email
SELECT DISTINCT email FROM staff
SELECT DISTINCT city, email FROM staff
SELECT s.name, b.level FROM staff s JOIN badges b ON b.mail = s.email
SELECT s.name, b.level FROM staff s JOIN badges b ON b.mail = s.email ORDER BY s.name, b.level LIMIT 3
SELECT s.name, b.level FROM staff s JOIN badges b ON b.mail = s.email ORDER BY s.id, b.id
SELECT s.name, b.mail FROM staff s LEFT JOIN badges b ON b.mail = s.email
SELECT email FROM staff UNION SELECT mail FROM badges
SELECT email FROM staff EXCEPT SELECT mail FROM badges
SELECT name FROM staff WHERE email IN (SELECT mail FROM badges)
SELECT name FROM staff WHERE email IS NOT NULL
SELECT id, row_number() OVER (PARTITION BY email ORDER BY id) FROM staff
SELECT id, count(*) OVER (PARTITION BY email) FROM staff
SELECT city, count(DISTINCT email) FROM staff GROUP BY city
SELECT count(*) FROM (SELECT DISTINCT email FROM staff) x
SELECT city, n, rank() OVER (ORDER BY n DESC) FROM (SELECT city, count(DISTINCT email) AS n FROM staff GROUP BY city) x
SELECT city, upper(name), substring(name, 1, 3), replace(name, 'a', 'b') FROM staff WHERE name LIKE 'N%' ORDER BY 1, 2
SELECT city, avg(salary) FROM staff GROUP BY city HAVING count(salary) >= 5
SELECT sum(salary) FROM staff HAVING count(salary) >= 5
SELECT city, sum(salary) FROM staff WHERE city <> 'town1' GROUP BY city HAVING count(salary) >= 5 ORDER BY 2 DESC
SELECT t.title, sum(s.salary) FROM staff s JOIN teams t ON t.id = s.team_id GROUP BY t.title HAVING count(s.salary) >= 5
SELECT t.title, sum(s.salary) FROM staff s JOIN teams t ON t.id = s.team_id WHERE s.city = 'town1' OR s.city = 'town2' GROUP BY 1 HAVING count(s.salary) >= 5
SELECT sum(salary), count(*) FROM staff WHERE team_id IN (SELECT id FROM teams) HAVING count(salary) >= 5
SELECT b.level, (SELECT s.name FROM staff s WHERE s.id = b.staff_id) FROM badges b WHERE b.mail IS NOT NULL
SELECT email, max(id) FROM staff GROUP BY email ORDER BY 2
SELECT id, row_number() OVER (ORDER BY city, id) FROM staff
-- same (postgres, duckdb)
SELECT city, array_agg(name ORDER BY name) FROM staff GROUP BY city
SELECT DISTINCT ON (city) city FROM staff
SELECT email || '!' || lower(name) FROM (SELECT email, name FROM staff) x WHERE name = 'nobody'
SELECT DISTINCT ON (email) email FROM staff
-- few: 1 of 24 values of staff.salary
SELECT sum(salary) FROM staff WHERE id <> 7 HAVING count(salary) >= 5
SELECT sum(salary) FROM staff WHERE NOT id = 7 HAVING count(salary) >= 5
SELECT sum(salary) FROM staff WHERE id < 7 OR id > 7 HAVING count(salary) >= 5
SELECT sum(salary) FROM staff WHERE name NOT IN ('Name 7') HAVING count(salary) >= 5
-- few: 1 of 8 values of staff.salary
SELECT city, sum(salary) FROM staff WHERE id <> 7 GROUP BY city HAVING count(salary) >= 5
SELECT upper(city), sum(salary) FROM staff WHERE id <> 7 GROUP BY 1 HAVING count(salary) >= 5
SELECT city AS c, sum(salary) FROM staff WHERE id <> 7 GROUP BY c HAVING count(salary) >= 5
-- few: 1 of 24 values of staff.salary
SELECT sum(salary) FROM staff WHERE city = 'town1' AND id <> 7 HAVING count(salary) >= 5
SELECT sum(salary) FROM staff WHERE id NOT IN (SELECT staff_id FROM badges WHERE level = 'one') HAVING count(salary) >= 5
WITH b AS (SELECT staff_id FROM badges WHERE level = 'one') SELECT sum(salary) FROM staff WHERE id NOT IN (SELECT staff_id FROM b) HAVING count(salary) >= 5
-- few: 4 of 24 values of staff.salary
SELECT name, sum(salary) FROM staff WHERE id > 4 GROUP BY name, id - id HAVING count(salary) >= 5 OR 1 = 0
SELECT CASE WHEN id <= 4 THEN 'few' ELSE 'many' END, sum(salary) FROM staff GROUP BY 1 HAVING count(salary) >= 5
SELECT sum(s.salary) FROM staff s JOIN badges b ON b.id = s.id AND b.level <> '' HAVING count(s.salary) >= 5
-- refused
SELECT id, email FROM staff ORDER BY city
SELECT id, email FROM staff ORDER BY (2)
SELECT id, email FROM staff ORDER BY 2
SELECT id, email FROM staff ORDER BY +2
SELECT id, email FROM staff ORDER BY ((2)) DESC
SELECT id, email AS e FROM staff ORDER BY (e)
SELECT name, email, rank() OVER (ORDER BY 2) FROM staff
SELECT rank() OVER (ORDER BY name), email AS name FROM staff
SELECT count(*), substring(email, 1, 1) AS e FROM staff GROUP BY (2)
SELECT replace(email, 'a', 'b') FROM staff
SELECT repeat(email, 100) FROM staff
SELECT lpad(email, 100, 'x') FROM staff
SELECT nullif(email, 'a') FROM staff
SELECT email LIKE 'a%' FROM staff
SELECT email = 'a' FROM staff
SELECT substring(email, id, 1) FROM staff
SELECT substring(email, 1, length(email)) FROM staff
SELECT concat(email, repeat('x', 1000)) FROM staff
SELECT concat(email, x.pad) FROM staff, (SELECT repeat('x', 1000) AS pad) x
SELECT concat(email, email, email, email, email) FROM staff
WITH a AS (SELECT concat(email, email) AS x FROM staff), b AS (SELECT concat(x, x) AS x FROM a), c AS (SELECT concat(x, x) AS x FROM b) SELECT x FROM c
SELECT CAST(email AS INTEGER) FROM staff
SELECT CAST(email AS DATE) FROM staff
SELECT email, count(*) FROM staff GROUP BY email LIMIT 3
SELECT city, email, count(*) FROM staff GROUP BY city, email ORDER BY 3 LIMIT 3
SELECT DISTINCT city, email FROM staff LIMIT 2
SELECT s.name FROM staff s JOIN badges b ON b.mail = s.email LIMIT 1
SELECT s.name FROM staff s JOIN badges b ON b.mail = s.email ORDER BY s.city
SELECT name FROM staff WHERE email IN (SELECT mail FROM badges) LIMIT 1
SELECT x.name FROM (SELECT s.name FROM staff s JOIN badges b ON b.mail = s.email LIMIT 1) x
SELECT id, row_number() OVER (PARTITION BY email) FROM staff
SELECT id, row_number() OVER (PARTITION BY email ORDER BY city) FROM staff
SELECT id, lag(name) OVER (PARTITION BY email ORDER BY city) FROM staff
SELECT id, sum(id) OVER (PARTITION BY email ORDER BY city ROWS UNBOUNDED PRECEDING) FROM staff
SELECT sum(salary) FROM staff HAVING count(salary) >= 5 UNION ALL SELECT sum(salary) FROM staff WHERE id <> 7 HAVING count(salary) >= 5
WITH a AS (SELECT sum(salary) AS x FROM staff HAVING count(salary) >= 5), b AS (SELECT sum(salary) AS y FROM staff WHERE id <> 7 HAVING count(salary) >= 5) SELECT x - y FROM a, b
SELECT (SELECT sum(salary) FROM staff HAVING count(salary) >= 5) - (SELECT sum(salary) FROM staff WHERE id <> 7 HAVING count(salary) >= 5)
SELECT t.title, (SELECT sum(s.salary) FROM staff s WHERE s.team_id = t.id HAVING count(s.salary) >= 5) FROM teams t
SELECT sum(salary) FROM staff WHERE id <> 7 OR now() > '2020-01-01' HAVING count(salary) >= 5
SELECT city, sum(salary) FROM staff GROUP BY city HAVING count(salary) >= 5 AND 1 / (sum(salary) - 1003) > 0
-- refused (sqlite, postgres, mysql)
SELECT id, row_number() OVER (ORDER BY city) FROM staff
SELECT first_value(id) OVER (ORDER BY city) FROM staff
-- same (duckdb)
SELECT id, row_number() OVER (ORDER BY city) FROM staff
-- refused (postgres)
SELECT substring(email FROM 'a') FROM staff
SELECT substring(email FROM '^(a)') FROM staff
SELECT substring(email SIMILAR 'a%' ESCAPE '#') FROM staff
SELECT id, email FROM staff ORDER BY 2 COLLATE "C"
SELECT city, sum(salary) FROM staff GROUP BY ROLLUP (city) HAVING count(salary) >= 5
SELECT city, sum(salary) FROM staff GROUP BY GROUPING SETS ((city), ()) HAVING count(salary) >= 5
SELECT (s).* FROM staff s
SELECT (ROW(1, 2)).*, email FROM staff
SELECT btrim(email, 'ab') FROM staff
SELECT regexp_replace(email, 'a', 'b') FROM staff
SELECT string_agg(s.name, ',') FROM staff s JOIN badges b ON b.mail = s.email
-- refused (postgres, duckdb)
SELECT DISTINCT ON (2) id, substring(email, 1, 1) FROM staff
SELECT DISTINCT ON (email) id, email FROM staff
SELECT array_agg(name) FROM staff WHERE email IS NOT NULL
SELECT sum(salary) FILTER (WHERE id <> 7) FROM staff HAVING count(salary) >= 5
-- refused (duckdb)
SELECT unnest({'a': id, 'b': name}), email FROM staff
SELECT unnest([{'a': id, 'b': name}], recursive := true), email FROM staff
SELECT x.email FROM (SELECT unnest({'a': id, 'email': name}), email FROM staff) x
WITH x AS (SELECT unnest({'a': 1, 'b': 2})) SELECT email FROM staff, x
SELECT COLUMNS('id|email') FROM staff
SELECT x.s.*, email FROM (SELECT {'a': id} AS s, email FROM staff) x
SELECT s.*, email FROM (SELECT {'a': id} AS s, email FROM staff) x
SELECT * ILIKE '%a%' FROM badges
SELECT first(s.name) FROM staff s JOIN badges b ON b.mail = s.email
SELECT any_value(s.name) FROM staff s JOIN badges b ON b.mail = s.email
SELECT email[1] FROM staff
SELECT email.upper() FROM staff
-- refused (sqlite)
SELECT city, name, count(email) FROM staff GROUP BY city
SELECT id, email FROM staff ORDER BY 2 COLLATE NOCASE
SELECT id, email FROM staff ORDER BY 0x2
SELECT id, email FROM staff ORDER BY likely(2)
SELECT id FROM staff INDEXED BY staff_phone
SELECT id FROM staff NOT INDEXED
SELECT trim(email, 'ab') FROM staff
SELECT instr(email, 'a') FROM staff
SELECT email, name, count(*) FROM staff GROUP BY email
SELECT (SELECT s.name FROM staff s JOIN badges b ON b.mail = s.email)
SELECT group_concat(name) FROM staff WHERE email IS NOT NULL
-- refused (mysql)
SELECT city, name, count(email) FROM staff GROUP BY city
SELECT id, email FROM staff ORDER BY 2 COLLATE utf8mb4_bin
SELECT id FROM staff FORCE INDEX (staff_phone)
SELECT id FROM staff USE INDEX (staff_phone) LIMIT 3
SELECT id FROM staff IGNORE INDEX (staff_phone)
SELECT substring_index(email, '@', 1) FROM staff
SELECT email, name, count(*) FROM staff GROUP BY email
SELECT group_concat(name) FROM staff WHERE email IS NOT NULL
SELECT city, sum(salary) FROM staff GROUP BY city WITH ROLLUP HAVING count(salary) >= 5
-- same (mysql)
SELECT t.title FROM teams t STRAIGHT_JOIN staff s ON s.team_id = t.id
