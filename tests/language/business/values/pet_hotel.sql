CREATE TABLE kunde (
  kunde_nr INTEGER PRIMARY KEY, vorname VARCHAR, nachname VARCHAR, geschlecht VARCHAR, land VARCHAR
);
CREATE TABLE mitarbeiter (
  mitarbeiter_nr INTEGER PRIMARY KEY, name VARCHAR, eintritt DATE, austritt DATE, wochentag VARCHAR
);
CREATE TABLE buchung (
  buchung_nr INTEGER PRIMARY KEY, kunde_nr INTEGER REFERENCES kunde (kunde_nr),
  mitarbeiter_nr INTEGER REFERENCES mitarbeiter (mitarbeiter_nr), art VARCHAR, status VARCHAR, beginn DATE, ende DATE,
  dauer_sec INTEGER, betrag DECIMAL(8, 2)
);
CREATE TABLE bewertung (
  bewertung_nr INTEGER PRIMARY KEY, buchung_nr INTEGER REFERENCES buchung (buchung_nr), stars INTEGER
);
INSERT INTO kunde VALUES
  (1, 'Anja', 'Voss', 'w', 'DE'), (2, 'Bernd', 'Kuhl', 'm', 'AT'), (3, 'Carla', 'Mertz', 'w', 'NL'),
  (4, 'Dieter', 'Lang', 'm', 'DE'), (5, 'Elke', 'Sand', 'w', 'CH');
INSERT INTO mitarbeiter VALUES
  (1, 'Frieda', '2019-02-01', NULL, 'Mo'), (2, 'Gerd', '2020-05-01', '2024-08-31', 'Di'),
  (3, 'Hanna', '2023-01-15', NULL, 'Mi'), (4, 'Ivo', '2024-11-01', NULL, 'Sa');
INSERT INTO buchung VALUES
  (1, 1, 1, 'Hund', 'bezahlt', '2025-01-03', '2025-01-09', 7200, 120.00),
  (2, 2, 1, 'Katze', 'offen', '2025-02-11', '2025-02-13', 3600, 40.00),
  (3, 3, 3, 'Hund', 'bezahlt', '2025-03-20', '2025-03-30', 10800, 210.00),
  (4, 4, 3, 'Vogel', 'bezahlt', '2025-12-25', '2025-12-28', 1800, 30.00),
  (5, 1, 4, 'Hund', 'offen', '2025-05-05', '2025-05-07', 5400, 60.00);
CREATE TABLE kurs (
  kurs_nr INTEGER PRIMARY KEY, titel VARCHAR, kick_off DATE, raum_text VARCHAR
);
INSERT INTO kurs VALUES
  (11, 'Welpenkurs', '2025-04-02', 'Halle'), (12, 'Leinenkurs', '2024-09-10', 'Wiese');
INSERT INTO bewertung VALUES (1, 1, 5), (2, 2, 3), (3, 3, 5), (4, 4, 4), (5, 5, 5);
