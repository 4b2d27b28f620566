import { expect, test } from 'vitest'
import { parseDatabaseUrl } from '#env/database-url.server.ts'
import { toolEnvironment } from './postgres-tools.ts'

const NOT_SAID = {
  PGHOSTADDR: undefined,
  PGSERVICE: undefined,
  PGSSLROOTCERT: undefined,
  PGTARGETSESSIONATTRS: undefined,
}

test.each<[url: string, settings: object]>([
  [
    'postgres://app:p%2Fw@db.example.com:5433/latchkey',
    { PGHOST: 'db.example.com', PGPORT: '5433', PGUSER: 'app', PGPASSWORD: 'p/w', PGDATABASE: 'latchkey' },
  ],
  ['postgres://app@[2001:db8::1]/db', { PGHOST: '2001:db8::1', PGPORT: '5432', PGUSER: 'app', PGDATABASE: 'db' }],
  ['postgres:///db?host=/run/postgresql&port=5433', { PGHOST: '/run/postgresql', PGPORT: '5433', PGDATABASE: 'db' }],
  [
    'postgres://app@h1:5432,h2:5433/db',
    {
      PGHOST: 'h1,h2',
      PGPORT: '5432,5433',
      PGUSER: 'app',
      PGDATABASE: 'db',
      PGTARGETSESSIONATTRS: 'read-write',
    },
  ],
  ['postgres://h1?sslmode=require', { PGHOST: 'h1', PGPORT: '5432', PGSSLMODE: 'require' }],
  [
    'postgres://h1?sslmode=verify-full&sslrootcert=/etc/ca.pem',
    { PGHOST: 'h1', PGPORT: '5432', PGSSLMODE: 'verify-full', PGSSLROOTCERT: '/etc/ca.pem' },
  ],
  [
    'postgres://h1?sslmode=verify-full',
    { PGHOST: 'h1', PGPORT: '5432', PGSSLMODE: 'verify-full', PGSSLROOTCERT: '/tmp/known.pem' },
  ],
])('toolEnvironment passes all parts of %s to PostgreSQL’s programs', (url, settings) => {
  expect(toolEnvironment(parseDatabaseUrl(url), '/tmp/known.pem')).toStrictEqual({
    ...NOT_SAID,
    PGSSLMODE: 'disable',
    ...settings,
  })
})
