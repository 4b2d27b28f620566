#!/bin/sh
# Run once, when the primary is made: lets the standby follow.
set -eu
echo "host replication $POSTGRES_USER samenet scram-sha-256" >> "$PGDATA/pg_hba.conf"
