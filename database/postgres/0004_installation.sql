-- A random secret, the same for all that works on this database: it keys the hashes in /readyz.
CREATE TABLE booking_private.installation (secret text NOT NULL);
INSERT INTO booking_private.installation VALUES (gen_random_uuid()::text || gen_random_uuid()::text);
GRANT SELECT ON booking_private.installation TO booking_server;

INSERT INTO booking_private.migrations (version) VALUES (4);
