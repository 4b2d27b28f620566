#!/bin/bash
# Copies the primary at the first start, and then replicates it until it is promoted.
set -euo pipefail
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  install -d -m 0700 -o postgres -g postgres "$PGDATA"
  PGPASSWORD="$POSTGRES_PASSWORD" gosu postgres pg_basebackup \
    --host=primary --username="$POSTGRES_USER" --pgdata="$PGDATA" --wal-method=stream --checkpoint=fast --write-recovery-conf
fi
exec docker-entrypoint.sh postgres -c max_connections=200
