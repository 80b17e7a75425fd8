-- columns that may be read
SELECT id, name, city FROM members
SELECT count(*) FROM members
SELECT count(*) AS email FROM members
SELECT city AS email FROM members
SELECT city AS email FROM members ORDER BY email
SELECT 'email' AS label, 'SELECT card_no FROM members' AS t
SELECT m.name, count(*) FROM members m JOIN loans l ON l.member_id = m.id GROUP BY m.name
SELECT l.* FROM loans l JOIN members m ON m.id = l.member_id WHERE m.city = 'Rom'
SELECT * FROM books
SELECT email.id FROM books AS email
SELECT x.n FROM (SELECT name AS n FROM members) x
WITH t AS (SELECT id, name FROM members) SELECT * FROM t
WITH vault AS (SELECT id FROM books) SELECT * FROM vault
SELECT name FROM members m WHERE EXISTS (SELECT * FROM loans l WHERE l.member_id = m.id)
SELECT id FROM loans l WHERE EXISTS (SELECT * FROM members m WHERE m.id = l.member_id)
SELECT name FROM authors WHERE id IN (SELECT author_id FROM books)
SELECT * FROM member_public
SELECT id, name FROM member_contact
SELECT a.id FROM authors a JOIN members m USING (id)
SELECT name FROM authors UNION SELECT name FROM members
SELECT 1
