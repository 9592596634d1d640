#!/bin/sh
# PostgreSQL's image runs this once, for a new volume. `lodemark` owns the tables, `booking_server` changes their
# rows, and neither is a superuser: docs/postgresql.md#the-roles.
set -e
for name in LODEMARK_PASSWORD BOOKING_SERVER_PASSWORD; do
  if [ -z "$(printenv "$name")" ]; then
    echo "$name is not set: write it into .env. docs/containers.md lists the four lines." >&2
    exit 1
  fi
done
psql --username="$POSTGRES_USER" --dbname=postgres --set=ON_ERROR_STOP=1 \
  --set=owner="$LODEMARK_PASSWORD" --set=server="$BOOKING_SERVER_PASSWORD" <<'END'
CREATE ROLE anon NOLOGIN NOINHERIT;
CREATE ROLE booking_server LOGIN NOINHERIT PASSWORD :'server';
CREATE ROLE lodemark LOGIN PASSWORD :'owner';
ALTER DATABASE lodemark OWNER TO lodemark;
END
