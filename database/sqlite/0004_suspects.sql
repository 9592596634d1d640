-- Why a booking looks like spam: codes with a space between, NULL when it does not. It gets no
-- deliveries until it is accepted.
ALTER TABLE booking_requests ADD COLUMN spam_signals TEXT;
ALTER TABLE booking_requests ADD COLUMN accepted_at TEXT;

-- Lists and counts those that wait to be accepted.
CREATE INDEX booking_requests_suspects ON booking_requests (id, created_at)
  WHERE spam_signals IS NOT NULL AND accepted_at IS NULL;
