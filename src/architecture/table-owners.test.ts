import { getTableColumns } from 'drizzle-orm'
import { getTableConfig, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { organization, repository, user } from '#db/schema.ts'
import { DECLARED_TABLES } from '#db/table-owners.ts'
import { sources } from './source.ts'
import { ownerFaults, TABLES, tablesOf } from './table-owners.ts'

/** What people own and do not find in the file of their data, each with why. */
const NOT_DOWNLOADED: Record<string, string> = {
  invitation: 'says what the profile says, and which administrator it was',
  recoveryCode: 'secrets',
}

/** What somebody owns and has no limit at once, each with why. */
const NOT_LIMITED_AT_ONCE: Record<string, string> = {
  invitation: 'there is one for each person who was invited to the product',
  user: 'it is the person',
}

test('each table says whose rows it holds, and they are deleted with their owner', () => {
  expect(ownerFaults()).toEqual([])
})

test('no owner is said of a table that is not there', () => {
  expect(Object.keys(DECLARED_TABLES).filter((name) => !(name in TABLES))).toEqual([])
})

test('deleting a person or an organization is never stopped by rows that refer to them', () => {
  const stopping = Object.entries(TABLES).flatMap(([name, table]) =>
    getTableConfig(table).foreignKeys.flatMap((key) => {
      const { foreignTable } = key.reference()
      if (foreignTable !== user && foreignTable !== organization) return []
      return key.onDelete === 'cascade' || key.onDelete === 'set null' ? [] : [`${name}: ${key.getName()}`]
    }),
  )
  expect(stopping).toEqual([])
})

test('the file of their data has all that a person owns and has added, or there is a reason', () => {
  const files = sources.filter(({ path }) => /\/account-data\.server\.ts$|\/feature\.server\.ts$/.test(path))
  const text = files.map((file) => /dataTaken: .*?\n {2}\}\),|collectData.*/s.exec(file.text)?.[0] ?? '').join('\n')
  const isTold = (name: string) =>
    new RegExp(String.raw`\b(?:from\(|listAddedBy\(\s*db,\s*viewer\.id,\s*|list)${name}s?\b`, 'i').test(text)
  const added = Object.entries(TABLES).flatMap(([name, table]) =>
    'createdById' in getTableColumns(table) ? [name] : [],
  )
  const untold = [...tablesOf('user').filter((name) => name !== 'user'), ...added].filter((name) => !isTold(name))
  expect(untold).toEqual(Object.keys(NOT_DOWNLOADED))
})

test('so many rows at once belong to one person or organization, or there is a reason', () => {
  const limits: Record<string, { limit: { most?: number } | string }> = DECLARED_TABLES
  const unlimited = [...tablesOf('organization'), ...tablesOf('user')].filter((name) => {
    const limit = limits[name]?.limit
    return typeof limit === 'object' && limit.most === undefined
  })
  expect(unlimited.toSorted()).toEqual(Object.keys(NOT_LIMITED_AT_ONCE))
})

const note = pgTable('note', { id: uuid().primaryKey(), text: text() })
const ofOrganization = pgTable('note', { organizationId: uuid().references(() => organization.id) })
const ofUser = pgTable('note', { personId: uuid().references(() => user.id, { onDelete: 'set null' }) })

test.each([
  [
    'no owner',
    note,
    {},
    'The table "note" has no owner: say whose rows it holds in `tables` in the manifest of its feature.',
  ],
  ['an organization, and no column', note, { note: 'organization' }, 'has no organizationId'],
  ['an organization whose rows would stay', ofOrganization, { note: 'organization' }, 'onDelete cascade'],
  ['a person whose rows would stay', ofUser, { note: 'user' }, 'onDelete cascade'],
  ['everybody, and an organization', ofOrganization, { note: 'everybody' }, 'has an organizationId'],
  ['another table', note, { note: { with: 'repository' } }, 'goes with "repository"'],
] as const)('a table with %s is found', (_name, table, owners, told) => {
  expect(ownerFaults({ note: table }, owners)).toEqual([expect.stringContaining(told)])
})

test.each([
  ['everybody', note, { note: 'everybody' }],
  ['the system', note, { note: { system: 'a sample' } }],
  ['an organization', repository, { note: 'organization' }],
] as const)('a table of %s passes', (_name, table, owners) => {
  expect(ownerFaults({ note: table }, owners)).toEqual([])
})
