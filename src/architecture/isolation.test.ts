import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Session } from '#auth/current-session.server.ts'
import type { Permission } from '#auth/permissions.ts'
import type { Database } from '#db/client.ts'
import { member, repository, user } from '#db/schema.ts'
import { rolledBack } from '#db/test-database.ts'
import { repositoryMarks } from '#slots/rows.server.ts'
import { serverFeatures } from '../features.server.ts'
import { favouriteOperations, storedFavourites } from '#features/favourites/test-isolation.server.ts'
import { getHome } from '#features/home/home.server.ts'
import { failLink, linkCheckOperations } from '#features/link-checks/test-isolation.server.ts'
import { paletteOperations } from '#features/palette/test-isolation.server.ts'
import { listRepositoryLanguages } from '#features/repositories/languages.server.ts'
import { getNeighbours } from '#features/repositories/neighbours.server.ts'
import * as repositories from '#features/repositories/repositories.server.ts'
import { AppError } from '#lib/app-error.ts'
import type { OrganizationRole } from '#lib/organization-roles.ts'
import { addOrganization, contextFor, type ScopedCallContext } from './scoped-calls.ts'
import { functionsWithGuard } from './server-functions.ts'
import { sources } from './source.ts'

/** Repositories of another owner than the caller's: one that exists, and one that was deleted. */
interface ForeignIds {
  there: string
  deleted: string
  /** A word that occurs in all texts of these repositories and nowhere else. */
  secret: string
}

interface OwnRowFunctions {
  keep: (db: Database, userId: string, ids: string[]) => Promise<void>
  traces: (db: Database, id: string) => Promise<unknown>
}

type Operation = (context: ScopedCallContext, others: ForeignIds) => Promise<unknown>

const list = { sort: 'newest', cursor: null } as const
const texts = { link: 'https://a.example', description: '', language: '', topics: '' }

const MARKS = Object.keys(repositoryMarks).join(',')
const filtersMatching = (secret: string) =>
  [{ searchTerm: secret }, { topic: secret }, { language: secret }].map((filter) => ({ searchTerm: '', ...filter }))

/** A call of each server function about repositories, made on the repositories of another owner. */
const OPERATIONS: Record<string, Operation> = {
  listRepositories: async (context, { secret }) => [
    await repositories.listRepositories(context, { ...list, sort: 'name', searchTerm: secret }),
    ...(await Promise.all(
      [{ searchTerm: '' }, { searchTerm: '', marks: MARKS }, ...filtersMatching(secret)].map((filter) =>
        repositories.listRepositories(context, { ...list, ...filter }),
      ),
    )),
  ],
  getRepositoryCount: async (context, { secret }) => {
    for (const filter of filtersMatching(secret)) expect(await repositories.countRepositories(context, filter)).toBe(0)
  },
  getRepository: (context, { there }) => repositories.getRepository(context, { id: there }),
  createRepository: async (context, { secret }) => {
    // The call succeeds, because the caller's own space has no such name. The created row belongs to the caller.
    const { id } = await repositories.createRepository(context, { ...texts, name: `${secret} there` })
    const [made] = await context.db
      .select()
      .from(repository)
      .where(sql`id = ${id}`)
    expect(made?.organizationId).toBe(context.scope?.organizationId)
    await context.db.delete(repository).where(sql`id = ${id}`)
  },
  updateRepository: (context, { there }) =>
    repositories.updateRepository(context, { ...texts, id: there, name: 'taken' }),
  deleteRepository: (context, { there }) => repositories.deleteRepository(context, { id: there }),
  restoreRepository: (context, { deleted }) => repositories.restoreRepository(context, { id: deleted }),
  getNeighbours: (context, { there }) => getNeighbours(context, { id: there, sort: 'name', searchTerm: '' }),
  listRepositoryLanguages,
  ...linkCheckOperations,
  getHome,
  ...favouriteOperations,
  ...paletteOperations,
}

/** Functions of features that add and read a user's own rows about repositories of others, by folder of the feature. */
const OWN_ROWS: Record<string, OwnRowFunctions> = {
  favourites: storedFavourites,
}

/** Operations that must fail with an ID of another owner's repository. The others must return no data of that owner. */
const REFUSED_NAMES = /^((get|update|delete|restore)Repository|getLinkHealth|checkLink|addFavourite)$/

/** Operations that find a row by its ID if the caller can see it anyway, also while another organization is active. */
const READING_BY_ID = /^(getRepository|getLinkHealth|addFavourite|recordOpenedRepository)$/

/** Functions by which features store their findings about a repository, for example a broken link. */
const FINDINGS: Record<string, (db: Database, id: string) => Promise<void>> = {
  links: failLink,
}

