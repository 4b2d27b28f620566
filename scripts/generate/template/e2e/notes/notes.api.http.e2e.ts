import { addKey } from '../support/api-keys.ts'
import type { App } from '../support/app.ts'
import { someName } from '../support/lists.ts'
import { expect, test } from '../support/test.ts'

const ADDRESS = '/api/v1/notes'
const SCOPES = ['note:read', 'note:create', 'note:update', 'note:delete']

/** Adds a key, and returns the fields of a note that no other test uses. */
async function prepare(app: App) {
  const { bearer } = await addKey(app, { scopes: SCOPES })
  const name = someName()
  const headers = { ...bearer, 'content-type': 'application/json' }
  return { headers, name, fields: { headline: name, status: 'draft', body: 'Two\nlines' } }
}

async function addOrganization(app: App): Promise<string> {
  const [made] = await app.sql<{ id: string }[]>`insert into organization (name) values ('Named') returning id`
  return made?.id ?? ''
}

test('a program adds, finds, changes and deletes a note', async ({ app, visitor }) => {
  const { headers, name, fields } = await prepare(app)
  const made = await visitor.post(ADDRESS, fields, headers)
  expect(made).toMatchObject({ status: 201, body: fields })
  const address = made.headers.get('location') ?? ''
  const listed = await visitor.get(`${ADDRESS}?searchTerm=${name}`, headers)
  expect(listed).toMatchObject({ status: 200, body: { data: [{ headline: name }], next: null } })
  const renamed = { headline: `${name}-renamed` }
  const changed = await visitor.send('PATCH', address, JSON.stringify(renamed), headers)
  expect(changed).toMatchObject({ status: 200, body: { ...fields, ...renamed } })
  expect((await visitor.send('DELETE', address, undefined, headers)).status).toBe(204)
  expect((await visitor.get(address, headers)).status).toBe(404)
})

test('a key without the permissions for notes is refused', async ({ app, visitor }) => {
  const { bearer } = await addKey(app)
  expect(await visitor.get(ADDRESS, bearer)).toMatchObject({ status: 403, body: { code: 'INSUFFICIENT_SCOPE' } })
})

test('a list of notes has only those of the requested organization', async ({ app, visitor }) => {
  const { headers, name, fields } = await prepare(app)
  const [organizationId, other] = [await addOrganization(app), await addOrganization(app)]
  const { status } = await visitor.post(ADDRESS, { ...fields, organizationId }, headers)
  expect(status).toBe(201)
  const countIn = async (query: string) => {
    const { body } = await visitor.get(`${ADDRESS}?searchTerm=${name}${query}`, headers)
    return (body as { data: unknown[] }).data.length
  }
  expect(await countIn(`&organizationId=${organizationId}`)).toBe(1)
  expect(await countIn(`&organizationId=${other}`)).toBe(0)
  expect(await countIn('')).toBe(0)
})
