#!/bin/sh
# Run once, when the database server is made: the application's role owns its database and has no other right.
# Patroni gives the server's connection string; the image of PostgreSQL gives nothing, and answers on its socket.
set -eu
psql "${1:-dbname=postgres user=${POSTGRES_USER:-postgres}}" --set=ON_ERROR_STOP=1 --set=password="$POSTGRES_PASSWORD" <<'SQL'
create role latchkey login nosuperuser nocreatedb nocreaterole password :'password';
create database latchkey owner latchkey;
SQL
