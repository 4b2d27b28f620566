#!/bin/sh
# Run once, when the volume of the database is empty: the application's role owns its database and has no other right.
set -eu
psql --username="${POSTGRES_USER:-postgres}" --dbname=postgres --set=ON_ERROR_STOP=1 --set=password="$POSTGRES_PASSWORD" <<'SQL'
create role latchkey login nosuperuser nocreatedb nocreaterole password :'password';
create database latchkey owner latchkey;
SQL
