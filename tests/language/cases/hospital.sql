CREATE TABLE departments (id INTEGER PRIMARY KEY, name TEXT NOT NULL, floor INTEGER NOT NULL);
CREATE TABLE doctors (
  id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, specialty TEXT NOT NULL,
  department_id INTEGER NOT NULL REFERENCES departments (id), salary DECIMAL(10,2) NOT NULL, hired_on DATE NOT NULL);
CREATE TABLE patients (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, gender TEXT NOT NULL, birth_date DATE NOT NULL, blood_type TEXT,
  insured BOOLEAN NOT NULL);
CREATE TABLE appointments (
  id INTEGER PRIMARY KEY, patient_id INTEGER NOT NULL REFERENCES patients (id),
  doctor_id INTEGER NOT NULL REFERENCES doctors (id), referring_doctor_id INTEGER REFERENCES doctors (id),
  appointment_date DATE NOT NULL, outcome TEXT);
CREATE TABLE treatments (
  id INTEGER PRIMARY KEY, appointment_id INTEGER NOT NULL REFERENCES appointments (id), procedure TEXT NOT NULL,
  cost DECIMAL(10,2) NOT NULL);
INSERT INTO departments VALUES (1, 'Cardiology', 2), (2, 'Surgery', 3), (3, 'Pediatrics', 1);
INSERT INTO doctors VALUES
  (1, 'Gil', 'Hart', 'cardiologist', 1, 9000, '2015-04-01'), (2, 'Ida', 'Jung', 'surgeon', 2, 12000, '2018-09-15'),
  (3, 'Kai', 'Lund', 'surgeon', 2, 11000, '2021-01-10'), (4, 'Mia', 'Noor', 'pediatrician', 3, 8000, '2023-06-01');
INSERT INTO patients VALUES
  (1, 'Otto', 'male', '1980-05-05', 'A+', 1), (2, 'Pia', 'female', '1992-10-10', NULL, 1),
  (3, 'Quin', 'female', '2015-03-03', 'O-', 0), (4, 'Rex', 'male', '1955-12-12', 'O-', 1);
INSERT INTO appointments VALUES
  (1, 1, 1, NULL, '2025-01-15', 'recovered'), (2, 1, 2, 1, '2025-02-20', 'recovered'),
  (3, 2, 3, 1, '2025-02-25', 'ongoing'), (4, 3, 4, NULL, '2025-03-30', NULL), (5, 2, 1, 4, '2026-01-05', 'ongoing');
INSERT INTO treatments VALUES
  (1, 1, 'ECG', 120.50), (2, 2, 'bypass', 15000), (3, 3, 'biopsy', 800.25), (4, 5, 'ECG', 120.50), (5, 2, 'ECG', 110);
