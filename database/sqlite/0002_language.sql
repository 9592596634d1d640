-- The language of the page that the booking came from (BCP 47), NULL where it is not known.
ALTER TABLE booking_requests ADD COLUMN language TEXT
  CHECK (length(language) BETWEEN 2 AND 35 AND language NOT GLOB '*[^a-zA-Z0-9-]*');
