import { expect, test } from 'vitest'
import { appConfig } from '#app.config'
import { organization } from '#db/schema.ts'
import { rolledBack } from '#db/test-database.ts'
import { contextOn } from '#service/test-context.server.ts'
import { listOwners } from './owners.server.ts'

test(
  'the chosen organization is among the owners of a filter, even after the offered ones',
  rolledBack(async (db) => {
    // These names come before those of organizations that other tests leave in the database.
    const names = Array.from({ length: appConfig.organization.maxOffered + 1 }, (_, nr) => `00 Owner ${1000 + nr}`)
    const made = await db
      .insert(organization)
      .values(names.map((name) => ({ name, slug: name.replaceAll(' ', '-') })))
      .returning()
    const [first, last] = [made[0]?.id ?? '', made.at(-1)?.id ?? '']
    const context = contextOn(db)
    expect((await listOwners(context, { id: first })).map(({ name }) => name)).toEqual(names.slice(0, -1))
    expect((await listOwners(context, { id: last })).map(({ name }) => name)).toEqual(names)
  }),
)
