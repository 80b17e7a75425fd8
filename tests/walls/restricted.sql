-- a blocked column by any name
SELECT email FROM members
SELECT m.email FROM members AS m
SELECT MEMBERS.EMAIL FROM members
SELECT * FROM members
SELECT m.* FROM members m JOIN loans l ON l.member_id = m.id
SELECT a.x FROM (SELECT email AS x FROM members) a
WITH a AS (SELECT id, email AS x FROM members) SELECT x FROM a
SELECT id FROM books UNION ALL SELECT email FROM members
SELECT UPPER(email) FROM members
SELECT name || email FROM members
SELECT CASE WHEN email LIKE 'a%' THEN 1 ELSE 0 END FROM members
SELECT (SELECT email FROM members WHERE id = 1) FROM books
-- a blocked column decides
SELECT id FROM members WHERE email LIKE 'a%'
SELECT id FROM members ORDER BY email
SELECT COUNT(*) FROM members GROUP BY email
SELECT name FROM members GROUP BY name HAVING MAX(email) > 'm'
SELECT l.id FROM loans l JOIN members m ON l.note = m.email
SELECT id FROM books WHERE EXISTS (SELECT 1 FROM members WHERE email > 'm')
SELECT id FROM books WHERE title IN (SELECT email FROM members)
-- a blocked column in a figure
SELECT MIN(email) FROM members
SELECT MAX(email) AS m FROM members WHERE id > 0
SELECT COUNT(DISTINCT email) FROM members
SELECT ROW_NUMBER() OVER (ORDER BY email) FROM members
-- a table that is not allowed
SELECT id FROM vault
SELECT token FROM vault
SELECT v.id FROM books b JOIN vault v ON v.id = b.id
SELECT id FROM books WHERE id IN (SELECT id FROM vault)
WITH v AS (SELECT * FROM vault) SELECT id FROM books
SELECT COUNT(*) FROM vault
