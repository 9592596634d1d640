CREATE TABLE lead_reads (
  booking_id INTEGER NOT NULL REFERENCES booking_requests (id) ON DELETE CASCADE,
  email TEXT NOT NULL,
  PRIMARY KEY (booking_id, email)
) STRICT, WITHOUT ROWID;
ALTER TABLE booking_requests DROP COLUMN read_at;
