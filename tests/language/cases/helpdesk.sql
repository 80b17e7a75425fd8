CREATE TABLE teams (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT NOT NULL, budget DECIMAL(10,2) NOT NULL);
CREATE TABLE agents (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, team_id INTEGER NOT NULL REFERENCES teams (id),
  mentor_id INTEGER REFERENCES agents (id), wage DECIMAL(8,2) NOT NULL, commission DECIMAL(8,2) NOT NULL,
  joined_on DATE NOT NULL, left_on DATE);
CREATE TABLE clients (id INTEGER PRIMARY KEY, name TEXT NOT NULL, industry TEXT NOT NULL, country TEXT NOT NULL);
CREATE TABLE tickets (
  id INTEGER PRIMARY KEY, client_id INTEGER NOT NULL REFERENCES clients (id),
  agent_id INTEGER NOT NULL REFERENCES agents (id), reviewer_id INTEGER REFERENCES agents (id),
  opened_on DATE NOT NULL, priority TEXT NOT NULL, hours DECIMAL(6,2) NOT NULL,
  cost DECIMAL(8,2) NOT NULL);
CREATE TABLE payments (
  id INTEGER PRIMARY KEY, client_id INTEGER NOT NULL REFERENCES clients (id), paid_on DATE NOT NULL, method TEXT NOT NULL,
  amount DECIMAL(10,2) NOT NULL, fee DECIMAL(10,2) NOT NULL);
INSERT INTO teams VALUES (1, 'Core', 'Graz', 5000), (2, 'Field', 'Linz', 3000), (3, 'Night', 'Graz', 2000);
INSERT INTO agents VALUES
  (1, 'Abe', 1, NULL, 40, 5, '2019-01-07', NULL), (2, 'Bea', 1, 1, 30, 9, '2020-03-02', NULL),
  (3, 'Cem', 2, 1, 28, 2, '2021-06-14', '2025-05-31'), (4, 'Dot', 2, 3, 36, 0, '2022-10-03', NULL),
  (5, 'Eli', 3, 2, 25, 4, '2024-02-05', NULL), (6, 'Fay', 3, 5, 25, 1, '2025-08-18', NULL);
INSERT INTO clients VALUES
  (1, 'Nordwind', 'energy', 'Norway'), (2, 'Ostbank', 'finance', 'Austria'), (3, 'Südfrucht', 'food', 'Austria'),
  (4, 'Westcoast', 'food', 'Ireland'), (5, 'Zenith', 'energy', 'Norway');
INSERT INTO tickets VALUES
  (1, 1, 2, 1, '2024-02-03', 'high', 3.5, 140), (2, 1, 3, 1, '2025-04-09', 'low', 1, 30), (3, 2, 4, NULL, '2024-06-30', 'low', 2.25, 81),
  (4, 2, 2, 4, '2024-11-11', 'high', 8, 240), (5, 3, 5, 2, '2025-01-20', 'medium', 0.5, 12.5), (6, 4, 6, NULL, '2025-12-01', 'high', 6, 150),
  (7, 4, 2, 1, '2026-03-05', 'medium', 1.75, 70), (8, 1, 5, 2, '2026-07-07', 'high', 4, 100);
INSERT INTO payments VALUES
  (1, 1, '2024-03-01', 'card', 900, 9), (2, 1, '2025-05-02', 'transfer', 150, 1), (3, 2, '2024-12-24', 'card', 420, 4.2),
  (4, 3, '2025-02-10', 'cash', 60, 0), (5, 4, '2026-01-15', 'transfer', 1200, 3), (6, 4, '2026-04-20', 'card', 80, 0.8),
  (7, 2, '2026-06-06', 'transfer', 300, 2);
