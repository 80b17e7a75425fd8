-- attack 1 shop: the blocked ssn, by aliases that MariaDB does not fold
SELECT (SELECT c.ssn FROM (SELECT 1 AS ssn) C LIMIT 1) AS x FROM customers c
SELECT (SELECT C.ssn FROM (SELECT 1 AS ssn) c LIMIT 1) AS x FROM customers C
SELECT name FROM customers c WHERE EXISTS (SELECT 1 FROM (SELECT 'x' AS ssn) C WHERE c.ssn > '3')
SELECT name FROM customers a ORDER BY (SELECT a.ssn FROM (SELECT 1 AS ssn) A)
SELECT name, (SELECT count(*) FROM (SELECT 1 AS ssn) Cust WHERE cust.ssn LIKE '5%') AS n FROM customers cust
SELECT (SELECT `c`.`ssn` FROM (SELECT 1 AS ssn) `C`) AS x FROM customers `c`
SELECT (SELECT b.pin FROM (SELECT 1 AS pin) B) AS x FROM badges b
SELECT group_concat((SELECT c.ssn FROM (SELECT 1 AS ssn) C)) AS x FROM customers c
SELECT c.name FROM customers c JOIN (SELECT 1 AS ssn, 1 AS id) C ON c.ssn > '3'
-- attack 1 shop: the masked e-mail, by aliases that MariaDB does not fold
SELECT (SELECT c.email FROM (SELECT 'x' AS email) C) AS x FROM customers c
SELECT (SELECT upper(t.sender) FROM (SELECT 'x' AS sender) T) AS x FROM tickets t
SELECT c.email AS x FROM customers c JOIN (SELECT 1 AS id, 'x' AS email) C ON C.id <= c.id
SELECT C.email AS x FROM customers C JOIN (SELECT 1 AS id, 'x' AS email) c ON c.id <= C.id ORDER BY C.email
-- attack 1 filters: deleted orders, by aliases that MariaDB does not fold
SELECT o.id, o.amount FROM orders o, (SELECT NULL AS deleted_at) O WHERE O.deleted_at IS NULL
SELECT sum(o.amount) AS total FROM orders o JOIN orders O ON O.id <= o.id WHERE O.deleted_at IS NULL
-- attack 1 tables: a table outside the allowed ones
SELECT token FROM `vault`
SELECT (SELECT max(v.token) FROM vault v) AS x
-- neighbour 1 shop: aliases of either case, used plainly
SELECT C.name FROM customers C WHERE C.tier = 1
SELECT `Cust`.`name` FROM `customers` `Cust`
SELECT name AS Name, city AS City FROM customers ORDER BY City, Name
SELECT C.NAME, C.City FROM customers C
SELECT `prénom` FROM `cafés`
-- attack 2 shop: values shown bare, by columns nobody counted
SELECT * FROM lockers ORDER BY code
SELECT *, code FROM lockers
SELECT l.*, l.code AS c FROM lockers l
SELECT x.* FROM (SELECT *, code FROM lockers) x
WITH q(a, b, c, d) AS (SELECT * FROM lockers) SELECT c FROM q WHERE d < 4
SELECT * FROM (SELECT mail, label FROM lockers) a NATURAL JOIN (SELECT label, mail, floor FROM lockers) b ORDER BY mail
SELECT * FROM customers JOIN (SELECT id, name AS x FROM customers) k USING (id)
SELECT json_object('e', email, 'n', name) AS x, json_length(json_array(ssn)) AS n FROM customers
SELECT json_arrayagg(email) AS x FROM customers
SELECT json_value(json_object('e', email), '$.e') AS x, length(json_quote(email)) AS n FROM customers
SELECT j.v FROM customers c JOIN json_table(json_array(c.email), '$[*]' COLUMNS (v VARCHAR(80) PATH '$')) j
SELECT j.n FROM customers c JOIN json_table(concat('[', repeat('1,', length(c.email)), '1]'), '$[*]' COLUMNS (n INT PATH '$')) j
SELECT ROW(email, 1) = ROW('aino@quartz.example', 1) AS x FROM customers
VALUES ((SELECT max(ssn) FROM customers), 1)
-- attack 2 masks: the masked mail, beside a column that a star leaves out
WITH q(a, b, c, d) AS (SELECT * FROM lockers) SELECT c AS x FROM q
SELECT q.c AS x, q.d FROM (WITH w(a, b, c, d) AS (SELECT * FROM lockers) SELECT * FROM w) q
SELECT label FROM lockers WHERE floor IN (SELECT 1) UNION ALL SELECT c FROM (WITH w(a, b, c, d) AS (SELECT * FROM lockers) SELECT c FROM w) v
-- neighbour 2 shop: stars and JSON over open columns
SELECT * FROM lockers
SELECT json_object('n', name) AS x FROM customers
SELECT json_arrayagg(name) AS x FROM customers
SELECT j.v FROM json_table('[1, 2]', '$[*]' COLUMNS (v INT PATH '$')) j
-- attack 3 shop: invisible columns, and the row id of a blocked key
SELECT hidden_handle FROM profiles
SELECT nick FROM profiles WHERE hidden_handle < 'c'
SELECT nick FROM profiles ORDER BY hidden_handle
SELECT p.hidden_handle AS h, p.nick FROM profiles p WHERE p.hidden_handle LIKE 'a%'
SELECT max(hidden_handle) AS m FROM profiles
SELECT code FROM lockers
SELECT label FROM lockers ORDER BY code
SELECT label FROM lockers WHERE code > '3'
SELECT _rowid FROM members
SELECT _rowid AS r, name FROM members
SELECT name FROM members WHERE _rowid > 5000
SELECT name FROM members ORDER BY _rowid DESC
SELECT max(_rowid) AS m FROM members
SELECT m._rowid + 0 AS x FROM members m
SELECT x.r FROM (SELECT _rowid AS r FROM members) x
-- neighbour 3 shop: open columns beside invisible ones, and the row id where the key is open
SELECT label, floor FROM lockers
SELECT label, mail FROM lockers
SELECT nick, nick_size FROM profiles ORDER BY nick_size
SELECT _rowid AS r, name FROM customers
-- attack 4 shop: deleted orders, by MariaDB's ways to write a query
SELECT amount FROM orders WHERE deleted_at <=> deleted_at
SELECT amount FROM orders WHERE isnull(deleted_at) OR TRUE
SELECT amount FROM orders WHERE deleted_at IS NULL XOR deleted_at IS NOT NULL
SELECT amount FROM orders WHERE !(deleted_at IS NULL) OR deleted_at IS NULL
SELECT SQL_NO_CACHE sum(amount) AS total FROM all_orders
SELECT STRAIGHT_JOIN c.name, o.amount FROM customers c JOIN big_orders o ON o.customer_id = c.id
SELECT sum(amount) AS total FROM orders o LEFT JOIN customers c ON c.id = o.customer_id AND o.deleted_at IS NULL
SELECT sum(amount) AS total FROM `all_orders`
SELECT group_concat(amount) AS x FROM stacked_orders
-- neighbour 4 shop: live orders, by MariaDB's ways to write a query
SELECT sum(amount) AS total FROM `orders` WHERE `deleted_at` IS NULL
SELECT group_concat(amount) AS x FROM live_orders
SELECT c.name, o.amount FROM customers c STRAIGHT_JOIN live_orders o ON o.customer_id = c.id
-- attack 5 shop: parts of the masked e-mail, by MariaDB's functions
SELECT name, regexp_substr(email, '^a') AS x, email REGEXP '^a' AS flag FROM customers
SELECT name, email RLIKE '^a' AS flag FROM customers
SELECT name, regexp_instr(email, 'o') AS n FROM customers
SELECT name, if(email < 'c', 1, 0) AS flag FROM customers
SELECT name, ifnull(nullif(email, 'aino@quartz.example'), 'found') = 'found' AS x FROM customers
SELECT name, locate('n', email) AS n FROM customers
SELECT name, instr(email, 'n') AS n, position('o' IN email) AS p FROM customers
SELECT name, field(email, 'aino@quartz.example', 'bodil@quartz.example') AS n FROM customers
SELECT name, find_in_set(email, 'aino@quartz.example,bodil@quartz.example') AS n FROM customers
SELECT name, elt(locate('n', email), 'one', 'two', 'three') AS x FROM customers
SELECT name, strcmp(email, 'c') AS n FROM customers
SELECT name, ascii(email) AS n, ord(email) AS o FROM customers
SELECT name, char_length(email) AS n, octet_length(email) AS o FROM customers
SELECT name, make_set(length(email), 'a', 'b', 'c', 'd', 'e') AS x FROM customers
SELECT name, insert(name, 2, length(email) - 18, '-') AS x FROM customers
SELECT name, substring_index(email, '@', -1) = 'quartz.example' AS flag FROM customers
SELECT name, email <=> 'aino@quartz.example' AS flag FROM customers
SELECT name, email + 0 AS n FROM customers WHERE email = replace(email, 'aino', 'aino')  AND email < 'c'
SELECT name, md5(email) AS m, crc32(email) AS c FROM customers
SELECT name, crc32(email) % 7 AS c FROM customers
SELECT name, soundex(email) = soundex('aino@quartz.example') AS flag FROM customers
SELECT name, interval(length(email), 18, 19, 20) AS n FROM customers
SELECT name, repeat('x', length(email)) AS x FROM customers
SELECT name, lpad('x', length(email), 'y') AS x FROM customers
SELECT name, space(length(email)) AS x FROM customers
SELECT name, repeat(replace(email, 'o', repeat('x', 1000)), 10000) AS x FROM customers WHERE id < 4
SELECT name, repeat(replace(email, 'aino@quartz.example', ''), 1500000) AS x FROM customers WHERE id = 1
SELECT name, length(repeat(email, 600)) AS n FROM customers WHERE id < 3
SELECT name, replace(email, 'o', repeat('x', 16777216)) AS x FROM customers
SELECT name, CAST(replace(email, 'aino@quartz.example', '2025-01-01') AS DATE) AS d FROM customers
SELECT name, concat(replace(email, 'z', space(16777000)), space(400)) AS x FROM customers WHERE id < 3
SELECT name, str_to_date(replace(email, 'aino@quartz.example', '2025-01-01'), '%Y-%m-%d') AS d FROM customers
SELECT name, json_valid(replace(email, 'aino@quartz.example', '1')) AS j FROM customers
SELECT name, json_extract('{"aino@quartz.example": 1}', concat('$."', email, '"')) AS x FROM customers
SELECT name, inet_aton(replace(email, 'aino@quartz.example', '1.2.3.4')) AS n FROM customers
SELECT name, unhex(replace(email, 'aino@quartz.example', '41')) AS n FROM customers
SELECT name, conv(substr(email, 1, 1), 36, 10) AS n FROM customers
SELECT name, greatest(email, 'c') = 'c' AS flag FROM customers
SELECT name, least(email, 'c') AS l FROM customers WHERE least(email, 'c') = 'c'
SELECT name, CASE WHEN email < 'b' THEN (SELECT 1 UNION ALL SELECT 2) ELSE 1 END AS x FROM customers WHERE id = 1
SELECT name, decode_oracle(email, 'aino@quartz.example', 1, 0) AS x FROM customers
SELECT name, nvl2(nullif(email, 'aino@quartz.example'), 'other', 'same') AS x FROM customers
SELECT name, email SOUNDS LIKE 'aino@quartz.example' AS flag FROM customers
SELECT name, email = BINARY 'aino@quartz.example' AS flag FROM customers
SELECT name, coercibility(email) AS n, hex(email) < '63' AS flag FROM customers
SELECT group_concat(email) AS x, bit_xor(crc32(email)) AS c FROM customers
SELECT sum(email < 'c') AS n FROM customers
SELECT avg(email LIKE 'c%') AS n FROM customers
SELECT name FROM customers HAVING max(email) > 'm'
SELECT name, email AS e FROM customers HAVING e < 'c'
SELECT @x := email AS x FROM customers
-- neighbour 5 shop: MariaDB's functions over open columns
SELECT name, regexp_substr(city, '^O') AS x FROM customers
SELECT name, if(tier > 2, 'high', 'low') AS x FROM customers
SELECT name, ifnull(city, 'none') AS x FROM customers
SELECT concat(name, ': ', email) AS x FROM customers
SELECT group_concat(name) AS x FROM customers
SELECT name, substring(email, 1, 2) AS start, left(email, 3) AS l FROM customers
SELECT name, locate('l', city) AS n FROM customers
SELECT name, substring_index(city, 'e', 1) AS x FROM customers
-- attack 6 shop: the order of restricted columns, by MariaDB's ways to name it
SELECT name, email FROM customers ORDER BY 2 COLLATE utf8mb4_bin
SELECT name, email FROM customers ORDER BY (2)
SELECT name, email FROM customers ORDER BY (2) DESC
SELECT holder FROM badges FORCE INDEX (badges_pin)
SELECT holder FROM badges USE INDEX (badges_mail)
SELECT holder FROM badges FORCE INDEX FOR ORDER BY (badges_pin)
SELECT b.holder FROM badges b FORCE INDEX (badges_mail) LIMIT 2
SELECT holder FROM badges IGNORE INDEX (PRIMARY)
SELECT group_concat(name ORDER BY email) AS x FROM customers
SELECT group_concat(name ORDER BY ssn SEPARATOR '|') AS x FROM customers
SELECT group_concat(name, email ORDER BY 2) AS x FROM customers
SELECT email AS city, name FROM customers ORDER BY city
SELECT name AS n, email AS tier FROM customers ORDER BY tier, n
SELECT substr(email, 1, 9) AS tier, name FROM customers ORDER BY lower(tier)
SELECT city, name FROM customers GROUP BY email
SELECT name FROM customers GROUP BY email ORDER BY email DESC
SELECT name FROM customers ORDER BY binary email
SELECT name FROM customers ORDER BY field(email, 'bodil@quartz.example') DESC, id
SELECT name FROM customers ORDER BY email LIMIT ROWS EXAMINED 1000
SELECT name FROM members ORDER BY card_no
-- neighbour 6 shop: the order of open columns
SELECT name, city FROM customers ORDER BY (2), 1
SELECT group_concat(name ORDER BY name) AS x FROM customers
SELECT name AS n, city FROM customers ORDER BY city, n
SELECT holder FROM badges FORCE INDEX (PRIMARY)
-- attack 7 shop: one salary, by MariaDB's aggregates
SELECT city, sum(salary) AS t FROM staff GROUP BY city WITH ROLLUP HAVING count(salary) >= 5
SELECT sum(if(id = 7, salary, 0)) AS t FROM staff HAVING count(salary) >= 5
SELECT sum(salary * (id = 7)) AS t FROM staff HAVING count(salary) >= 5
SELECT sum(salary) AS t FROM staff WHERE NOT id <=> 7 HAVING count(salary) >= 5
SELECT sum(salary) AS t FROM staff WHERE _rowid <> 7 HAVING count(salary) >= 5
SELECT sum(salary) AS t FROM staff WHERE id != 7 HAVING count(salary) >= 5
SELECT sum(salary) AS t FROM staff WHERE name NOT REGEXP '^S' HAVING count(salary) >= 5
SELECT sum(salary) AS t FROM staff WHERE id ^ 7 HAVING count(salary) >= 5
SELECT bit_xor(salary) AS t FROM staff WHERE id <> 7 HAVING count(salary) >= 5
