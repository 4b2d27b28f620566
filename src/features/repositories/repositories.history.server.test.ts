import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { historyEvent, organization, user } from '#db/schema.ts'
import { ownerScopeForAdministrator } from '#db/scope.ts'
import { rolledBack } from '#db/test-database.ts'
import { contextOn } from '#service/test-context.server.ts'
import { createRepository, deleteRepository, restoreRepository, updateRepository } from './repositories.server.ts'

const fields = { name: 'Atlas of history', link: 'https://a.example', description: '', language: '', topics: '' }

test(
  'changes of a repository name its organization in the history, also by an administrator outside of it',
  rolledBack(async (db) => {
    const [own] = await db.insert(organization).values({ name: 'Engines' }).returning({ id: organization.id })
    const [author] = await db.insert(user).values({ email: 'ada@history.example', name: 'Ada' }).returning()
    const organizationId = own?.id ?? ''
    const member = { ...contextOn(db, author), scope: { organizationId } }
    const administrator = { ...member, scope: ownerScopeForAdministrator() }
    const { id } = await createRepository(member, fields)
    await updateRepository(administrator, { id, ...fields, name: 'Beacon' })
    await deleteRepository(administrator, { id })
    await restoreRepository(administrator, { id })
    const shared = await createRepository({ ...member, scope: { organizationId: null } }, fields)
    const told = await db
      .select()
      .from(historyEvent)
      .where(eq(historyEvent.actorId, member.actor.id))
      .orderBy(historyEvent.id)
    expect(told.map((event) => [event.subjectId === shared.id, event.ownerId])).toEqual([
      ...Array.from({ length: 4 }, () => [false, organizationId]),
      [true, null],
    ])
  }),
)
