CREATE TABLE clients (
  client_no INTEGER PRIMARY KEY, client_name VARCHAR NOT NULL, town VARCHAR, email VARCHAR, since DATE
);
CREATE TABLE technicians (
  tech_id INTEGER PRIMARY KEY, first_name VARCHAR, last_name VARCHAR, town VARCHAR, hired_on DATE, left_on DATE
);
CREATE TABLE jobs (
  job_no VARCHAR PRIMARY KEY, client_no INTEGER REFERENCES clients (client_no),
  tech_id INTEGER REFERENCES technicians (tech_id), device VARCHAR, opened_on DATE NOT NULL, closed_on DATE,
  job_status VARCHAR NOT NULL, remark VARCHAR, warranty VARCHAR
);
CREATE TABLE invoices (
  invoice_no VARCHAR PRIMARY KEY, job_no VARCHAR REFERENCES jobs (job_no), issued_on DATE NOT NULL, paid_on DATE,
  amount DECIMAL(8, 2) NOT NULL
);
INSERT INTO clients VALUES
  (51, 'Brandt Optik', 'Kinsale', 'brandt@example.org', '2021-01-05'),
  (52, 'Brandt Logistics', 'Tralee', NULL, '2022-03-01'),
  (53, 'Opera House Garage', 'Kinsale', 'opera@example.org', '2023-07-19'),
  (54, 'Ferry Inn', 'Bantry', NULL, '2024-02-02'), (55, 'Quarry Nine', 'Tralee', 'nine@example.org', '2025-05-05');
INSERT INTO technicians VALUES
  (1, 'Nora', 'Quill', 'Kinsale', '2020-01-01', NULL), (2, 'Owen', 'Pryce', 'Bantry', '2021-01-01', '2024-12-31'),
  (3, 'Zoé', 'Marchand', 'Tralee', '2023-06-01', NULL);
INSERT INTO jobs VALUES
  ('RJ-2024-017', 51, 1, 'pump', '2024-02-03', '2024-02-20', 'done', 'noisy', 'Y'),
  ('RJ-2024-018', 52, 2, 'fan', '2024-03-09', '2024-03-30', 'done', NULL, 'N'),
  ('RJ-2024-019', 53, 3, 'pump', '2024-06-11', NULL, 'cancelled', 'client ill', 'N'),
  ('RJ-2025-001', 51, 1, 'heater', '2025-01-09', '2025-02-01', 'done', '', 'N'),
  ('RJ-2025-002', 54, 3, 'fan', '2025-03-18', NULL, 'in progress', NULL, 'Y'),
  ('RJ-2025-003', 52, 1, 'boiler', '2025-05-21', NULL, 'waiting for parts', 'urgent', 'N'),
  ('RJ-2025-004', 53, 1, 'pump', '2025-06-02', NULL, 'in progress', NULL, 'N');
INSERT INTO invoices VALUES
  ('INV-2024-16', 'RJ-2024-017', '2024-02-21', '2024-03-10', 320), ('INV-2024-17', 'RJ-2024-018', '2024-04-02', NULL, 95.5),
  ('INV-2025-01', 'RJ-2025-001', '2025-02-02', '2025-02-20', 610), ('INV-2025-02', 'RJ-2025-002', '2025-03-20', NULL, 150);
