import { describe, expect, test } from 'vitest'
import { parseDatabaseUrl, problemOfDatabaseUrl } from './database-url.server.ts'

const VALID_URLS: Record<string, object> = {
  'postgres://app:secret@db.example.com:5433/latchkey': {
    hosts: [{ host: 'db.example.com', port: 5433 }],
    user: 'app',
    password: 'secret',
    database: 'latchkey',
    sslMode: 'disable',
  },
  'postgresql://app@h1:5432,h2:5433/db?target_session_attrs=read-write': {
    hosts: [
      { host: 'h1', port: 5432 },
      { host: 'h2', port: 5433 },
    ],
    password: '',
  },
  'postgres://app@h1,h2/db': {
    hosts: [
      { host: 'h1', port: 5432 },
      { host: 'h2', port: 5432 },
    ],
  },
  'postgres://app@[2001:db8::1]:5433/db': { hosts: [{ host: '2001:db8::1', port: 5433 }] },
  'postgres://app@%2Fvar%2Frun%2Fpostgresql/db': { hosts: [{ host: '/var/run/postgresql', port: 5432 }] },
  'postgres:///db?host=/var/run/postgresql&port=5433': {
    hosts: [{ host: '/var/run/postgresql', port: 5433 }],
    user: '',
  },
  'postgres://app:a#b:c@d@host/db': { user: 'app', password: 'a#b:c@d' },
  'postgres://app:50%25%2F%3F%23@host/db': { password: '50%/?#' },
  'postgres://app@host/db?sslmode=require': { sslMode: 'require' },
  'postgres://app@host/db?sslmode=verify-full&sslrootcert=/etc/ca.pem': {
    sslMode: 'verify-full',
    sslRootCertificate: '/etc/ca.pem',
  },
}

const INVALID_URLS: Record<string, string> = {
  'mysql://host/db': 'must be a postgres:// URL',
  'postgres:///db': 'must be a postgres:// URL',
  'postgres://app:50%@host/db': 'as %2F',
  'postgres://app:a/b@host/db': 'as %2F',
  'postgres://app:12/b@host/db': 'as %2F',
  'postgres://app:a?b@host/db': 'as %2F',
  'postgres://app@host:port/db': 'must name hosts',
  'postgres://app@h1,,h2/db': 'must name hosts',
  'postgres://app@host/db?sslmode=prefer': 'disable, require or verify-full',
  'postgres://app@host/db?sslmode=require&sslrootcert=/etc/ca.pem': 'sslmode=verify-full',
  'postgres://app@%2Frun/db?sslmode=require': 'must not have an sslmode',
  'postgres://app@host/db?pgbouncer=true': 'parameter pgbouncer',
  'postgres://app@h1,h2/db?target_session_attrs=any': 'read-write or primary',
  'postgres:///db?host=/run/a,/run/b': 'one socket',
}

describe('a database URL', () => {
  test.each(Object.entries(VALID_URLS))('a database URL is parsed: %s', (url, address) => {
    expect(problemOfDatabaseUrl(url)).toBeUndefined()
    expect(parseDatabaseUrl(url)).toMatchObject(address)
  })

  test.each(Object.entries(INVALID_URLS))('an invalid database URL is refused with a hint: %s', (url, wants) => {
    expect(problemOfDatabaseUrl(url)).toContain(wants)
  })
})
