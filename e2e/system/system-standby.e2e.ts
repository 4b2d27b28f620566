import { startApp } from '../support/app.ts'
import { addVisitor } from '../support/users.ts'
import { startReplicatedDatabase } from '../support/replicated-database.ts'
import { query } from '../support/script.ts'
import { callFunction } from '../support/server-function.ts'
import { expect, test } from '../support/test.ts'

test('the system page shows the standby, and its state if the database role has permission to read it', async () => {
  test.setTimeout(120_000)
  await using database = await startReplicatedDatabase('local')
  const app = await startApp({}, { databaseUrl: database.primaryUrl, ownerUrl: database.ownerUrl })
  try {
    const { visitor } = await addVisitor(app, { role: 'admin' })
    const standbys = async () => {
      const { result } = await callFunction(visitor, 'system.getSystem')
      return (result as { database: { replicas: object[] } }).database.replicas
    }
    expect(await standbys()).toMatchObject([{ state: null, lagSeconds: null }])
    expect((await visitor.get('/manager/system')).status).toBe(200)
    const role = decodeURIComponent(new URL(app.databaseUrl).username)
    await query(database.adminUrl, `grant pg_read_all_stats to ${role}`)
    expect(await standbys()).toMatchObject([{ state: 'streaming' }])
  } finally {
    await app.stop()
  }
})
