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
