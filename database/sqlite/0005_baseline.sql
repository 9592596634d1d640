-- The embedded database; versions 1 to 4 were never released. The tables and columns are PostgreSQL's,
-- explained in database/postgres/0005_baseline.sql; here is what differs. Times are ISO 8601 in UTC with
-- milliseconds, so that they compare as text.

-- The data interface's answers name the table and its checks.
CREATE TABLE booking_requests (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  created_at TEXT NOT NULL,
  name TEXT NOT NULL,
  company_name TEXT NOT NULL,
  email TEXT NOT NULL,
  request_id TEXT,
  spam_signals TEXT,
  accepted_at TEXT,
  language TEXT CHECK (length(language) BETWEEN 2 AND 35 AND language NOT GLOB '*[^a-zA-Z0-9-]*'),
  CONSTRAINT booking_requests_name_check CHECK (length(trim(name)) BETWEEN 1 AND 200),
  CONSTRAINT booking_requests_company_name_check CHECK (length(trim(company_name)) BETWEEN 1 AND 200),
  CONSTRAINT booking_requests_email_check CHECK (length(trim(email)) BETWEEN 3 AND 254)
) STRICT;

CREATE UNIQUE INDEX booking_requests_key ON booking_requests (request_id, name, company_name, email)
  WHERE request_id IS NOT NULL;
CREATE INDEX booking_requests_email ON booking_requests (email COLLATE NOCASE, created_at);
CREATE INDEX booking_requests_keyless ON booking_requests (email COLLATE NOCASE, created_at)
  WHERE request_id IS NULL;
CREATE INDEX booking_requests_created_at ON booking_requests (created_at);
CREATE INDEX booking_requests_quarantined ON booking_requests (id, created_at)
  WHERE spam_signals IS NOT NULL AND accepted_at IS NULL;

CREATE TABLE deliveries (
  booking_id INTEGER NOT NULL REFERENCES booking_requests (id) ON DELETE CASCADE,
  channel TEXT NOT NULL,
  -- A random UUID. No index: nothing looks it up, and one on random values slows inserts as it grows.
  id TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'done', 'dead')),
  attempts INTEGER NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL,
  next_at TEXT NOT NULL,
  give_up_at TEXT NOT NULL,
  lease TEXT,
  last_error TEXT,
  channel_down INTEGER NOT NULL DEFAULT 0 CHECK (channel_down IN (0, 1)),
  done_at TEXT,
  PRIMARY KEY (booking_id, channel)
) STRICT, WITHOUT ROWID;

CREATE INDEX deliveries_pending ON deliveries (channel, booking_id, next_at, created_at)
  WHERE state = 'pending';
CREATE INDEX deliveries_dead ON deliveries (channel) WHERE state = 'dead';

-- Up to which booking each channel has its deliveries: a channel that is configured later gets them
-- for the bookings that came before.
CREATE TABLE channels (
  channel TEXT PRIMARY KEY,
  filled_to INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE timestamps (
  name TEXT PRIMARY KEY,
  at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE installation (secret TEXT NOT NULL) STRICT;
INSERT INTO installation VALUES (lower(hex(randomblob(32))));

CREATE TABLE copies (
  file TEXT PRIMARY KEY,
  written_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE tombstones (
  hash TEXT PRIMARY KEY,
  erased_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE leads (
  booking_id INTEGER PRIMARY KEY REFERENCES booking_requests (id) ON DELETE CASCADE,
  state TEXT NOT NULL DEFAULT 'new' CHECK (state IN ('new', 'contacted', 'closed')),
  version INTEGER NOT NULL DEFAULT 0,
  note TEXT NOT NULL DEFAULT '',
  read_at TEXT,
  contacted_at TEXT,
  closed_at TEXT,
  reminder_lease_ends TEXT,
  reminded_at TEXT
) STRICT;
CREATE INDEX leads_state ON leads (state, booking_id) WHERE state <> 'new';

CREATE TABLE lead_events (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  booking_id INTEGER NOT NULL REFERENCES booking_requests (id) ON DELETE CASCADE,
  at TEXT NOT NULL,
  who TEXT NOT NULL,
  action TEXT NOT NULL,
  text TEXT
) STRICT;
CREATE INDEX lead_events_booking ON lead_events (booking_id, id);

CREATE TABLE lead_revision (number INTEGER NOT NULL) STRICT;
INSERT INTO lead_revision VALUES (0);

CREATE TABLE reports (
  period TEXT PRIMARY KEY,
  lease_ends TEXT NOT NULL,
  sent_at TEXT
) STRICT, WITHOUT ROWID;

CREATE TABLE inbox_links (
  token_hash TEXT PRIMARY KEY,
  browser_hash TEXT,
  email TEXT,
  expires_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX inbox_links_expires_at ON inbox_links (expires_at);
CREATE TABLE inbox_sessions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  token_hash TEXT NOT NULL UNIQUE,
  email TEXT NOT NULL,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL
) STRICT;
