-- When the lead got a new owner. Null once the owner has been emailed. Earlier versions kept this in memory.
ALTER TABLE booking_requests ADD COLUMN owner_mail_at TEXT;
CREATE INDEX booking_requests_owner_mail ON booking_requests (owner_mail_at)
  WHERE owner_mail_at IS NOT NULL;
