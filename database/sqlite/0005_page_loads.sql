CREATE TABLE page_loads (
  day TEXT NOT NULL,
  page TEXT NOT NULL,
  language TEXT NOT NULL,
  source TEXT NOT NULL,
  loads INTEGER NOT NULL,
  PRIMARY KEY (day, page, language, source)
) STRICT, WITHOUT ROWID;
