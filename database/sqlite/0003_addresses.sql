-- A channel is a way to one receiver: `webhook`, or `mail:` and an address; `mail` alone was the one
-- address before. The program alone says which there are: a new one changes no table. SQLite drops no
-- check: the tables are made again, and the view that reads them.
-- What the columns mean stands in 0001_baseline.sql.
DROP VIEW bookings;

ALTER TABLE deliveries RENAME TO deliveries_before;
CREATE TABLE deliveries (
  booking_id INTEGER NOT NULL REFERENCES booking_requests (id) ON DELETE CASCADE,
  channel TEXT NOT NULL,
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
INSERT INTO deliveries SELECT * FROM deliveries_before;
DROP TABLE deliveries_before;
CREATE INDEX deliveries_pending ON deliveries (channel, booking_id, next_at, created_at)
  WHERE state = 'pending';
CREATE INDEX deliveries_dead ON deliveries (channel) WHERE state = 'dead';

ALTER TABLE channels RENAME TO channels_before;
CREATE TABLE channels (
  channel TEXT PRIMARY KEY,
  filled_to INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO channels SELECT * FROM channels_before;
DROP TABLE channels_before;

CREATE VIEW bookings AS
SELECT *, CASE WHEN spam_signals IS NOT NULL AND accepted_at IS NULL THEN 'quarantined' ELSE (
  SELECT CASE WHEN sum(state = 'dead') > 0 THEN 'dead' WHEN sum(state = 'pending') > 0 THEN 'pending'
    WHEN count(*) > 0 THEN 'done' ELSE 'none' END
  FROM deliveries WHERE booking_id = booking_requests.id) END AS booking_state
FROM booking_requests;
