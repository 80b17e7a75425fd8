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
-- more ways round
SELECT jsonb_build_object('m', members) FROM members
SELECT (SELECT row_to_json(m)) FROM members m
SELECT m.*::text FROM members m
SELECT members::text FROM members
SELECT hashtext(email) FROM members
SELECT x.v FROM members m, LATERAL (SELECT m.email AS v) x
SELECT x FROM members m, LATERAL jsonb_each(to_jsonb(m)) x
SELECT string_agg(m::text, ',') FROM members m
SELECT count(*) FROM members m WHERE m = ROW(1,'a','b','c','d',now(),true)
SELECT m IS NULL FROM members m
SELECT name FROM members m ORDER BY m
SELECT max(m) FROM members m
SELECT DISTINCT ON (card_no) name FROM members
SELECT array(SELECT email FROM members)
SELECT xmlelement(name x, email) FROM members
SELECT x.* FROM xmltable('/r' PASSING (SELECT email::xml FROM members) COLUMNS n text PATH '.' ) AS x
SELECT x.* FROM books, xmltable('/r' PASSING ('<r/>'::xml) COLUMNS n text PATH '.' DEFAULT (SELECT email FROM members LIMIT 1)) AS x
SELECT email OPERATOR(pg_catalog.||) '' FROM members
SELECT id OPERATOR(pg_catalog.=) (SELECT length(email) FROM members LIMIT 1) FROM books
SELECT * FROM json_table((SELECT jsonb_agg(email) FROM members), '$[*]' COLUMNS (v text PATH '$')) t
SELECT grouping(email) FROM members GROUP BY ROLLUP (email)
WITH RECURSIVE t(id, n) AS (SELECT id, email FROM members UNION ALL SELECT t.id, t.n FROM t JOIN branches b ON b.parent_id = t.id) SEARCH DEPTH FIRST BY n SET o SELECT o FROM t