/** Every server function with the guard for repositories, and the permission that it requires. */
const GUARDED_FUNCTIONS = new Map(functionsWithGuard(sources, 'requireScopedPermission', /^repository:/))

test('OPERATIONS has a call for every server function about repositories', () => {
  expect(new Set(GUARDED_FUNCTIONS.keys())).toEqual(new Set(Object.keys(OPERATIONS)))
})

/** Adds two repositories, one of them deleted, with a secret word in all texts, to an organization (null: shared data). */
async function addRepositories(db: Database, organizationId: string | null): Promise<ForeignIds> {
  const secret = `q${crypto.randomUUID().replaceAll('-', '')}`
  const words = { description: secret, language: secret, topics: secret }
  const row = { ...words, link: `https://${secret}.example`, organizationId }
  const made = await db
    .insert(repository)
    .values([
      { ...row, name: `${secret} there` },
      { ...row, name: `${secret} deleted`, deletedAt: new Date() },
    ])
    .returning({ id: repository.id })
  const there = made[0]?.id ?? ''
  for (const storeFinding of Object.values(FINDINGS)) await storeFinding(db, there)
  return { there, deleted: made[1]?.id ?? '', secret }
}

/** Adds a user with this active organization and with own rows (`OWN_ROWS`) that refer to the other owner's repositories. */
async function addSignedInUser(
  db: Database,
  active: { id: string; name: string } | null,
  role: OrganizationRole,
  seen: ForeignIds[],
  joined: string[] = [],
) {
  const [record] = await db
    .insert(user)
    .values({ email: `${crypto.randomUUID()}@example.com`, name: 'Ada' })
    .returning()
  if (!record) throw new Error('no user was added')
  for (const organizationId of [...(active ? [active.id] : []), ...joined])
    await db.insert(member).values({ organizationId, userId: record.id, role })
  for (const { keep } of Object.values(OWN_ROWS))
    for (const { there, deleted } of seen) await keep(db, record.id, [there, deleted])
  const session = {
    id: crypto.randomUUID(),
    impersonatedBy: null,
    organization: active && { id: active.id, name: active.name, role },
    viewer: { id: record.id, email: record.email, name: record.name, role: 'user', permissions: [] },
  }
  return session as unknown as Session
}

async function readForeignRows(db: Database, { there, deleted }: ForeignIds) {
  const own = await Promise.all(Object.values(OWN_ROWS).map((kept) => kept.traces(db, there)))
  const rows = await db.execute(sql`
    select (select json_agg(repository order by id) from repository where id in (${there}, ${deleted})) as rows,
           (select json_agg(repository_link order by repository_id) from repository_link where repository_id in (${there}, ${deleted})) as links,
           (select count(*) from history_event where subject_id in (${there}, ${deleted})) as events`)
  return { rows: [...rows], own }
}

test.each(['owner', 'admin', 'member'] as const)(
  'no server function lets the %s of an organization, or a user without one, read or change rows of another space, ' +
    'except that an ID finds, to read only, a shared row or a row of another organization of the user',
  (role) =>
    rolledBack(async (db) => {
      const [red, blue] = [await addOrganization(db, 'Red'), await addOrganization(db, 'Blue')]
      // An organization of all callers, which is never active.
      const green = await addOrganization(db, 'Green')
      const spaces = [
        { of: red, others: await addRepositories(db, red.id) },
        { of: blue, others: await addRepositories(db, blue.id) },
        { of: null, others: await addRepositories(db, null) },
      ]
      const joined = { of: green, others: await addRepositories(db, green.id) }
      for (const { of, others: own } of spaces) {
        const strange = [...spaces.filter((space) => space.of !== of), joined].map(({ of, others }) => ({
          ...others,
          isVisible: of === null || of === green,
        }))
        const session = await addSignedInUser(db, of, role, strange, [green.id])
        for (const [name, permission] of GUARDED_FUNCTIONS)
          for (const others of strange) {
            const before = await readForeignRows(db, others)
            const asked = await callOperation(name, db, session, permission, others)
            const isRefused = asked.refusal === 'NOT_FOUND' || asked.refusal === 'FORBIDDEN'
            const isTold = JSON.stringify(asked.answer ?? null).includes(others.secret)
            const isFound = others.isVisible && READING_BY_ID.test(name)
            const isRight = isFound ? asked.refusal === undefined : isRefused || !REFUSED_NAMES.test(name)
            expect({ name, isTold, isRight }).toEqual({
              name,
              isTold: isFound && name === 'getRepository',
              isRight: true,
            })
            expect({ name, left: await readForeignRows(db, others) }).toEqual({ name, left: before })
          }
        // The callers do find their own rows, so the other owner's rows were not hidden by a broken query.
        const reading = await contextFor(db, session, 'repository:read')
        expect(await repositories.getRepository(reading, { id: own.there })).toMatchObject({ description: own.secret })
        expect(JSON.stringify(await repositories.listRepositories(reading, { ...list, searchTerm: '' }))).toContain(
          own.secret,
        )
        const data = await Promise.all(serverFeatures.map(async (one) => one.exportedData?.({ ...reading, session })))
        for (const { secret } of strange.filter(({ isVisible }) => !isVisible))
          expect(JSON.stringify(data)).not.toContain(secret)
      }
    })(),
  60_000,
)

