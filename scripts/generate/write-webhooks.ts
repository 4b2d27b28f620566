import type { Files, NewFeature } from './feature.ts'
import { labelFieldOf } from './fields.ts'
import { rename } from './rename.ts'

/** Generates the test of the events that webhooks receive about a feature's rows. */
export function webhookFiles(feature: NewFeature): Files {
  const { many } = feature.names
  return { [`src/features/${many.kebab}/${many.kebab}.webhooks.server.test.ts`]: testCode(feature) }
}

function testCode({ names, owner, fields }: NewFeature): string {
  const { one, many } = names
  const label = labelFieldOf(fields).column
  const isOwned = owner === 'organization'
  const ofOwner = `
test(
  'a webhook receives events about the ${many.spaced} of an organization only if it includes private rows',
  rolledBack(async (db) => {
    const [trusted, usual] = [await addHook(db, true), await addHook(db)]
    const context = await signedIn(db)
    const [made] = await db.insert(organization).values({ name: 'Engines' }).returning({ id: organization.id })
    const organizationId = made?.id ?? ''
    await db.insert(member).values({ organizationId, userId: context.actor.id, role: 'owner' })
    await changeRow({ ...context, scope: { organizationId, reachesAnyById: false, memberId: context.actor.id } })
    expect(await eventsFor(db, trusted)).toEqual(EVENTS)
    expect(await eventsFor(db, usual)).toEqual([])
  }),
)
`
  return `import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Database } from '#db/client.ts'
import { ${isOwned ? 'member, organization, ' : ''}webhook, webhookDelivery } from '#db/schema.ts'
import { rolledBack } from '#db/test-database.ts'
import type { ${many.pascal}Context } from './${many.kebab}.scope.server.ts'
import { create${one.pascal}, delete${one.pascal}, restore${one.pascal}, update${one.pascal} } from './${many.kebab}.server.ts'
import { fieldsOf, signedIn } from './test-${many.kebab}.server.ts'

const CHANGES = ['created', 'updated', 'deleted', 'restored'] as const
const EVENTS = CHANGES.map((change) => \`${one.kebab}.\${change}\` as const)

/** Adds a webhook that receives all events about ${many.spaced}. */
async function addHook(db: Database, includesPrivate = false): Promise<string> {
  const [made] = await db
    .insert(webhook)
    .values({ url: 'https://hooks.example', events: EVENTS, sealedSecret: 'encrypted', includesPrivate })
    .returning({ id: webhook.id })
  return made?.id ?? ''
}

/** ${rename('Adds, changes, deletes and restores a note.', names)} */
async function changeRow(context: ${many.pascal}Context) {
  const fields = await fieldsOf(context, 'new')
  const { id } = await create${one.pascal}(context, fields)
  await update${one.pascal}(context, { ...fields, id, ${label}: 'changed' })
  await delete${one.pascal}(context, { id })
  await restore${one.pascal}(context, { id })
}

async function eventsFor(db: Database, id: string): Promise<string[]> {
  const found = await db
    .select({ type: webhookDelivery.type })
    .from(webhookDelivery)
    .where(eq(webhookDelivery.webhookId, id))
    .orderBy(webhookDelivery.eventId)
  return found.map(({ type }) => type)
}

test(
  'a webhook receives an event about each change of ${isOwned ? 'shared ' : ''}${many.spaced}',
  rolledBack(async (db) => {
    const hook = await addHook(db)
    await changeRow(await signedIn(db))
    expect(await eventsFor(db, hook)).toEqual(EVENTS)
  }),
)
${isOwned ? ofOwner : ''}`
}
