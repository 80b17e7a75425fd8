CREATE TABLE customers (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, email TEXT NOT NULL, country TEXT NOT NULL, city TEXT NOT NULL,
  segment TEXT NOT NULL, signed_up_on DATE NOT NULL, deleted_at TIMESTAMP);
CREATE TABLE products (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, category TEXT NOT NULL, price_cents INTEGER NOT NULL,
  launched_on DATE NOT NULL, discontinued_on DATE);
CREATE TABLE orders (
  id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers (id), order_date DATE NOT NULL,
  status TEXT NOT NULL, channel TEXT NOT NULL, revenue DECIMAL(12,2));
CREATE TABLE order_lines (
  id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL REFERENCES orders (id),
  product_id INTEGER NOT NULL REFERENCES products (id), quantity INTEGER NOT NULL, unit_price_cents INTEGER NOT NULL,
  discount_percent INTEGER);
CREATE TABLE returns (
  id INTEGER PRIMARY KEY, order_line_id INTEGER NOT NULL REFERENCES order_lines (id), returned_on DATE NOT NULL,
  reason TEXT, refund_cents INTEGER NOT NULL);
CREATE TABLE web_events (
  id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers (id), event_type TEXT NOT NULL,
  occurred_at_ms BIGINT NOT NULL);
CREATE TABLE monthly_targets (month TEXT NOT NULL, target DECIMAL(12,2) NOT NULL);

INSERT INTO customers VALUES
  (1, 'Ada Berg', 'ada@example.com', 'Germany', 'Berlin', 'consumer', '2023-02-11', NULL),
  (2, 'Bo Chen', 'bo@example.com', 'France', 'Paris', 'enterprise', '2024-01-20', NULL),
  (3, 'Cy Diaz', 'cy@example.com', 'Germany', 'Hamburg', 'consumer', '2024-03-05', '2024-09-01 10:00:00'),
  (4, 'Di Evans', 'di@example.com', 'United Kingdom', 'London', 'small_business', '2024-07-30', NULL),
  (5, 'Ed Fry', 'ed@example.com', 'France', 'Lyon', 'consumer', '2022-12-31', NULL);
INSERT INTO products VALUES
  (1, 'Blue Mug', 'Kitchen', 1250, '2022-01-01', NULL), (2, 'Red Mug', 'Kitchen', 1350, '2022-06-01', '2024-05-01'),
  (3, 'Rake', 'Garden', 3000, '2023-01-15', NULL), (4, 'Puzzle', 'Toys', 1999, '2023-08-08', NULL);
INSERT INTO orders VALUES
  (1, 1, '2023-11-03', 'delivered', 'web', 25.00), (2, 1, '2024-01-10', 'delivered', 'web', 60.00),
  (3, 2, '2024-01-31', 'shipped', 'app', 119.94), (4, 2, '2024-02-14', 'cancelled', 'web', NULL),
  (5, 3, '2024-02-29', 'delivered', 'store', 13.50), (6, 4, '2024-12-31', 'pending', 'app', 530.10),
  (7, 1, '2025-01-01', 'delivered', 'phone', 42.42), (8, 2, '2025-03-15', 'delivered', 'web', 0.10),
  (9, 1, '2026-08-20', 'delivered', 'web', 10.20), (10, 4, '2026-10-05', 'shipped', 'web', 77.00);
INSERT INTO order_lines VALUES
  (1, 1, 1, 2, 1250, NULL), (2, 2, 3, 2, 3000, NULL), (3, 3, 4, 6, 1999, 0), (4, 4, 1, 1, 1250, NULL),
  (5, 5, 2, 1, 1350, NULL), (6, 6, 3, 19, 3000, 10), (7, 6, 4, 1, 1999, NULL), (8, 7, 1, 3, 1250, 5),
  (9, 8, 2, 1, 1350, 50), (10, 9, 1, 1, 1250, NULL), (11, 10, 3, 2, 3000, NULL), (12, 10, 4, 1, 1999, NULL);
INSERT INTO returns VALUES
  (1, 1, '2023-11-20', 'damaged', 1250), (2, 6, '2025-01-05', 'damaged', 9000), (3, 3, '2024-02-20', NULL, 1999),
  (4, 12, '2026-10-09', 'too small', 1999);
INSERT INTO web_events VALUES
  (1, 1, 'view', 1709251200000), (2, NULL, 'view', 1709337600000), (3, 2, 'search', 1711929599999),
  (4, 2, 'view', 1711929600000), (5, 4, 'search', 1793491199999), (6, NULL, 'view', 1790812800000);
INSERT INTO monthly_targets VALUES ('2024-01', 150.00), ('2024-02', 150.00), ('2025-01', 99.50);
