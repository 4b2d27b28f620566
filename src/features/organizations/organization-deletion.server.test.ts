import { expect, test } from 'vitest'
import { repository } from '#db/schema.ts'
import { rolledBack } from '#db/test-database.ts'
import * as organizations from './organizations.server.ts'
import { outcome, createTeam } from './test-organization.server.ts'

test(
  'deleting an organization requires its typed name, and its page counts the repositories that are deleted with it',
  rolledBack(async (db) => {
    const { id, owner } = await createTeam(db)
    await db.insert(repository).values([
      { name: 'kept', link: 'https://a.example', organizationId: id },
      { name: 'deleted before', link: 'https://a.example', organizationId: id, deletedAt: new Date() },
      { name: `shared ${id}`, link: 'https://a.example' },
    ])
    expect(await organizations.getOrganization(owner, { id })).toMatchObject({ repositoryCount: 1, memberCount: 3 })
    expect(await outcome(organizations.deleteOrganization(owner, { id, typed: 'Engine' }))).toBe('INVALID_INPUT')
    expect(await outcome(organizations.deleteOrganization(owner, { id, typed: ' Engines ' }))).toBe('done')
    expect(await outcome(organizations.getOrganization(owner, { id }))).toBe('NOT_FOUND')
  }),
)
