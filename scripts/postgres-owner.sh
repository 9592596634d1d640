#!/bin/sh
# The image of PostgreSQL runs this once, with a new volume: the site's login owns its database, and is no superuser.
set -e
if [ -z "$LODEMARK_PASSWORD" ]; then
  echo 'LODEMARK_PASSWORD is not set: write it into .env, and into DATABASE_URL.' >&2
  exit 1
fi
psql --username="$POSTGRES_USER" --dbname=postgres --set=ON_ERROR_STOP=1 --set=password="$LODEMARK_PASSWORD" <<'END'
CREATE ROLE lodemark LOGIN CREATEROLE PASSWORD :'password';
ALTER DATABASE lodemark OWNER TO lodemark;
END