async function callOperation(name: string, db: Database, session: Session, permission: Permission, others: ForeignIds) {
  try {
    // A script could send the parameters of the administrators' area. The call must be refused, not return more rows.
    for (const asked of [{ area: 'manager' }, { area: 'manager', organization: others.there }])
      await expect(contextFor(db, session, permission, asked)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    const isRead = permission === 'repository:read'
    const naming = contextFor(db, session, permission, { organization: others.there })
    const told = await naming.then(
      () => 'let through',
      ({ code }: AppError) => code,
    )
    expect(told).toBe(isRead ? 'let through' : 'ORGANIZATION_SWITCHED')
    const context = await (isRead ? naming : contextFor(db, session, permission))
    const answer = await db.transaction((db) => OPERATIONS[name]?.({ ...context, db }, others) ?? Promise.reject())
    return { answer }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { refusal: error.code }
  }
}

test(
  'a member who lost the role or was removed after the session was read can no longer change the organization',
  rolledBack(async (db) => {
    const red = await addOrganization(db, 'Red')
    for (const [name, permission] of GUARDED_FUNCTIONS) {
      if (permission === 'repository:read') continue
      const [own, session] = [await addRepositories(db, red.id), await addSignedInUser(db, red, 'owner', [])]
      const context = await contextFor(db, session, permission)
      const tried = async () => {
        const done = db.transaction((db) => OPERATIONS[name]?.({ ...context, db }, own) ?? Promise.reject())
        return { code: await done.then(String, ({ code }: AppError) => code) }
      }
      const before = await readForeignRows(db, own)
      await db.update(member).set({ role: 'member' }).where(eq(member.userId, session.viewer.id))
      expect({ name, ...(await tried()) }).toMatchObject({ name, code: 'FORBIDDEN' })
      await db.delete(member).where(eq(member.userId, session.viewer.id))
      expect({ name, ...(await tried()) }).toMatchObject({ name, code: 'NOT_FOUND' })
      expect({ name, left: await readForeignRows(db, own) }).toEqual({ name, left: before })
    }
  }),
)

test(
  'a request for one owner fails with ORGANIZATION_SWITCHED if another tab has switched the organization',
  rolledBack(async (db) => {
    const [red, blue] = [await addOrganization(db, 'Red'), await addOrganization(db, 'Blue')]
    const inBlue = await addSignedInUser(db, blue, 'owner', [])
    const inNone = await addSignedInUser(db, null, 'owner', [])
    for (const organization of [red.id, ''])
      await expect(contextFor(db, inBlue, 'repository:create', { organization })).rejects.toMatchObject({
        code: 'ORGANIZATION_SWITCHED',
      })
    await expect(contextFor(db, inNone, 'repository:create', { organization: red.id })).rejects.toMatchObject({
      code: 'ORGANIZATION_SWITCHED',
    })
    const own = await contextFor(db, inBlue, 'repository:create', { organization: blue.id })
    expect(own.scope).toEqual({
      organizationId: blue.id,
      reachesAnyById: false,
      memberId: inBlue.viewer.id,
      readerId: inBlue.viewer.id,
    })
  }),
)

test(
  'the history names an impersonating administrator as the actor; an invalid organization ID is INVALID_INPUT',
  rolledBack(async (db) => {
    const red = await addOrganization(db, 'Red')
    const [owner, administrator] = [
      await addSignedInUser(db, red, 'owner', []),
      await addSignedInUser(db, null, 'owner', []),
    ]
    const impersonatedBy = { id: administrator.viewer.id, name: 'Root' }
    const acting = await contextFor(db, { ...owner, impersonatedBy }, 'repository:create')
    const { id } = await repositories.createRepository(acting, { ...texts, name: 'Made for them' })
    const [made] = await db.execute(sql`
      select actor_id, created_by_id, organization_id, owner_id from history_event join repository on repository.id = subject_id
      where subject_id = ${id}`)
    expect(made).toEqual({
      actor_id: impersonatedBy.id,
      created_by_id: impersonatedBy.id,
      organization_id: red.id,
      owner_id: red.id,
    })
    const viewer = { ...administrator.viewer, role: 'admin' as const }
    const asked = { area: 'manager', organization: 'none' }
    await expect(contextFor(db, { ...administrator, viewer }, 'repository:read', asked)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
  }),
)
