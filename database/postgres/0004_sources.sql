-- The provider's names for sources of visits. Any other name in a link counts as 'other'.
CREATE TABLE booking_private.sources (name text COLLATE "C" PRIMARY KEY);
GRANT SELECT, INSERT, UPDATE, DELETE ON booking_private.sources TO booking_server;

INSERT INTO booking_private.kysely_migration VALUES ('0004_sources', '2026-11-26T17:00:00.000Z');
