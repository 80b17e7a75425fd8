CREATE TABLE instrument (instrument_id INTEGER PRIMARY KEY, title TEXT NOT NULL, family TEXT NOT NULL);
CREATE TABLE tblTeacher (teacherId INTEGER PRIMARY KEY, fullName TEXT NOT NULL, hourlyRate REAL NOT NULL, startedAt TEXT);
CREATE TABLE pupils (
  pupil_id INTEGER PRIMARY KEY, pupil_name TEXT NOT NULL, level TEXT NOT NULL, joined_on TEXT NOT NULL, left_on TEXT,
  is_active BOOLEAN NOT NULL);
CREATE TABLE lessons (
  lesson_id INTEGER PRIMARY KEY, pupil_id INTEGER NOT NULL REFERENCES pupils (pupil_id),
  teacher_id INTEGER NOT NULL REFERENCES tblTeacher (teacherId),
  instrument_id INTEGER NOT NULL REFERENCES instrument (instrument_id), taught_on TEXT NOT NULL,
  duration_minutes INTEGER NOT NULL, fee NUMERIC(8,2) NOT NULL, "order" INTEGER);
CREATE TABLE exams (
  exam_id INTEGER PRIMARY KEY, pupil_id INTEGER NOT NULL REFERENCES pupils (pupil_id), exam_year INTEGER NOT NULL,
  grade INTEGER);
INSERT INTO instrument VALUES (1, 'Violin', 'Strings'), (2, 'Cello', 'Strings'), (3, 'Flute', 'Woodwind');
INSERT INTO tblTeacher VALUES (1, 'Sam Todd', 40, '2020-01-01'), (2, 'Uma Voss', 55.5, '2022-09-01');
INSERT INTO pupils VALUES
  (1, 'Wim', 'beginner', '2024-09-01', NULL, 1), (2, 'Xia', 'advanced', '2021-09-01', NULL, 1),
  (3, 'Yul', 'beginner', '2023-09-01', '2024-06-30', 0), (4, 'Zoe', 'intermediate', '2022-02-01', NULL, 1);
INSERT INTO lessons VALUES
  (1, 1, 1, 1, '2024-09-10', 30, 25.10, 1), (2, 1, 1, 1, '2024-09-17', 45, 35.20, 2), (3, 2, 2, 2, '2024-09-18', 60, 60, 1),
  (4, 4, 2, 3, '2024-10-02', 60, 60, 1), (5, 3, 1, 3, '2024-05-01', 30, 25.10, 1), (6, 2, 2, 1, '2025-01-08', 90, 80.70, 3);
INSERT INTO exams VALUES (1, 1, 2025, 78), (2, 2, 2024, 95), (3, 2, 2025, 97), (4, 4, 2025, NULL);
