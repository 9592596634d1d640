-- Inserting into a large index on random values writes a page of its own for every booking. So what
-- is new is looked up in small indexes, and filed into the large ones later, when the store is idle.
-- Which of the two a row is in decides nothing else.
ALTER TABLE booking_requests ADD COLUMN filed INTEGER NOT NULL DEFAULT 1 CHECK (filed IN (0, 1));

-- A key belongs to its words: the same key with other words is another booking.
DROP INDEX booking_requests_request_id;
CREATE UNIQUE INDEX booking_requests_key_new ON booking_requests (request_id, name, company_name, email)
  WHERE filed = 0 AND request_id IS NOT NULL;
CREATE UNIQUE INDEX booking_requests_key_filed ON booking_requests (request_id, name, company_name, email)
  WHERE filed = 1 AND request_id IS NOT NULL;

-- Finds the same words of the last 24 hours, and everything that one address left.
DROP INDEX booking_requests_email;
CREATE INDEX booking_requests_email_new ON booking_requests (email COLLATE NOCASE, created_at) WHERE filed = 0;
CREATE INDEX booking_requests_email_filed ON booking_requests (email COLLATE NOCASE, created_at) WHERE filed = 1;

-- For retention and for lists of a time. Bookings come in the order of time: it grows at its end.
CREATE INDEX booking_requests_created_at ON booking_requests (created_at);
