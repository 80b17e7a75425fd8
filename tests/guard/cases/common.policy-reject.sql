-- named outright
SELECT email FROM members
SELECT members.card_no FROM members
SELECT m.email AS x FROM members AS m
SELECT EMAIL FROM MEMBERS
SELECT id, upper(email) FROM members
SELECT concat('x', card_no) FROM members
SELECT CASE WHEN card_no = '1' THEN 1 ELSE 0 END FROM members
SELECT coalesce(NULL, email) FROM members
SELECT tax_id FROM authors
-- not shown, but asked about
SELECT id FROM members WHERE email = 'a@b.c'
SELECT id FROM members WHERE card_no LIKE '4%'
SELECT id FROM members WHERE length(card_no) > 3
SELECT id FROM members WHERE email IS NULL
SELECT id FROM members WHERE id = 1 OR card_no BETWEEN '1' AND '2'
SELECT id FROM members ORDER BY email
SELECT id FROM members ORDER BY card_no || ''
SELECT count(*) FROM members GROUP BY email
SELECT count(DISTINCT email) FROM members
SELECT count(email) FROM members
SELECT max(card_no) FROM members
SELECT city FROM members GROUP BY city HAVING min(email) > 'a'
SELECT row_number() OVER (ORDER BY email) FROM members
SELECT sum(id) OVER (PARTITION BY card_no) FROM members
SELECT lag(email) OVER (ORDER BY id) FROM members
-- all columns
SELECT * FROM members
SELECT m.* FROM members m
SELECT m.*, 1 FROM members m JOIN loans l ON l.member_id = m.id
SELECT * FROM loans l JOIN members m ON m.id = l.member_id
SELECT name FROM (SELECT * FROM members) x
WITH m AS (SELECT * FROM members) SELECT city FROM m
-- renamed on the way
SELECT x.e FROM (SELECT email AS e FROM members) x
WITH t AS (SELECT email AS e FROM members) SELECT e FROM t
WITH t(a, b) AS (SELECT id, email FROM members) SELECT b FROM t
WITH a AS (SELECT id, card_no AS c FROM members), b AS (SELECT c FROM a) SELECT count(*) FROM b
SELECT title FROM books UNION ALL SELECT email FROM members
SELECT id FROM books EXCEPT SELECT card_no FROM members
SELECT (SELECT email FROM members LIMIT 1)
SELECT id FROM books WHERE title IN (SELECT card_no FROM members)
SELECT id FROM loans l WHERE EXISTS (SELECT 1 FROM members m WHERE m.id = l.member_id AND m.email LIKE 'a%')
SELECT (SELECT m.email) FROM members m
SELECT (SELECT max(b.id) FROM books b WHERE b.title = m.card_no) FROM members m
-- joins
SELECT a.id FROM authors a JOIN members m ON m.email = a.email
SELECT a.id FROM authors a, members m WHERE a.id = m.id AND a.name = m.card_no
SELECT a.id FROM members a JOIN members b USING (email)
SELECT a.name FROM members a JOIN members b USING (id, card_no)
SELECT a.id FROM members a NATURAL JOIN members b
-- views
SELECT mail FROM member_contact
SELECT count(*) FROM member_contact WHERE mail LIKE 'a%'
SELECT * FROM member_contact
SELECT v.mail FROM member_contact v
-- tables
SELECT token FROM vault
SELECT count(*) FROM vault
SELECT 1 FROM books WHERE EXISTS (SELECT 1 FROM vault)
SELECT id FROM books UNION SELECT id FROM vault
WITH vault AS (SELECT * FROM vault) SELECT * FROM vault
WITH books AS (SELECT * FROM vault) SELECT * FROM books
SELECT * FROM other.books
SELECT b.id FROM books b LEFT JOIN vault v ON v.id = b.id
-- conditions, orders, groups and names that stand for others
SELECT CASE WHEN email LIKE 'a%' THEN 1 ELSE 0 END FROM members
SELECT count(*) FROM members HAVING max(email) > 'm'
SELECT rank() OVER (ORDER BY email) FROM members
SELECT lag(name) OVER (PARTITION BY card_no ORDER BY id) FROM members
SELECT name FROM members ORDER BY length(email)
SELECT m.id FROM members m JOIN authors a ON a.email = m.email
SELECT id FROM members WHERE EXISTS (SELECT 1 FROM authors a WHERE a.email = members.email)
WITH m AS (SELECT * FROM members) SELECT id FROM m
WITH members AS (SELECT * FROM members) SELECT name FROM members
SELECT x.name FROM (SELECT id, name, email AS e FROM members) x
SELECT name FROM members UNION SELECT email FROM members
SELECT id FROM members WHERE (name, email) = ('a', 'b')
SELECT id FROM members WHERE id IN (SELECT id FROM members WHERE email > 'm')
SELECT DISTINCT email FROM members
SELECT name FROM members LIMIT (SELECT count(email) FROM members)
SELECT max(token) FROM vault
SELECT b.id FROM books b, vault v WHERE v.id = b.id
SELECT id FROM books WHERE id = (SELECT max(id) FROM vault)
WITH books AS (SELECT token AS title FROM vault) SELECT title FROM books
SELECT id FROM member_contact WHERE mail LIKE 'a%'
SELECT a.tax_id FROM authors AS a
SELECT * FROM authors a LEFT JOIN books b ON a.id = b.author_id
SELECT authors.* FROM authors
SELECT count(DISTINCT tax_id) FROM authors
SELECT * FROM members NATURAL JOIN authors
SELECT m.name FROM members m JOIN authors a USING (email)
SELECT sum(length(card_no)) FROM members
SELECT id, name AS email, email AS name FROM members
SELECT id FROM members ORDER BY 1, email DESC
SELECT id FROM members WHERE NOT email = 'x'
SELECT id FROM members WHERE email BETWEEN 'a' AND 'b'
SELECT name || email FROM members
SELECT upper(substr(email, 1, 1)) AS initial, count(*) FROM members GROUP BY 1
