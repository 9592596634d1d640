-- How often a page was loaded: loads, not people. No column distinguishes two visitors, so there is no
-- address, no browser and no time finer than a day.
CREATE TABLE booking_private.page_loads (
  -- UTC, such as 2026-01-31.
  day text COLLATE "C" NOT NULL,
  -- The path without the language: '/' and '/book'.
  page text COLLATE "C" NOT NULL,
  language text COLLATE "C" NOT NULL,
  -- The same values as in public.booking_requests.
  source text COLLATE "C" NOT NULL,
  loads bigint NOT NULL,
  PRIMARY KEY (day, page, language, source)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON booking_private.page_loads TO booking_server;

INSERT INTO booking_private.kysely_migration VALUES ('0005_page_loads', '2026-11-26T18:40:00.000Z');
