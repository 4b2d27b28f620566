import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import type * as appConfigModule from '#app.config'
import { organization, repository, throttle, user } from '#db/schema.ts'
import type { Database } from '#db/client.ts'
import { rolledBack, withOwnDatabase } from '#db/test-database.ts'
import { AppError } from '#lib/app-error.ts'
import type { AdministratorContext } from '#service/service-context.server.ts'
import { contextOn } from '#service/test-context.server.ts'
import { createRepository, deleteRepository, restoreRepository, updateRepository } from './repositories.server.ts'

const MAX_REPOSITORIES = 5
const MAX_PER_DAY = 7

vi.mock('#app.config', async (original) => {
  const { appConfig } = await original<typeof appConfigModule>()
  const repository = { ...appConfig.repository, maxPerOrganization: 5 }
  return {
    appConfig: {
      ...appConfig,
      repository,
      creationsPerDay: { user: 7, administrator: 9 },
      changesPerDay: { user: 4, administrator: 5 },
    },
  }
})

test(
  'an organization has a maximum number of repositories; a deletion frees one, and a restore needs a free one',
  rolledBack(async (db) => {
    const context = await memberOf(db)
    const made: string[] = []
    for (let nr = 0; nr < MAX_REPOSITORIES; nr += 1) made.push((await add(context)).id)
    expect(await outcome(add(context))).toBe('NO_ROOM')
    const [first = ''] = made
    await deleteRepository(context, { id: first })
    expect(await outcome(add(context))).toBe('done')
    expect(await outcome(restoreRepository(context, { id: first }))).toBe('NO_ROOM')
    expect(await outcome(add({ ...context, scope: (await memberOf(db)).scope }))).toBe('done')
  }),
)

test('concurrent additions do not exceed the maximum number of repositories', () =>
  withOwnDatabase(async (db) => {
    const [one, other] = [await memberOf(db), await memberOf(db)]
    const both = [one, { ...other, scope: one.scope }]
    const told = await Promise.all(Array.from({ length: 40 }, (_, nr) => outcome(add(both[nr % 2] ?? one))))
    expect(told.filter((code) => code === 'done')).toHaveLength(MAX_REPOSITORIES)
    expect(new Set(told)).toEqual(new Set(['done', 'NO_ROOM']))
    expect(await db.$count(repository)).toBe(MAX_REPOSITORIES)
  }))

test('users add a limited number of repositories a day, also at once and for several owners; administrators add more', () =>
  withOwnDatabase(async (db) => {
    const context = await memberOf(db)
    const others = await Promise.all([memberOf(db), memberOf(db), memberOf(db)])
    const everywhere = Array.from({ length: 18 }, (_, nr) => ({ ...context, scope: others[nr % 3]?.scope }))
    const told = await Promise.all(everywhere.map((context) => outcome(add(context))))
    expect(told.filter((code) => code === 'done')).toHaveLength(MAX_PER_DAY)
    await db.update(user).set({ role: 'admin' }).where(eq(user.id, context.actor.id))
    const shared = await Promise.all(
      Array.from({ length: 5 }, () => outcome(add({ ...context, scope: { organizationId: null } }))),
    )
    expect(shared.filter((code) => code === 'done')).toHaveLength(2)
    expect(shared).toContain('TOO_MANY_TODAY')
  }))

test(
  "rejected additions do not count towards the daily limit, and a bulk job's additions count as one job",
  rolledBack(async (db) => {
    const context = await memberOf(db)
    await add(context, 'Atlas')
    for (let nr = 0; nr < MAX_PER_DAY; nr += 1) expect(await outcome(add(context, 'Atlas'))).toBe('TAKEN')
    const ofJob = { ...context, scope: { organizationId: null }, jobId: crypto.randomUUID() }
    for (let nr = 0; nr < 2 * MAX_PER_DAY; nr += 1) await add(ofJob)
    const [counted] = await db
      .select({ count: throttle.count })
      .from(throttle)
      .where(eq(throttle.key, `added:repository:${context.actor.id}`))
    expect(counted).toEqual({ count: 1 })
  }),
)

test(
  'a user changes repositories a limited number of times a day, because the history keeps each change',
  rolledBack(async (db) => {
    const context = await memberOf(db)
    const { id } = await add(context)
    const rename = (name: string) =>
      updateRepository(context, { ...FIELDS, id, name }).then(() => deleteRepository(context, { id }))
    await rename('Atlas')
    await restoreRepository(context, { id })
    expect(await outcome(rename('Borealis'))).toBe('TOO_MANY_TODAY')
  }),
)

const FIELDS = { link: 'https://git.example.com/atlas', description: '', language: '', topics: '' }

async function memberOf(db: Database): Promise<AdministratorContext> {
  const email = `${crypto.randomUUID()}@room.example`
  const [record] = await db.insert(user).values({ email, name: 'Ada' }).returning({ id: user.id, name: user.name })
  const [owner] = await db.insert(organization).values({ name: 'Engines' }).returning({ id: organization.id })
  return { ...contextOn(db, record), scope: { organizationId: owner?.id ?? null } }
}

function add(context: AdministratorContext, name: string = crypto.randomUUID()) {
  return createRepository(context, { ...FIELDS, name })
}

function outcome(work: Promise<unknown>) {
  return work.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  )
}
