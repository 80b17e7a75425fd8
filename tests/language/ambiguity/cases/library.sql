CREATE TABLE branch (branch_id INTEGER PRIMARY KEY, name TEXT, street TEXT, town TEXT);
CREATE TABLE course (course_id INTEGER PRIMARY KEY, title TEXT, weeks INTEGER);
CREATE TABLE branch_course (
  branch_id INTEGER REFERENCES branch (branch_id), course_id INTEGER REFERENCES course (course_id),
  PRIMARY KEY (branch_id, course_id)
);
CREATE TABLE medium (
  medium_id INTEGER PRIMARY KEY, title TEXT, kind TEXT, shelf TEXT, year INTEGER,
  branch_id INTEGER REFERENCES branch (branch_id)
);
CREATE TABLE painter (painter_id INTEGER PRIMARY KEY, name TEXT, country TEXT);
CREATE TABLE sculptor (sculptor_id INTEGER PRIMARY KEY, name TEXT, country TEXT);
CREATE TABLE film (film_id INTEGER PRIMARY KEY, title TEXT, age_rating INTEGER, press_rating INTEGER);
CREATE TABLE ballet (ballet_id INTEGER PRIMARY KEY, title TEXT, composer TEXT, choreographer TEXT);
CREATE TABLE fund (fund_id INTEGER PRIMARY KEY, name TEXT, stock_value INTEGER, stock_weight INTEGER);
CREATE TABLE teacher (teacher_id INTEGER PRIMARY KEY, name TEXT, degree TEXT, certificate TEXT, phone TEXT);

INSERT INTO branch VALUES (1, 'North', 'Mill Lane', 'Ashford'), (2, 'South', 'High Street', 'Bexley');
INSERT INTO course VALUES (1, 'Weaving', 4), (2, 'Pottery', 6), (3, 'Calligraphy', 2);
INSERT INTO branch_course VALUES (1, 1), (1, 2), (2, 1), (2, 3);
INSERT INTO medium VALUES
  (1, 'Tides', 'Map', 'Top', 1990, 1), (2, 'Peaks', 'Map', 'Low', 2001, 1),
  (3, 'Verbs', 'Grammar', 'Top', 1990, 2), (4, 'Nouns', 'Grammar', 'Low', 2005, 2);
INSERT INTO painter VALUES (1, 'Ida', 'Peru'), (2, 'Olaf', 'Norway');
INSERT INTO sculptor VALUES (1, 'Marta', 'Peru'), (2, 'Nils', 'Norway');
INSERT INTO film VALUES (1, 'Harbour', 12, 7), (2, 'Ravine', 16, 9);
INSERT INTO ballet VALUES (1, 'Swans', 'Orlova', 'Petrov'), (2, 'Embers', 'Lund', 'Haas');
INSERT INTO fund VALUES (1, 'Oak', 1200, 40), (2, 'Elm', 800, 75);
INSERT INTO teacher VALUES (1, 'Ada', 'BSc', 'First aid', '555-1'), (2, 'Ben', 'MA', 'Diving', '555-2');
