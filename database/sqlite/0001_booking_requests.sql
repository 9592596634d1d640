-- What visitors leave. The names of the checks are part of the data interface's answers.
CREATE TABLE booking_requests (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- ISO 8601, UTC, with milliseconds: compares as text.
  created_at TEXT NOT NULL,
  name TEXT NOT NULL,
  company_name TEXT NOT NULL,
  email TEXT NOT NULL,
  -- The Idempotency-Key of the request, where it had one.
  request_id TEXT,
  CONSTRAINT booking_requests_company_name_check CHECK (length(trim(company_name)) BETWEEN 1 AND 200),
  CONSTRAINT booking_requests_email_check CHECK (length(trim(email)) BETWEEN 3 AND 254),
  CONSTRAINT booking_requests_name_check CHECK (length(trim(name)) BETWEEN 1 AND 200)
) STRICT;

-- A key belongs to its words: the same key with other words is another booking.
CREATE UNIQUE INDEX booking_requests_request_id ON booking_requests (request_id, name, company_name, email)
  WHERE request_id IS NOT NULL;

-- Finds the same words of the last 24 hours, and everything that one address left.
CREATE INDEX booking_requests_email ON booking_requests (email COLLATE NOCASE, created_at);
