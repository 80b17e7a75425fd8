SELECT members FROM members
SELECT m FROM members m
SELECT struct_extract(m, 'email') FROM members m
SELECT m['email'] FROM members m
SELECT (m).email FROM members m
SELECT to_json(m) FROM members m
SELECT email.upper() FROM members
SELECT m.email.upper() FROM members m
SELECT (email).upper() FROM members
SELECT upper(email -> '$.x') FROM members
SELECT list_transform([m], x -> x.email) FROM members m
SELECT list_transform([1], x -> m.email) FROM members m
SELECT [m.email FOR x IN [1]] FROM members m
SELECT [x FOR x IN [email]] FROM members
SELECT * EXCLUDE (card_no) FROM members
SELECT * REPLACE (1 AS card_no) FROM members
SELECT * RENAME (email AS x) FROM members
SELECT COLUMNS('em.*') FROM members
SELECT COLUMNS('.*') FROM members
SELECT COLUMNS(c -> c LIKE 'e%') FROM members
SELECT max(COLUMNS(*)) FROM members
SELECT COLUMNS(['email']) FROM members
SELECT e FROM members t(a, b, e)
FROM members
FROM members SELECT email
SELECT value FROM (UNPIVOT members ON email, card_no)
PIVOT members ON city USING max(email)
PIVOT members ON email USING count(*)
FROM members PIVOT (count(*) FOR email IN ('a'))
SELECT id FROM members QUALIFY row_number() OVER (ORDER BY email) = 1
SELECT id FROM members a ASOF JOIN authors b ON a.email >= b.name
SELECT struct_pack(x := email) FROM members
SELECT {'x': email} FROM members
SELECT MAP {'x': email} FROM members
SELECT first(name ORDER BY email) FROM members
SELECT name FROM authors UNION BY NAME SELECT email AS name FROM members
SELECT email AS x, x || '!' FROM members
FROM vault
FROM memory.main.vault
FROM other.main.books
SELECT * FROM (PIVOT vault ON id USING max(token))
SELECT unnest([email]) FROM members
SELECT id, t.x FROM members, unnest([email]) AS t(x)
-- more ways round
SELECT m.* EXCLUDE (card_no) FROM members m
SELECT COLUMNS('e.*l') FROM members
SELECT COLUMNS(c -> c LIKE 'em%') FROM members
SELECT unnest(members) FROM members
FROM members SELECT max(COLUMNS(*))
SELECT list(m) FROM members m
SELECT m.email FROM members m QUALIFY row_number() OVER () = 1
SELECT * FROM members ORDER BY ALL
UNPIVOT members ON email INTO NAME n VALUE v
SELECT list_transform([1], lambda x : email) FROM members
SELECT {'a': email} FROM members
SELECT alias(email) FROM members
SELECT m FROM (SELECT members AS m FROM members)
SELECT id FROM members GROUP BY ALL HAVING any_value(email) > 'a'
SELECT * LIKE 'em%' FROM members
SELECT * EXCLUDE (id) FROM members
SELECT id FROM members USING SAMPLE 5 WHERE email > 'a'
