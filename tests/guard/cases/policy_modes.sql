-- shown: 0
SELECT email FROM staff
SELECT s.email AS x FROM staff s
SELECT EMAIL FROM STAFF
SELECT upper(email) FROM staff
SELECT substring(email, 1, 3) FROM staff
SELECT coalesce(email, 'none') FROM staff
SELECT CASE WHEN id = 1 THEN email ELSE name END FROM staff
SELECT CAST(email AS CHAR(9)) FROM staff
SELECT x.e FROM (SELECT email AS e FROM staff) x
SELECT e FROM (SELECT email AS e FROM staff) x WHERE e IS NOT NULL
WITH t AS (SELECT email AS e FROM staff) SELECT e FROM t
WITH t(a, b) AS (SELECT id, email FROM staff) SELECT b FROM t
WITH a AS (SELECT id, email AS c FROM staff), b AS (SELECT c FROM a) SELECT c FROM b
SELECT (SELECT email FROM staff WHERE id = 1)
SELECT (SELECT s.email) FROM staff s
SELECT email FROM staff UNION ALL SELECT name FROM staff
SELECT name FROM staff UNION ALL SELECT email FROM staff
SELECT email FROM staff UNION SELECT mail FROM badges
SELECT email FROM staff EXCEPT SELECT mail FROM badges
SELECT DISTINCT email FROM staff
SELECT email, count(*) FROM staff GROUP BY email
SELECT email, count(*) FROM staff GROUP BY 1
SELECT email AS e, count(*) AS n FROM staff GROUP BY email ORDER BY n
SELECT email, row_number() OVER (PARTITION BY email ORDER BY id) FROM staff
SELECT mail FROM staff_contact
SELECT v.mail FROM staff_contact v JOIN badges b ON b.mail = v.mail
SELECT initials FROM staff_contact
SELECT email FROM staff ORDER BY name
SELECT email FROM staff ORDER BY id LIMIT 3
SELECT s.email FROM badges b JOIN staff s ON s.id = b.staff_id WHERE b.level = 'gold'
-- shown: 2
SELECT * FROM badges
SELECT b.* FROM badges b
SELECT id, level, mail FROM badges
SELECT x.* FROM (SELECT * FROM badges) x
WITH t AS (SELECT * FROM badges) SELECT * FROM t
SELECT * FROM badges UNION ALL SELECT id, id, name, city FROM staff
-- shown: 2, 3
SELECT * FROM staff_contact
-- shown: 1, 5
SELECT t.id, b.mail, t.title, t.id, t.title, upper(b.mail) FROM teams t JOIN badges b ON b.id = t.id
-- shown: nothing
SELECT count(email) FROM staff
SELECT count(DISTINCT email) FROM staff
SELECT city, count(DISTINCT email) FROM staff GROUP BY city HAVING count(email) > 2
SELECT id FROM staff WHERE email IS NULL
SELECT id FROM staff WHERE NOT email IS NULL
SELECT CASE WHEN email IS NULL THEN 'no' ELSE 'yes' END FROM staff
SELECT s.name FROM staff s JOIN badges b ON b.mail = s.email
SELECT s.name FROM staff s LEFT JOIN badges b ON b.mail = s.email AND b.level = 'gold'
SELECT s.name FROM staff s, badges b WHERE b.mail = s.email
SELECT a.name FROM staff a JOIN staff b USING (email)
SELECT name FROM staff WHERE email IN (SELECT mail FROM badges)
SELECT name FROM staff s WHERE EXISTS (SELECT 1 FROM badges b WHERE b.mail = s.email)
SELECT name FROM staff s WHERE EXISTS (SELECT * FROM badges b WHERE b.staff_id = s.id)
SELECT count(*) FROM staff GROUP BY email
SELECT count(*) OVER (PARTITION BY email) FROM staff
SELECT id, name FROM staff_contact
SELECT name AS email FROM staff ORDER BY name
SELECT count(*) FROM (SELECT DISTINCT email FROM staff) x
-- refused: masked_column
SELECT id FROM staff WHERE email = 'a@b.c'
SELECT id FROM staff WHERE 'a@b.c' = email
SELECT id FROM staff WHERE email <> 'a@b.c'
SELECT id FROM staff WHERE email > 'a'
SELECT id FROM staff WHERE email BETWEEN 'a' AND 'b'
SELECT id FROM staff WHERE email LIKE 'a%'
SELECT id FROM staff WHERE email IN ('a@b.c', 'd@e.f')
SELECT id FROM staff WHERE length(email) > 3
SELECT id FROM staff WHERE upper(email) = 'X'
SELECT id FROM staff WHERE (id, email) IN (SELECT 1, 'a')
SELECT id FROM staff WHERE coalesce(email, name) IS NULL
SELECT id FROM staff WHERE email = name
SELECT id FROM staff WHERE email = (SELECT 'a@b.c')
SELECT id FROM staff WHERE email IN (SELECT name FROM staff)
SELECT id FROM staff s WHERE EXISTS (SELECT 1 FROM teams t WHERE t.title = s.email)
SELECT id FROM staff ORDER BY email
SELECT email FROM staff ORDER BY 1
SELECT email AS e FROM staff ORDER BY e
SELECT id FROM staff ORDER BY upper(email)
SELECT email FROM staff UNION ALL SELECT mail FROM badges ORDER BY 1
SELECT rank() OVER (ORDER BY email) FROM staff
SELECT count(*) OVER (PARTITION BY substring(email, 1, 1)) FROM staff
SELECT lag(email) OVER (ORDER BY id) FROM staff
SELECT min(email) FROM staff
SELECT max(email) FROM staff
SELECT city FROM staff GROUP BY city HAVING min(email) > 'a'
SELECT count(CASE WHEN email LIKE 'a%' THEN 1 END) FROM staff
SELECT count(x.c) FROM (SELECT CASE WHEN id = 1 THEN email END AS c FROM staff) x
SELECT sum(CASE WHEN email = 'a' THEN 1 ELSE 0 END) FROM staff
SELECT CASE WHEN email = 'a' THEN 1 ELSE 0 END FROM staff
SELECT CASE email WHEN 'a' THEN 1 ELSE 0 END FROM staff
SELECT nullif(email, 'a') FROM staff
SELECT CAST(email AS INTEGER) FROM staff
SELECT email + 1 FROM staff
SELECT 1 / length(email) FROM staff
SELECT email LIKE 'a%' FROM staff
SELECT email = 'a' FROM staff
SELECT count(*) FROM staff GROUP BY substring(email, 1, 1)
SELECT DISTINCT substring(email, 1, 1) FROM staff
SELECT count(DISTINCT upper(email)) FROM staff
SELECT s.name FROM staff s JOIN teams t ON t.lead_email = s.email
SELECT s.name FROM staff s JOIN (SELECT 'a@b.c' AS e) x ON x.e = s.email
SELECT s.name FROM staff s JOIN (SELECT email AS e FROM staff UNION ALL SELECT 'a@b.c') x ON x.e = s.email
SELECT s.name FROM staff s JOIN staff t ON t.email < s.email
SELECT s.name FROM staff s JOIN badges b ON upper(b.mail) = upper(s.email)
SELECT email FROM staff UNION SELECT 'a@b.c'
SELECT email FROM staff INTERSECT SELECT 'a@b.c'
SELECT 'a@b.c' EXCEPT SELECT email FROM staff
SELECT upper(email) FROM staff UNION SELECT mail FROM badges
SELECT id FROM staff LIMIT (SELECT length(email) FROM staff WHERE id = 1)
SELECT id FROM staff_contact WHERE mail = 'a@b.c'
SELECT id FROM staff_contact WHERE initials = 'a'
SELECT count(initials) FROM staff_contact
SELECT id FROM staff_contact ORDER BY mail
SELECT e FROM (SELECT email AS e FROM staff) x WHERE e = 'a'
WITH t AS (SELECT email AS e FROM staff) SELECT count(*) FROM t WHERE e LIKE 'a%'
WITH RECURSIVE r AS (SELECT id, email FROM staff UNION ALL SELECT id + 1, email FROM r WHERE id < 3) SELECT email FROM r
SELECT * FROM badges a JOIN badges b USING (mail)
-- refused: masked_column (postgres, duckdb)
SELECT b FROM badges b
SELECT badges FROM badges
SELECT count(b) FROM badges b
SELECT x.v FROM staff s CROSS JOIN LATERAL (VALUES (s.email)) x(v)
SELECT s.name FROM staff s WHERE s.email = ANY (SELECT name FROM staff)
SELECT count(*) FILTER (WHERE email LIKE 'a%') FROM staff
SELECT DISTINCT ON (upper(email)) id FROM staff
-- refused: masked_column (duckdb)
SELECT COLUMNS('mail') FROM badges
SELECT * REPLACE ('x' AS level) FROM badges
SELECT list_transform([email], x -> x) FROM staff
SELECT [email] FROM staff
SELECT mail FROM badges UNION BY NAME SELECT name AS mail FROM staff
PIVOT badges ON mail USING count(*)
SELECT mail FROM badges ORDER BY ALL
-- refused: masked_column (postgres)
SELECT row_to_json(b) FROM badges b
SELECT string_agg(email, ',') FROM staff
SELECT array_agg(email) FROM staff
SELECT to_jsonb(b) ->> 'mail' FROM badges b
-- refused: masked_column (mysql)
SELECT group_concat(email) FROM staff
SELECT group_concat(name ORDER BY email) FROM staff
-- refused: masked_column (sqlite)
SELECT group_concat(email) FROM staff
SELECT json_group_array(email) FROM staff
SELECT value FROM staff, json_each(staff.email)
SELECT id FROM staff WHERE email GLOB 'a*'
-- shown: 0 (postgres, duckdb)
SELECT x.e FROM staff s CROSS JOIN LATERAL (SELECT s.email AS e) x
SELECT a.mail FROM badges AS a(i, s, mail, l)
SELECT email || '!' FROM staff
SELECT DISTINCT ON (email) email FROM staff
-- shown: 1 (duckdb)
SELECT * EXCLUDE (staff_id) FROM badges
SELECT email AS x, x || '!' FROM (SELECT id AS email, email AS x FROM staff) y
-- grouped: fine
SELECT avg(salary) FROM staff HAVING count(salary) >= 5
SELECT city, avg(salary), count(*) FROM staff GROUP BY city HAVING count(salary) >= 5
SELECT city, sum(salary) * 12 AS yearly FROM staff GROUP BY city HAVING count(salary) > 4 ORDER BY yearly DESC
SELECT city, avg(salary) FROM staff GROUP BY city HAVING 5 <= count(salary) AND avg(salary) > 1000
SELECT city, avg(salary) FROM staff GROUP BY city HAVING (count(salary) >= 20)
SELECT city, avg(salary), sum(bonus) FROM staff GROUP BY city HAVING count(salary) >= 5 AND count(bonus) >= 5
SELECT t.title, avg(s.salary) FROM staff s JOIN teams t ON t.id = s.team_id GROUP BY t.title HAVING count(s.salary) >= 5
SELECT t.title, avg(s.salary) FROM teams t LEFT JOIN staff s ON t.id = s.team_id GROUP BY t.title HAVING count(s.salary) >= 5
SELECT t.title, avg(s.salary) FROM staff s, teams t WHERE t.id = s.team_id GROUP BY t.title HAVING count(s.salary) >= 5
SELECT avg(s.salary) FROM staff s JOIN teams t ON t.id = s.team_id JOIN badges b ON b.id = t.id HAVING count(s.salary) >= 5
SELECT x.a FROM (SELECT avg(salary) AS a FROM staff HAVING count(salary) >= 5) x
SELECT count(DISTINCT salary) FROM staff HAVING count(salary) >= 5
SELECT stddev(salary) FROM staff HAVING count(salary) >= 5
SELECT id FROM staff WHERE EXISTS (SELECT * FROM staff)
-- refused: aggregate_only
SELECT salary FROM staff
SELECT salary + 0 FROM staff
SELECT * FROM staff
SELECT s.* FROM staff s
SELECT avg(salary) FROM staff
SELECT city, avg(salary) FROM staff GROUP BY city
SELECT count(salary) FROM staff
SELECT avg(salary) FROM staff HAVING count(*) >= 5
SELECT avg(salary) FROM staff HAVING count(salary) >= 4
SELECT avg(salary) FROM staff HAVING count(bonus) >= 5
SELECT avg(salary) FROM staff HAVING count(salary) >= 5 OR 1 = 1
SELECT avg(salary) FROM staff HAVING NOT count(salary) >= 5
SELECT avg(salary), avg(bonus) FROM staff HAVING count(salary) >= 5
SELECT max(salary) FROM staff HAVING count(salary) >= 5
SELECT min(salary) FROM staff HAVING count(salary) >= 5
SELECT sum(DISTINCT salary) FROM staff HAVING count(salary) >= 5
SELECT sum(salary * id) FROM staff HAVING count(salary) >= 5
SELECT sum(CASE WHEN id = 3 THEN salary END) FROM staff HAVING count(salary) >= 5
SELECT sum(salary) OVER (PARTITION BY city) FROM staff
SELECT avg(salary) FROM staff GROUP BY salary HAVING count(salary) >= 5
SELECT id FROM staff WHERE salary > 1000
SELECT id FROM staff WHERE salary IS NULL
SELECT id FROM staff ORDER BY salary
SELECT count(*) FROM staff GROUP BY salary
SELECT a.id FROM staff a JOIN staff b ON a.salary = b.salary
SELECT avg(x.salary) FROM (SELECT salary FROM staff) x HAVING count(x.salary) >= 5
SELECT avg(x.salary) FROM (SELECT salary FROM staff WHERE id = 1 UNION ALL SELECT salary FROM staff WHERE id = 1) x HAVING count(x.salary) >= 5
WITH t AS (SELECT salary FROM staff) SELECT avg(salary) FROM t HAVING count(salary) >= 5
SELECT avg(s.salary) FROM staff s JOIN badges b ON b.staff_id = s.id HAVING count(s.salary) >= 5
SELECT avg(s.salary) FROM staff s CROSS JOIN teams t HAVING count(s.salary) >= 5
SELECT avg(s.salary) FROM staff s CROSS JOIN teams t JOIN badges b ON b.id = t.id HAVING count(s.salary) >= 5
SELECT avg(s.salary) FROM staff s JOIN (SELECT 1 AS n UNION ALL SELECT 2) x ON x.n > 0 HAVING count(s.salary) >= 5
SELECT avg(s.salary) FROM staff s JOIN teams t ON t.title = s.city HAVING count(s.salary) >= 5
SELECT avg(s.salary) FROM staff s JOIN teams t ON t.id = s.team_id OR t.id > 0 HAVING count(s.salary) >= 5
SELECT (SELECT sum(s.salary) FROM teams t HAVING count(s.salary) >= 5) FROM staff s
SELECT pay FROM team_pay
SELECT avg(pay) FROM team_pay HAVING count(pay) >= 5
-- refused: aggregate_only (postgres, duckdb, sqlite)
SELECT avg(salary) FILTER (WHERE id = 3) FROM staff HAVING count(salary) >= 5
SELECT avg(s.salary) FROM teams t JOIN staff s ON s.team_id = t.id LEFT JOIN teams u ON t.id = u.id AND u.id = t.id JOIN teams w ON w.id > 0 HAVING count(s.salary) >= 5
-- refused: column_not_allowed
SELECT phone FROM staff
SELECT id FROM staff WHERE phone = '1'
SELECT number FROM staff_phone
SELECT id FROM staff_phone WHERE number LIKE '1%'
SELECT * FROM staff_phone
-- refused: table_not_allowed
SELECT id FROM staff_riddle
-- grouped: fine (sqlite, postgres, duckdb)
WITH p AS (SELECT city, avg(salary) AS a FROM staff GROUP BY city HAVING count(salary) >= 5) SELECT city FROM p WHERE a > 10 ORDER BY a
-- refused: unsorted_rows (mysql)
WITH p AS (SELECT city, avg(salary) AS a FROM staff GROUP BY city HAVING count(salary) >= 5) SELECT city FROM p WHERE a > 10 ORDER BY a
