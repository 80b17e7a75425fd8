CREATE TABLE customers (
  id INTEGER PRIMARY KEY, name VARCHAR NOT NULL, email VARCHAR, phone VARCHAR, country VARCHAR, city VARCHAR,
  segment VARCHAR, signed_up_on DATE NOT NULL, deleted_at TIMESTAMP
);
CREATE TABLE products (
  id INTEGER PRIMARY KEY, name VARCHAR NOT NULL, category VARCHAR NOT NULL, price_cents INTEGER NOT NULL,
  launched_on DATE NOT NULL, discontinued_on DATE
);
CREATE TABLE orders (
  id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers (id), order_date DATE NOT NULL,
  status VARCHAR NOT NULL, channel VARCHAR NOT NULL
);
CREATE TABLE order_lines (
  id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL REFERENCES orders (id),
  product_id INTEGER NOT NULL REFERENCES products (id), quantity INTEGER NOT NULL, unit_price_cents INTEGER NOT NULL,
  discount_percent INTEGER
);
CREATE TABLE page_views (
  id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers (id), page VARCHAR NOT NULL, viewed_on DATE NOT NULL
);
INSERT INTO customers VALUES
  (1, 'Jürgen Wagner', 'juergen@example.org', '030 1', 'Germany', 'Berlin', 'private', '2023-02-01', NULL),
  (2, 'Lucie Perrin', 'lucie@example.org', NULL, 'France', 'Lyon', 'private', '2023-05-11', NULL),
  (3, 'Marta Kovač', NULL, '040 3', 'Croatia', 'Split', 'business', '2024-01-20', NULL),
  (4, 'Tom Ashford', 'tom@example.org', '', 'Ireland', 'Cork', 'business', '2024-06-02', '2025-03-04 10:00:00'),
  (5, 'Anna Berger', 'anna@example.org', '050 5', 'Germany', 'Hamburg', 'enterprise', '2025-02-14', NULL),
  (6, 'Anna Lind', 'lind@example.org', '060 6', 'France', 'Paris', 'enterprise', '2025-04-30', NULL),
  (7, 'Søren Holm', 'holm@example.org', NULL, 'Denmark', 'Aarhus', 'private', '2025-05-05', '2025-06-01 09:00:00');
INSERT INTO products VALUES
  (1, 'Hollin Green Sencha', 'Tea', 900, '2023-01-15', NULL),
  (2, 'Hollin Black Assam', 'Tea', 800, '2023-01-15', '2025-01-31'),
  (3, 'Velmar Stone Teapot', 'Pottery', 4500, '2023-04-01', NULL),
  (4, 'Velmar Green Bowl', 'Pottery', 1500, '2023-04-01', '2024-11-30'),
  (5, 'Orrin Travel Kettle', 'Electronics', 6500, '2024-02-01', NULL),
  (6, 'Orrin Scented Candle', 'Kitchen', 1200, '2024-09-12', NULL),
  (7, 'Hollin Tea Strainer', 'Kitchen', 700, '2025-03-01', NULL);
INSERT INTO orders VALUES
  (501, 1, '2024-03-02', 'delivered', 'web'), (502, 1, '2025-01-15', 'delivered', 'phone'),
  (503, 2, '2025-02-20', 'cancelled', 'web'), (504, 3, '2025-03-08', 'shipped', 'store'),
  (505, 5, '2025-04-01', 'pending', 'app'), (506, 5, '2025-05-17', 'delivered', 'web'),
  (507, 4, '2024-08-08', 'delivered', 'phone'), (508, 6, '2024-09-09', 'pending', 'app');
INSERT INTO order_lines VALUES
  (1, 501, 1, 2, 900, NULL), (2, 501, 3, 1, 4500, 10), (3, 502, 2, 3, 800, NULL), (4, 503, 5, 1, 6500, 0),
  (5, 504, 6, 4, 1200, 5), (6, 504, 7, 1, 700, NULL), (7, 505, 1, 5, 900, NULL), (8, 506, 5, 1, 6500, 15),
  (9, 507, 4, 2, 1500, NULL), (10, 508, 6, 1, 1200, NULL);
INSERT INTO page_views VALUES
  (1, 1, '/new', '2025-01-02'), (2, 1, '/account', '2025-01-03'), (3, 2, '/new', '2025-02-02'),
  (4, 5, '/pricing', '2025-03-02'), (5, NULL, '/account', '2025-03-03'), (6, 6, '/', '2025-03-04');
