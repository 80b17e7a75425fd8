CREATE TABLE offices (id INTEGER PRIMARY KEY, city TEXT NOT NULL, country TEXT NOT NULL);
CREATE TABLE employees (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, title TEXT NOT NULL, office_id INTEGER NOT NULL REFERENCES offices (id),
  manager_id INTEGER REFERENCES employees (id), salary DECIMAL(10,2) NOT NULL, bonus DECIMAL(10,2) NOT NULL,
  hired_on DATE NOT NULL, left_on DATE);
CREATE TABLE expenses (
  id INTEGER PRIMARY KEY, employee_id INTEGER NOT NULL REFERENCES employees (id),
  approver_id INTEGER REFERENCES employees (id), spent_on DATE NOT NULL, category TEXT NOT NULL,
  amount DECIMAL(10,2) NOT NULL, tax DECIMAL(10,2) NOT NULL);
CREATE TABLE shipments (
  id INTEGER PRIMARY KEY, origin_office_id INTEGER NOT NULL REFERENCES offices (id),
  destination_office_id INTEGER NOT NULL REFERENCES offices (id), shipped_on DATE NOT NULL, weight_kg DECIMAL(8,2) NOT NULL);
INSERT INTO offices VALUES (1, 'Oslo', 'Norway'), (2, 'Paris', 'France'), (3, 'Madrid', 'Spain');
INSERT INTO employees VALUES
  (1, 'Vera Holm', 'Director', 1, NULL, 9000, 900, '2016-02-01', NULL),
  (2, 'Jon Lie', 'Engineer', 1, 1, 6200, 310, '2019-05-15', NULL),
  (3, 'Nina Roy', 'Manager', 2, 1, 6000, 600, '2018-09-01', NULL),
  (4, 'Luc Petit', 'Engineer', 2, 3, 6500, 260, '2017-03-10', NULL),
  (5, 'Ana Gil', 'Analyst', 3, 3, 4100, 205, '2024-01-08', NULL),
  (6, 'Eva Sol', 'Analyst', 3, 3, 3900, 0, '2024-06-17', '2026-03-31'),
  (7, 'Ole Dahl', 'Analyst', 1, 2, 4300, 129, '2025-02-03', NULL);
INSERT INTO expenses VALUES
  (1, 2, 1, '2026-01-12', 'travel', 640.00, 64.00), (2, 3, 1, '2026-02-03', 'meals', 45.50, 4.10),
  (3, 4, 3, '2026-02-20', 'travel', 310.00, 31.00), (4, 5, 3, '2026-05-06', 'software', 120.00, 25.20),
  (5, 2, 1, '2026-07-15', 'software', 89.90, 18.00), (6, 7, 2, '2026-07-28', 'meals', 18.40, 1.66),
  (7, 4, 3, '2026-10-09', 'travel', 505.00, 50.50), (8, 1, NULL, '2026-10-30', 'meals', 75.00, 6.75),
  (9, 3, 1, '2025-12-05', 'travel', 220.00, 22.00), (10, 7, 2, '2026-11-03', 'meals', 22.00, 2.00);
INSERT INTO shipments VALUES
  (1, 1, 2, '2026-09-02', 120.5), (2, 1, 3, '2026-10-01', 40), (3, 2, 1, '2026-10-06', 75.25), (4, 3, 2, '2026-10-08', 10),
  (5, 1, 2, '2026-10-20', 33.3), (6, 2, 3, '2026-11-04', 61), (7, 3, 1, '2026-11-14', 8.5), (8, 1, 2, '2025-11-14', 99);
