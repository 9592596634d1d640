-- Finds the same words that came without a key: an address may have thousands that came under one.
-- IF NOT EXISTS: a server of the version before that is still running sets the version back to its own.
CREATE INDEX IF NOT EXISTS booking_requests_keyless_new ON booking_requests (email COLLATE NOCASE, created_at)
  WHERE filed = 0 AND request_id IS NULL;
CREATE INDEX IF NOT EXISTS booking_requests_keyless_filed ON booking_requests (email COLLATE NOCASE, created_at)
  WHERE filed = 1 AND request_id IS NULL;
