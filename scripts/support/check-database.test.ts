import { expect, test } from 'vitest'
import { adminUrl, ownerUrl } from '#db/test-database.ts'
import { hasPgBouncer, startPooler } from '../../e2e/support/pooler.ts'
import { startTlsDatabase } from '../../e2e/support/tls-database.ts'
import { findDatabaseProblem } from './check-database.ts'

test.skipIf(!hasPgBouncer)(
  'a pooler is detected at the start if DATABASE_DIRECT_URL is missing or leads to a pooler too',
  async () => {
    const direct = ownerUrl()
    await using pooler = await startPooler(direct)
    await using deaf = await startPooler(direct, { ignored: 'statement_timeout' })
    await using session = await startPooler(direct, { mode: 'session' })
    const pooledUrl = pooler.urlOf(direct)
    const ways = [pooledUrl, deaf.urlOf(direct), session.urlOf(direct)]
    for (const databaseUrl of ways) {
      expect(await findDatabaseProblem({ databaseUrl, pooledUrl: undefined })).toContain('DATABASE_DIRECT_URL')
      expect(await findDatabaseProblem({ databaseUrl, pooledUrl })).toContain(
        'DATABASE_DIRECT_URL points to a pooler, too',
      )
    }
    expect(await findDatabaseProblem({ databaseUrl: direct, pooledUrl })).toBeUndefined()
  },
)

test('a sentence reports a server without TLS if the URL requires TLS', async () => {
  expect(await problemOf(`${adminUrl()}?sslmode=require`)).toContain('The sslmode in DATABASE_URL requires TLS')
})

test('a sentence reports a certificate that is not trusted, or that has another name or address', async () => {
  await using ofAddress = await startTlsDatabase(adminUrl(), 'IP:127.0.0.1')
  await using ofName = await startTlsDatabase(adminUrl(), 'DNS:localhost')
  const verified = 'sslmode=verify-full'
  for (const url of [
    ofAddress.urlOf('127.0.0.1', verified),
    ofAddress.urlOf('localhost', `${verified}&sslrootcert=${ofAddress.certificate}`),
    ofName.urlOf('127.0.0.1', `${verified}&sslrootcert=${ofName.certificate}`),
  ])
    expect(await problemOf(url)).toContain('certificate')
})

function problemOf(databaseUrl: string): Promise<string | undefined> {
  return findDatabaseProblem({ databaseUrl, pooledUrl: undefined })
}
