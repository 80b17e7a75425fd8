SELECT `email` FROM members
SELECT struct(m.*) FROM members m
SELECT struct(*) FROM members
SELECT to_json(struct(m.*)) FROM members m
SELECT * EXCEPT (card_no) FROM members
SELECT id FROM members SORT BY email
SELECT id FROM members DISTRIBUTE BY email
SELECT id FROM members CLUSTER BY card_no
SELECT transform(array(1), x -> email) FROM members
SELECT collect_list(email) FROM members
SELECT * FROM (SELECT id, email FROM members) UNPIVOT (v FOR k IN (email))
SELECT * FROM (SELECT id, city, email FROM members) PIVOT (max(email) FOR city IN ('Rom'))
SELECT t.x FROM members LATERAL VIEW explode(array(email)) t AS x
FROM members
FROM members SELECT email
FROM members |> SELECT email
FROM members |> WHERE email LIKE 'a%' |> SELECT id
FROM members |> EXTEND email AS x |> SELECT x
FROM members |> DROP name
FROM members |> SET name = email
FROM books |> UNION ALL (SELECT token FROM vault)
FROM vault |> SELECT token
TABLE members
TABLE vault
SELECT email AS x, x || '!' FROM members
SELECT * FROM spark_catalog.other.books
SELECT stack(2, email, name) FROM members
-- more ways round
SELECT transform(array(email), x -> x) FROM members
SELECT named_struct('a', email).a FROM members
SELECT * EXCEPT (id) FROM members
SELECT x FROM members LATERAL VIEW explode(split(email, '')) t AS x
FROM members |> AGGREGATE max(email)
FROM members |> ORDER BY email |> SELECT id
SELECT max_by(name, email) FROM members
SELECT to_json(struct(*)) FROM members
