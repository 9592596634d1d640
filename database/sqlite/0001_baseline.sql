-- The embedded database. The tables and columns are PostgreSQL's, explained in
-- database/postgres/0001_baseline.sql; here is what differs. Times are ISO 8601 in UTC with milliseconds, so
-- that they compare as text. clock() is the program's function (server/store/sqlite.ts).

-- The answers of the data interface name the table and its checks.
CREATE TABLE booking_requests (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  created_at TEXT NOT NULL,
  name TEXT NOT NULL,
  company_name TEXT NOT NULL,
  email TEXT NOT NULL,
  repeats INTEGER NOT NULL DEFAULT 0,
  repeated_at TEXT,
  spam_signals TEXT,
  dispatched_at TEXT,
  state TEXT NOT NULL DEFAULT 'new' CHECK (state IN ('quarantined', 'new', 'contacted', 'closed')),
  version INTEGER NOT NULL DEFAULT 0,
  note TEXT NOT NULL DEFAULT '',
  follow_up_at TEXT,
  owner TEXT,
  source TEXT CHECK (length(source) BETWEEN 1 AND 40),
  time_zone TEXT CHECK (length(time_zone) BETWEEN 1 AND 64),
  language TEXT CHECK (length(language) BETWEEN 2 AND 35),
  accepted_at TEXT,
  read_at TEXT,
  contacted_at TEXT,
  closed_at TEXT,
  reminded_at TEXT,
  search_text TEXT NOT NULL DEFAULT '',
  CONSTRAINT booking_requests_name_check CHECK (length(trim(name)) BETWEEN 1 AND 200),
  CONSTRAINT booking_requests_company_name_check CHECK (length(trim(company_name)) BETWEEN 1 AND 200),
  CONSTRAINT booking_requests_email_check CHECK (length(trim(email)) BETWEEN 3 AND 254)
) STRICT;

CREATE INDEX booking_requests_values
  ON booking_requests (email COLLATE NOCASE, name, company_name, created_at);
CREATE INDEX booking_requests_created_at ON booking_requests (created_at);
CREATE INDEX booking_requests_state ON booking_requests (state, id);
CREATE INDEX booking_requests_undispatched ON booking_requests (id)
  WHERE dispatched_at IS NULL AND state <> 'quarantined';

-- Drops a repeat and counts it on the earlier row.
CREATE TRIGGER drop_repeat BEFORE INSERT ON booking_requests
WHEN EXISTS (
  SELECT 1 FROM booking_requests
  WHERE email = NEW.email COLLATE NOCASE AND email = NEW.email AND name = NEW.name
    AND company_name = NEW.company_name AND created_at > clock(-24 * 3600 * 1000)
    AND (state = 'new' OR (state = 'quarantined' AND spam_signals NOT LIKE '%honeypot%'))
)
BEGIN
  UPDATE booking_requests SET repeats = repeats + 1, repeated_at = clock()
  WHERE id = (
    SELECT max(id) FROM booking_requests
    WHERE email = NEW.email COLLATE NOCASE AND email = NEW.email AND name = NEW.name
      AND company_name = NEW.company_name AND created_at > clock(-24 * 3600 * 1000)
      AND (state = 'new' OR (state = 'quarantined' AND spam_signals NOT LIKE '%honeypot%'))
  );
  SELECT RAISE(IGNORE);
END;

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
  done_at TEXT,
  PRIMARY KEY (booking_id, channel)
) STRICT, WITHOUT ROWID;
CREATE INDEX deliveries_pending ON deliveries (channel, next_at, created_at) WHERE state = 'pending';
CREATE INDEX deliveries_dead ON deliveries (channel) WHERE state = 'dead';

CREATE TABLE lead_events (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  booking_id INTEGER NOT NULL REFERENCES booking_requests (id) ON DELETE CASCADE,
  at TEXT NOT NULL,
  who TEXT NOT NULL,
  action TEXT NOT NULL,
  text TEXT
) STRICT;
CREATE INDEX lead_events_booking ON lead_events (booking_id, id);

CREATE TABLE erased (
  booking_id INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  erased_at TEXT NOT NULL,
  PRIMARY KEY (booking_id, created_at)
) STRICT, WITHOUT ROWID;

CREATE TABLE jobs (
  name TEXT PRIMARY KEY,
  lease_ends TEXT NOT NULL,
  done_at TEXT
) STRICT, WITHOUT ROWID;

CREATE TABLE timestamps (
  name TEXT PRIMARY KEY,
  at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE installation (secret TEXT NOT NULL) STRICT;
INSERT INTO installation VALUES (lower(hex(randomblob(32))));

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
