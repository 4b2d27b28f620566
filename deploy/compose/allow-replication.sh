#!/bin/sh
# Runs once, when the primary is created. Allows the standby to replicate.
set -eu
echo "host replication $POSTGRES_USER samenet scram-sha-256" >> "$PGDATA/pg_hba.conf"
