SELECT "email" FROM members
SELECT [card_no] FROM members
SELECT members.email FROM main.members
SELECT m.'email' FROM members m
SELECT json_group_array(email) FROM members
SELECT json_object('e', email) FROM members
SELECT id FROM members WHERE email GLOB 'a*'
SELECT id FROM books WHERE id IN vault
SELECT id FROM books WHERE id IN main.vault
SELECT * FROM 'vault'
SELECT * FROM temp.books
SELECT email AS e FROM members WHERE e LIKE 'a%'
SELECT upper(email -> 'x') FROM members
SELECT value FROM members, json_each(members.email)
-- more ways round
SELECT id FROM members WHERE email IN books
SELECT value FROM members, json_each(json_array(email))
SELECT 'x' FROM members ORDER BY email
SELECT iif(email > 'a', 1, 0) FROM members
SELECT group_concat(name, email) FROM members
