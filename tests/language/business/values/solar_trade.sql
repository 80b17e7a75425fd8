CREATE TABLE clients (id INTEGER PRIMARY KEY, name VARCHAR(60), city VARCHAR(40), merged_into INTEGER);
INSERT INTO clients VALUES
 (1, 'Brook Dairy', 'Ghent', NULL), (2, 'Fenwick Mill', 'Ghent', NULL), (3, 'Harbour Baths', 'Bruges', NULL),
 (4, 'Brook Dairies', 'Ghent', 1), (5, 'Lark Nursery', 'Bruges', NULL);
CREATE TABLE engineers (id INTEGER PRIMARY KEY, first_name VARCHAR(30), last_name VARCHAR(30), gender VARCHAR(1), hired_on DATE, left_on DATE);
INSERT INTO engineers VALUES
 (1, 'Ines', 'Maas', 'f', '2021-02-01', NULL), (2, 'Tom', 'Rook', 'm', '2021-05-01', '2025-03-31'),
 (3, 'Wout', 'Pieters', 'm', '2023-09-01', NULL), (4, 'Kaat', 'Smit', 'f', '2024-01-15', '2024-11-30');
CREATE TABLE deals (id INTEGER PRIMARY KEY, client_id INTEGER REFERENCES clients(id), title VARCHAR(60), stage VARCHAR(20), amount DECIMAL(10,2), created_on DATE, closed_on DATE);
INSERT INTO deals VALUES
 (1, 1, 'Barn roof', 'Won', 12000, '2024-10-01', '2025-01-15'), (2, 2, 'Mill roof', 'Lost', 30000, '2025-01-10', '2025-02-20'),
 (3, 3, 'Pool heating', 'Won', 8000, '2025-02-01', '2025-04-02'), (4, 5, 'Greenhouse', 'Offer', 9500, '2025-05-05', NULL),
 (5, 1, 'Cowshed', 'Won', 5000, '2024-03-01', '2024-06-01'), (6, 2, 'Office', 'Prospecting', 4000, '2025-06-01', NULL);
CREATE TABLE charges (id INTEGER PRIMARY KEY, client_id INTEGER REFERENCES clients(id), months INTEGER, monthly_fee DECIMAL(8,2), discount DECIMAL(4,2), status VARCHAR(12), charged_on DATE);
INSERT INTO charges VALUES
 (1, 1, 12, 20.0, 0.1, 'Paid', '2025-01-05'), (2, 2, 1, 25.0, 0, 'failed', '2025-01-09'), (3, 2, 3, 25.0, 0, 'Paid', '2025-02-11'),
 (4, 3, 6, 20.0, 0, 'refunded', '2025-03-01'), (5, 5, 2, 30.0, 0, 'Paid', '2024-12-20');
CREATE TABLE visits (id INTEGER PRIMARY KEY, client_id INTEGER REFERENCES clients(id), engineer_id INTEGER REFERENCES engineers(id), visited_on DATE, worked_sec INTEGER, stars INTEGER);
INSERT INTO visits VALUES
 (1, 1, 1, '2025-01-20', 7200, 5), (2, 2, 1, '2025-02-03', 3600, 4), (3, 3, 2, '2025-02-10', 5400, 2),
 (4, 5, 3, '2025-03-07', 1800, 5), (5, 1, 3, '2024-09-09', 9000, 3), (6, 2, 2, '2024-10-01', 3600, 3);
