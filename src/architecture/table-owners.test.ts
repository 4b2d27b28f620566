import { getTableColumns } from 'drizzle-orm'
import { getTableConfig, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { organization, repository, user } from '#db/schema.ts'
import { DECLARED_TABLES } from '#db/table-owners.ts'
import { sources } from './source.ts'
import { ownerFaults, TABLES, tablesOf } from './table-owners.ts'

/** Tables of users' rows that a user's data export does not include, each with the reason. */
const NOT_DOWNLOADED: Record<string, string> = {
  invitation: 'says what the profile says, and which administrator it was',
  recoveryCode: 'secrets',
}

/** Tables of owned rows without a maximum number of rows per owner, each with the reason. */
const NOT_LIMITED_AT_ONCE: Record<string, string> = {
  invitation: 'there is one for each user who was invited to the product',
  user: 'it is the user',
}

test('each table declares the owner of its rows, and rows are deleted with their owner', () => {
  expect(ownerFaults()).toEqual([])
})

test('every table with a declared owner exists', () => {
  expect(Object.keys(DECLARED_TABLES).filter((name) => !(name in TABLES))).toEqual([])
})

test('no foreign key prevents deleting a user or an organization', () => {
  const stopping = Object.entries(TABLES).flatMap(([name, table]) =>
    getTableConfig(table).foreignKeys.flatMap((key) => {
      const { foreignTable } = key.reference()
      if (foreignTable !== user && foreignTable !== organization) return []
      return key.onDelete === 'cascade' || key.onDelete === 'set null' ? [] : [`${name}: ${key.getName()}`]
    }),
  )
  expect(stopping).toEqual([])
})

test('the data export of a user has all rows that the user owns or added, except tables in NOT_DOWNLOADED', () => {
  const files = sources.filter(({ path }) => /\/account-data\.server\.ts$|\/feature\.server\.ts$/.test(path))
  const text = files
    .map((file) => /exportedData: .*?\n {2}\}\),|collectUserData.*/s.exec(file.text)?.[0] ?? '')
    .join('\n')
  const isTold = (name: string) =>
    new RegExp(String.raw`\b(?:from\(|listAddedBy\(\s*db,\s*viewer\.id,\s*|list)${name}s?\b`, 'i').test(text)
  const added = Object.entries(TABLES).flatMap(([name, table]) =>
    'createdById' in getTableColumns(table) ? [name] : [],
  )
  const untold = [...tablesOf('user').filter((name) => name !== 'user'), ...added].filter((name) => !isTold(name))
  expect(untold).toEqual(Object.keys(NOT_DOWNLOADED))
})

test('every table of owned rows has a maximum number for an owner, except tables in NOT_LIMITED_AT_ONCE', () => {
  const limits: Record<string, { limit: { most?: number } | string }> = DECLARED_TABLES
  const unlimited = [...tablesOf('organization'), ...tablesOf('user')].filter((name) => {
    const limit = limits[name]?.limit
    return typeof limit === 'object' && limit.most === undefined
  })
  expect(unlimited.toSorted()).toEqual(Object.keys(NOT_LIMITED_AT_ONCE))
})

const note = pgTable('note', { id: uuid().primaryKey(), text: text() })
const ofOrganization = pgTable('note', { organizationId: uuid().references(() => organization.id) })
const ofUser = pgTable('note', { userId: uuid().references(() => user.id, { onDelete: 'set null' }) })

test.each([
  [
    'no owner',
    note,
    {},
    'The table "note" has no owner: say whose rows it holds in `tables` in the manifest of its feature.',
  ],
  ['the owner organization but no column', note, { note: 'organization' }, 'has no organizationId'],
  ['the owner organization but no cascade', ofOrganization, { note: 'organization' }, 'onDelete cascade'],
  ['the owner user but no cascade', ofUser, { note: 'user' }, 'onDelete cascade'],
  ['the owner everybody and an organization', ofOrganization, { note: 'everybody' }, 'has an organizationId'],
  ['another table as owner but no column', note, { note: { with: 'repository' } }, 'goes with "repository"'],
] as const)('ownerFaults reports a table with %s', (_name, table, owners, told) => {
  expect(ownerFaults({ note: table }, owners)).toEqual([expect.stringContaining(told)])
})

test.each([
  ['everybody', note, { note: 'everybody' }],
  ['the system', note, { note: { system: 'a sample' } }],
  ['an organization', repository, { note: 'organization' }],
] as const)('ownerFaults accepts a correct table of %s', (_name, table, owners) => {
  expect(ownerFaults({ note: table }, owners)).toEqual([])
})
