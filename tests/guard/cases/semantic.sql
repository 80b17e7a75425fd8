-- expects: fan_out
SELECT sum(o.total) FROM orders o JOIN order_items i ON i.order_id = o.id
SELECT c.name, sum(o.total) FROM customers c JOIN orders o ON o.customer_id = c.id JOIN order_items i ON i.order_id = o.id GROUP BY c.name
SELECT avg(o.total) FROM orders o LEFT JOIN order_items i ON o.id = i.order_id
SELECT count(o.id) FROM orders o, order_items i WHERE i.order_id = o.id AND i.qty > 1
SELECT sum(total) FROM orders JOIN payments ON payments.order_id = orders.id
SELECT o.customer_id, sum(o.total) / count(DISTINCT o.id) FROM orders o JOIN order_items i ON i.order_id = o.id GROUP BY 1
SELECT c.name FROM customers c JOIN orders o ON o.customer_id = c.id JOIN payments p ON p.order_id = o.id GROUP BY c.name HAVING sum(o.total) > 10
SELECT c.name FROM customers c JOIN orders o ON o.customer_id = c.id JOIN payments p ON p.order_id = o.id GROUP BY c.name ORDER BY sum(o.total) DESC
SELECT sum(c.credit) FROM customers c JOIN orders o ON o.customer_id = c.id JOIN products p ON p.id = o.id
SELECT sum(total) FROM orders JOIN order_items USING (order_no)
SELECT sum(i.qty) FROM order_items i JOIN orders o ON o.id = i.order_id JOIN payments p ON p.order_id = o.id
SELECT count(*) FROM order_items i JOIN orders o ON o.id = i.order_id JOIN payments p ON p.order_id = o.id
SELECT count(1) FROM payments p JOIN order_items i ON i.order_id = p.order_id
WITH big AS (SELECT id, total FROM orders WHERE total > 5) SELECT sum(big.total) FROM big JOIN order_items i ON i.order_id = big.id
SELECT sum(x.total) FROM (SELECT * FROM orders) x JOIN order_items i ON i.order_id = x.id
WITH per AS (SELECT order_id, product_id, sum(qty) AS q FROM order_items GROUP BY order_id, product_id) SELECT sum(o.total) FROM orders o JOIN per ON per.order_id = o.id
SELECT sum(o.total) FROM orders o JOIN (SELECT DISTINCT order_id, product_id FROM order_items) d ON d.order_id = o.id
SELECT sum(z.residents) FROM zones z JOIN shops s ON s.zone = z.code
SELECT (SELECT sum(o.total) FROM orders o JOIN order_items i ON i.order_id = o.id WHERE o.customer_id = c.id) FROM customers c
-- expects: nothing
SELECT sum(i.qty) FROM orders o JOIN order_items i ON i.order_id = o.id
SELECT max(o.total), min(o.total) FROM orders o JOIN order_items i ON i.order_id = o.id
SELECT count(DISTINCT o.id) FROM orders o JOIN order_items i ON i.order_id = o.id
SELECT count(*) FROM orders o JOIN order_items i ON i.order_id = o.id
SELECT c.name, count(*) AS n FROM customers c JOIN orders o ON o.customer_id = c.id GROUP BY c.name ORDER BY n DESC
SELECT c.id, c.name, count(o.id) FROM customers c LEFT JOIN orders o ON o.customer_id = c.id GROUP BY c.id, c.name
SELECT sum(o.total) FROM orders o JOIN customers c ON c.id = o.customer_id WHERE c.status = 'active'
SELECT sum(i.qty * p.price) FROM order_items i JOIN products p ON p.id = i.product_id JOIN orders o ON o.id = i.order_id
SELECT sum(o.total) FROM orders o JOIN order_items i ON i.order_id = o.id AND i.line_no = 1
SELECT sum(o.total) FROM orders o WHERE EXISTS (SELECT 1 FROM order_items i WHERE i.order_id = o.id)
SELECT sum(o.total) FROM orders o WHERE o.id IN (SELECT order_id FROM order_items)
SELECT sum(o.total), sum(s.q) FROM orders o JOIN (SELECT order_id, sum(qty) AS q FROM order_items GROUP BY order_id) s ON s.order_id = o.id
WITH per AS (SELECT order_id AS k, sum(qty) AS q FROM order_items GROUP BY 1) SELECT sum(o.total) FROM orders o LEFT JOIN per ON per.k = o.id
WITH paid AS (SELECT DISTINCT order_id FROM payments) SELECT sum(o.total) FROM orders o JOIN paid ON paid.order_id = o.id
WITH latest AS (SELECT max(id) AS id FROM orders) SELECT sum(o.total) FROM orders o JOIN latest ON latest.id = o.id
WITH o2 AS (SELECT o.id, o.total, c.name FROM orders o JOIN customers c ON c.id = o.customer_id) SELECT sum(i.qty) FROM order_items i JOIN o2 ON o2.id = i.order_id
WITH a AS (SELECT count(*) AS n FROM orders), b AS (SELECT count(*) AS n FROM customers), d AS (SELECT count(*) AS n FROM products), e AS (SELECT count(*) AS n FROM payments), f AS (SELECT 1 AS n), g AS (SELECT sum(qty) AS n FROM order_items) SELECT a.n, b.n, d.n, e.n, f.n, g.n FROM a, b, d, e, f, g
SELECT avg(o.total) FROM orders o JOIN order_items i ON i.order_id = o.id GROUP BY o.id
SELECT sum(s.seats) FROM shops s JOIN zones z ON z.code = s.zone
SELECT sum(o.total) FROM orders o JOIN vips v ON v.customer_no = o.customer_id
SELECT o.id, o.total / t.s FROM orders o CROSS JOIN (SELECT sum(total) AS s FROM orders) t
SELECT count(*) FROM customers WHERE status = 'active' OR status IN ('closed', 'paused')
SELECT count(*) FROM customers WHERE status <> 'gone' AND status LIKE 'Act%' AND lower(status) = 'active' AND 'PAUSED' = upper(status)
SELECT count(*) FROM customers WHERE name = 'Nobody'
-- expects: unknown_value
SELECT count(*) FROM customers WHERE status = 'Active'
SELECT count(*) FROM customers c WHERE 'Active' = c.status
SELECT name FROM customers WHERE status IN ('active', 'Closed')
SELECT o.id FROM orders o JOIN customers c ON c.id = o.customer_id AND c.status = 'open'
WITH a AS (SELECT id, status AS s FROM customers) SELECT count(*) FROM a WHERE s = 'ACTIVE'
SELECT count(*) FROM (SELECT * FROM customers) x WHERE x.status = 'none'
SELECT sum(CASE WHEN status = 'act' THEN 1 END) FROM customers
SELECT count(*) FROM customers WHERE lower(status) = 'opened'
-- expects: cartesian_product
SELECT count(*) FROM orders, customers
SELECT count(*) FROM orders o JOIN customers c ON c.id = c.id
SELECT count(*) FROM (SELECT * FROM clicks) a, (SELECT * FROM clicks) b
WITH a AS (SELECT id FROM clicks), b AS (SELECT id FROM clicks UNION ALL SELECT id FROM clicks) SELECT count(*) FROM a, b
SELECT count(*) FROM (SELECT a.id FROM clicks a, clicks b) x
-- expects: unbounded_recursion
WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT count(*) FROM r
WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE 1 = 1) SELECT count(*) FROM r
WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 100000000000) SELECT count(*) FROM r
