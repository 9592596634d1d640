-- Since when the owner waits for the email about the lead. It was held in memory.
ALTER TABLE booking_requests ADD COLUMN owner_mail_at TEXT;
CREATE INDEX booking_requests_owner_mail ON booking_requests (owner_mail_at)
  WHERE owner_mail_at IS NOT NULL;
