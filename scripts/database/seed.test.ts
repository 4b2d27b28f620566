import postgres from 'postgres'
import { expect, test } from 'vitest'
import { databaseOn } from '#db/client.ts'
import { ownDatabase } from '#db/test-database.ts'
import { SAMPLE_AMOUNTS, seedDatabase } from './seed.ts'

const { url } = ownDatabase()

test('sample repositories have different times of their last change, and a later change still sets the time', async () => {
  const client = postgres(url(), { max: 1, onnotice: () => undefined })
  await seedDatabase(databaseOn(client), SAMPLE_AMOUNTS)
  const [times] = await client`
    select count(distinct updated_at::date)::int as days, bool_and(updated_at between created_at and now()) as "arePossible"
    from repository`
  expect(times?.days).toBeGreaterThan(12)
  expect(times?.arePossible).toBe(true)
  const [changed] = await client`
    update repository set updated_at = '2020-01-01' returning updated_at > now() - interval '1 minute' as "isNew"`
  expect(changed?.isNew).toBe(true)
  await client.end()
})
