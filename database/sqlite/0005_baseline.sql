-- The embedded database; versions 1 to 4 were never released. Times are ISO 8601 in UTC with
-- milliseconds, so that they compare as text.

-- What visitors send. The data interface's answers name the table and its checks.
CREATE TABLE booking_requests (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  created_at TEXT NOT NULL,
  name TEXT NOT NULL,
  company_name TEXT NOT NULL,
  email TEXT NOT NULL,
  -- The Idempotency-Key, where the request had one.
  request_id TEXT,
  -- Why the booking looks like spam: codes with a space between, NULL when it does not.
  spam_signals TEXT,
  -- When an operator accepted a booking that looks like spam. Until then it is quarantined.
  accepted_at TEXT,
  -- The language of the page that the booking came from (BCP 47), NULL where it is not known.
  language TEXT CHECK (length(language) BETWEEN 2 AND 35 AND language NOT GLOB '*[^a-zA-Z0-9-]*'),
  CONSTRAINT booking_requests_name_check CHECK (length(trim(name)) BETWEEN 1 AND 200),
  CONSTRAINT booking_requests_company_name_check CHECK (length(trim(company_name)) BETWEEN 1 AND 200),
  CONSTRAINT booking_requests_email_check CHECK (length(trim(email)) BETWEEN 3 AND 254)
) STRICT;

-- A key belongs to its values: the same key with other values is another booking.
CREATE UNIQUE INDEX booking_requests_key ON booking_requests (request_id, name, company_name, email)
  WHERE request_id IS NOT NULL;

-- Finds the same values within 24 hours, and everything that one address sent.
CREATE INDEX booking_requests_email ON booking_requests (email COLLATE NOCASE, created_at);

-- Finds the same values without a key: one address may have thousands of bookings that had one.
CREATE INDEX booking_requests_keyless ON booking_requests (email COLLATE NOCASE, created_at)
  WHERE request_id IS NULL;

-- For the retention.
CREATE INDEX booking_requests_created_at ON booking_requests (created_at);

CREATE INDEX booking_requests_quarantined ON booking_requests (id, created_at)
  WHERE spam_signals IS NOT NULL AND accepted_at IS NULL;

-- The outbox: a row for each booking and channel by which it has to reach the provider.
CREATE TABLE deliveries (
  booking_id INTEGER NOT NULL REFERENCES booking_requests (id) ON DELETE CASCADE,
  -- A way to one receiver: `webhook`, or `mail:` and an address; `mail` alone was the one address before.
  -- The program alone says which there are: a new one changes no table.
  channel TEXT NOT NULL,
  -- A random UUID by which the receiver recognises a repeat (Message-ID, webhook-id). It has no
  -- index: nothing looks it up, and an index on random values makes inserts slower as it grows.
  id TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'done', 'dead')),
  -- Tries begun, including those whose worker died.
  attempts INTEGER NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL,
  -- When the next try is due; while a worker holds a lease, when that ends.
  next_at TEXT NOT NULL,
  -- A try that fails from this time on is the last one.
  give_up_at TEXT NOT NULL,
  -- The random token of the worker that holds the row.
  lease TEXT,
  last_error TEXT,
  -- 1: the last try found the whole channel down, so the row waits for the channel.
  channel_down INTEGER NOT NULL DEFAULT 0 CHECK (channel_down IN (0, 1)),
  done_at TEXT,
  PRIMARY KEY (booking_id, channel)
) STRICT, WITHOUT ROWID;

-- Finds what is due, the oldest booking first, and counts what is pending without reading the table.
CREATE INDEX deliveries_pending ON deliveries (channel, booking_id, next_at, created_at)
  WHERE state = 'pending';
CREATE INDEX deliveries_dead ON deliveries (channel) WHERE state = 'dead';

