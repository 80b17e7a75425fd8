SELECT members FROM members
SELECT m FROM members m
SELECT row_to_json(m) FROM members m
SELECT to_jsonb(m)->>'email' FROM members m
SELECT m::text FROM members m
SELECT ROW(m.*) FROM members m
SELECT (m).email FROM members m
SELECT (m.*)::text FROM members m
SELECT array_agg(m) FROM members m
SELECT json_agg(x) FROM (SELECT * FROM members) x
SELECT count(m.*) FROM members m
SELECT m.row_to_json FROM members m
SELECT upper(email -> 'x') FROM members
SELECT e FROM members AS m(a, b, e)
SELECT x.* FROM members m CROSS JOIN LATERAL (SELECT m.*) x
SELECT x.* FROM members m CROSS JOIN LATERAL (VALUES (m.email)) x(v)
SELECT * FROM (members JOIN loans ON loans.member_id = members.id) AS j
SELECT DISTINCT ON (email) id FROM members
SELECT id FROM members TABLESAMPLE SYSTEM (10) WHERE email IS NOT NULL
SELECT string_agg(name, ',' ORDER BY email) FROM members
SELECT count(*) FILTER (WHERE email LIKE 'a%') FROM members
SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY card_no) FROM members
SELECT id FROM members WINDOW w AS (ORDER BY email)
SELECT id FROM members LIMIT (SELECT length(email) FROM members LIMIT 1)
SELECT * FROM ONLY members
TABLE members
TABLE vault
SELECT * FROM ONLY vault
SELECT * FROM public.vault
SELECT * FROM db.public.books
SELECT * FROM "Books"
SELECT m.id FROM members m WHERE (m.id, m.email) = (1, 'x')
SELECT unnest(ARRAY[email]) FROM members
SELECT * FROM unnest(ARRAY(SELECT email FROM members)) AS t(x)
SELECT jsonb_build_object('e', email) FROM members
SELECT id FROM members GROUP BY GROUPING SETS ((id), (id, email))
