-- What has to reach the provider: a row for a booking and a channel.
CREATE TABLE deliveries (
  booking_id INTEGER NOT NULL REFERENCES booking_requests (id) ON DELETE CASCADE,
  channel TEXT NOT NULL CHECK (channel IN ('mail', 'webhook')),
  -- Random, a UUID: by it the other side recognises a repeat (Message-ID, webhook-id). Never looked
  -- up, so it has no index: one on random values would make inserts dearer the more there are.
  id TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'done', 'dead')),
  -- Tries begun. One whose worker died counts.
  attempts INTEGER NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL,
  -- When the next try is due; while a lease is held, when it ends.
  next_at TEXT NOT NULL,
  -- A try that fails from then on is the last one.
  give_up_at TEXT NOT NULL,
  -- The random token of the worker that holds the row.
  lease TEXT,
  last_error TEXT,
  -- 1: the last try found the whole channel away, so this row waits for the channel, not for itself.
  channel_down INTEGER NOT NULL DEFAULT 0 CHECK (channel_down IN (0, 1)),
  done_at TEXT,
  PRIMARY KEY (booking_id, channel)
) STRICT, WITHOUT ROWID;

-- What waits, the oldest booking first. Also counts what waits and finds the oldest without the table.
CREATE INDEX deliveries_pending ON deliveries (channel, booking_id, next_at, created_at) WHERE state = 'pending';
CREATE INDEX deliveries_dead ON deliveries (channel) WHERE state = 'dead';

-- Up to which booking every one has its delivery: later ones are looked through when a channel is
-- configured after they came.
CREATE TABLE channels (
  channel TEXT PRIMARY KEY CHECK (channel IN ('mail', 'webhook')),
  filled_to INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What was erased, as a hash of its key and words: a late repeat of the request brings nothing back.
CREATE TABLE tombstones (
  hash TEXT PRIMARY KEY,
  erased_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
