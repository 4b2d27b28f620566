#!/bin/sh
# Runs once, when the database server is created. Creates the application's role, which owns its database and has no other
# rights. Patroni passes the server's connection string; the PostgreSQL image passes no argument and answers on its socket.
set -eu
psql "${1:-dbname=postgres user=${POSTGRES_USER:-postgres}}" --set=ON_ERROR_STOP=1 --set=password="$POSTGRES_PASSWORD" <<'SQL'
create role latchkey login nosuperuser nocreatedb nocreaterole password :'password';
create database latchkey owner latchkey;
SQL
