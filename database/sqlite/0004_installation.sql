-- A random secret, the same for all that works on this database: it keys the hashes in /readyz.
CREATE TABLE installation (secret TEXT NOT NULL) STRICT;
INSERT INTO installation VALUES (lower(hex(randomblob(32))));