-- Up to which booking each channel has its deliveries: a channel that is configured later gets them
-- for the bookings that came before.
CREATE TABLE channels (
  channel TEXT PRIMARY KEY,
  filled_to INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Times that the program remembers: `check`, the last proof that a commit reaches the disk; `repeat`,
-- the last repeated booking; `retention`, the last erasure by RETENTION_DAYS.
CREATE TABLE timestamps (
  name TEXT PRIMARY KEY,
  at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- A random secret, the same for all that works on this database: it keys the hashes in /readyz.
CREATE TABLE installation (secret TEXT NOT NULL) STRICT;
INSERT INTO installation VALUES (lower(hex(randomblob(32))));

-- The files outside the database that commands wrote bookings into, so that an erasure can name them.
CREATE TABLE copies (
  file TEXT PRIMARY KEY,
  written_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- A hash of the key and values of each erased booking, so that a late repeat does not bring it back.
CREATE TABLE tombstones (
  hash TEXT PRIMARY KEY,
  erased_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Each booking with its state (see `bookingStates` in server/store/booking.ts).
CREATE VIEW bookings AS
SELECT *, CASE WHEN spam_signals IS NOT NULL AND accepted_at IS NULL THEN 'quarantined' ELSE (
  SELECT CASE WHEN sum(state = 'dead') > 0 THEN 'dead' WHEN sum(state = 'pending') > 0 THEN 'pending'
    WHEN count(*) > 0 THEN 'done' ELSE 'none' END
  FROM deliveries WHERE booking_id = booking_requests.id) END AS booking_state
FROM booking_requests;

-- What became of each booking that somebody of the provider has worked on; one without a row is new.
CREATE TABLE leads (
  booking_id INTEGER PRIMARY KEY REFERENCES booking_requests (id) ON DELETE CASCADE,
  state TEXT NOT NULL DEFAULT 'new' CHECK (state IN ('new', 'contacted', 'closed')),
  -- Grows with each change of state or note: who changes an older one is told.
  version INTEGER NOT NULL DEFAULT 0,
  note TEXT NOT NULL DEFAULT '',
  read_at TEXT,
  -- The first time; the promise is measured by it.
  contacted_at TEXT,
  -- NULL while it is not closed.
  closed_at TEXT,
  -- Until then one server sends the reminder; after that another may.
  reminder_lease_ends TEXT,
  reminded_at TEXT
) STRICT;
-- For the lists and counts of what is not new.
CREATE INDEX leads_state ON leads (state, booking_id) WHERE state <> 'new';

-- Who did what when. `who` is an address, `cli`, or `server` for a reminder;
-- `text` the note as it was written then.
CREATE TABLE lead_events (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  booking_id INTEGER NOT NULL REFERENCES booking_requests (id) ON DELETE CASCADE,
  at TEXT NOT NULL,
  who TEXT NOT NULL,
  action TEXT NOT NULL,
  text TEXT
) STRICT;
CREATE INDEX lead_events_booking ON lead_events (booking_id, id);

-- Grows with each change of a lead and each erasure: open inboxes look at it. New bookings show by
-- their ids.
CREATE TABLE lead_revision (number INTEGER NOT NULL) STRICT;
INSERT INTO lead_revision VALUES (0);

-- The weekly reports.
CREATE TABLE reports (
  period TEXT PRIMARY KEY,
  -- Until then one server sends it; after that another may.
  lease_ends TEXT NOT NULL,
  sent_at TEXT
) STRICT, WITHOUT ROWID;

-- Links to sign in, and sessions. Tokens are random; only their SHA-256 is here.
CREATE TABLE inbox_links (
  token_hash TEXT PRIMARY KEY,
  -- The browser that asked for it; NULL: the first that confirms.
  browser_hash TEXT,
  -- NULL: the address may not sign in, and no mail was sent.
  email TEXT,
  expires_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
-- Each new link looks for those that are over.
CREATE INDEX inbox_links_expires_at ON inbox_links (expires_at);
CREATE TABLE inbox_sessions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  token_hash TEXT NOT NULL UNIQUE,
  email TEXT NOT NULL,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL
) STRICT;
