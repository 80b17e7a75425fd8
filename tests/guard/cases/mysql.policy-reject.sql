SELECT `email` FROM `members`
SELECT GROUP_CONCAT(name ORDER BY email) FROM members
SELECT GROUP_CONCAT(card_no) FROM members
SELECT MATCH (email) AGAINST ('x') FROM members
SELECT id FROM members WHERE email REGEXP '^a'
SELECT id FROM members WHERE card_no = 0
SELECT id FROM members HAVING MAX(email) > 'a'
SELECT UPPER(email -> '$.x') FROM members
SELECT IF(email LIKE 'a%', 1, 0) FROM members
SELECT id FROM members WHERE (id, card_no) IN ((1, '2'))
TABLE members
SELECT * FROM otherdb.books
SELECT t.x FROM members m, JSON_TABLE(m.email, '$[*]' COLUMNS (x VARCHAR(9) PATH '$')) AS t
-- more ways round
SELECT JSON_ARRAYAGG(email) FROM members
SELECT email->'$.a' FROM members
SELECT GROUP_CONCAT(id ORDER BY email) FROM members
SELECT id FROM members ORDER BY FIELD(email, 'a')
SELECT j.v FROM members m, JSON_TABLE(m.email, '$[*]' COLUMNS (v TEXT PATH '$')) j
