-- The embedded database. Times are ISO 8601 in UTC with milliseconds, so that they compare as text.

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
  channel TEXT NOT NULL CHECK (channel IN ('mail', 'webhook')),
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
  channel TEXT PRIMARY KEY CHECK (channel IN ('mail', 'webhook')),
  filled_to INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Times that the program remembers: `check`, the last proof that a commit reaches the disk; `repeat`,
-- the last repeated booking; `retention`, the last erasure by RETENTION_DAYS.
CREATE TABLE timestamps (
  name TEXT PRIMARY KEY,
  at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

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

-- Each booking with its state (see `bookingStates` in server/store/store.ts).
CREATE VIEW bookings AS
SELECT *, CASE WHEN spam_signals IS NOT NULL AND accepted_at IS NULL THEN 'quarantined' ELSE (
  SELECT CASE WHEN sum(state = 'dead') > 0 THEN 'dead' WHEN sum(state = 'pending') > 0 THEN 'pending'
    WHEN count(*) > 0 THEN 'done' ELSE 'none' END
  FROM deliveries WHERE booking_id = booking_requests.id) END AS booking_state
FROM booking_requests;
