-- What became of each booking that somebody of the provider has worked on; one without a row is new.
CREATE TABLE booking_private.leads (
  booking_id bigint PRIMARY KEY REFERENCES public.booking_requests (id) ON DELETE CASCADE,
  state text NOT NULL DEFAULT 'new' CHECK (state IN ('new', 'contacted', 'closed')),
  -- Grows with each change of state or note: who changes an older one is told.
  version integer NOT NULL DEFAULT 0,
  note text NOT NULL DEFAULT '',
  read_at timestamptz,
  -- The first time; the promise is measured by it.
  contacted_at timestamptz,
  -- NULL while it is not closed.
  closed_at timestamptz,
  -- Until then one server sends the reminder; after that another may.
  reminder_lease_ends timestamptz,
  reminded_at timestamptz
);
-- For the lists and counts of what is not new.
CREATE INDEX leads_state ON booking_private.leads (state, booking_id) WHERE state <> 'new';

-- The version that a lead has now, also where another's change was committed while the statement that asks
-- waited for its lock: volatile, so that it does not see what was there when that one began.
CREATE FUNCTION booking_private.lead_version(booking bigint) RETURNS integer
LANGUAGE sql VOLATILE SET search_path = '' AS $$
  SELECT coalesce((SELECT version FROM booking_private.leads WHERE booking_id = booking), 0)
$$;
REVOKE ALL ON FUNCTION booking_private.lead_version FROM PUBLIC, anon;
GRANT EXECUTE ON FUNCTION booking_private.lead_version TO booking_server;

-- Who did what when. `who` is an address, `cli`, or `server` for a reminder;
-- `text` the note as it was written then.
CREATE TABLE booking_private.lead_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  booking_id bigint NOT NULL REFERENCES public.booking_requests (id) ON DELETE CASCADE,
  at timestamptz NOT NULL,
  who text NOT NULL,
  action text NOT NULL,
  text text
);
CREATE INDEX lead_events_booking ON booking_private.lead_events (booking_id, id);

-- Grows with each change of a lead and each erasure: open inboxes look at it. New bookings show by
-- their ids.
CREATE TABLE booking_private.lead_revision (number bigint NOT NULL);
INSERT INTO booking_private.lead_revision VALUES (0);

-- The weekly reports.
CREATE TABLE booking_private.reports (
  period text PRIMARY KEY,
  -- Until then one server sends it; after that another may.
  lease_ends timestamptz NOT NULL,
  sent_at timestamptz
);

-- Links to sign in, and sessions. Tokens are random; only their SHA-256 is here.
CREATE TABLE booking_private.inbox_links (
  token_hash text PRIMARY KEY,
  -- The browser that asked for it; NULL: the first that confirms.
  browser_hash text,
  -- NULL: the address may not sign in, and no mail was sent.
  email text,
  expires_at timestamptz NOT NULL
);
-- Each new link looks for those that are over.
CREATE INDEX inbox_links_expires_at ON booking_private.inbox_links (expires_at);
CREATE TABLE booking_private.inbox_sessions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  token_hash text NOT NULL UNIQUE,
  email text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);

GRANT SELECT, INSERT, UPDATE, DELETE ON booking_private.leads, booking_private.lead_events,
  booking_private.lead_revision, booking_private.reports, booking_private.inbox_links,
  booking_private.inbox_sessions TO booking_server;

INSERT INTO booking_private.migrations (version) VALUES (5);
