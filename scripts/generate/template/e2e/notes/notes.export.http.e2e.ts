import type { App } from '../support/app.ts'
import { addNote } from '../support/notes.ts'
import { addUser, addVisitor } from '../support/users.ts'
import { openSession } from '../support/sessions.ts'
import { expect, test } from '../support/test.ts'
import { Visitor } from '../support/visitor.ts'

const ADDRESS = '/app/notes/export'
const HEADER = '"id","headline","status","body","createdAt"'

test('the list of notes links to its export, which has the rows that match the search', async ({ app }) => {
  const { visitor, id } = await addVisitor(app)
  const { name } = await addNote(app, { createdById: id })
  await addNote(app, { createdById: id })
  const { status, body, headers } = await visitor.get(`${ADDRESS}?searchTerm=${name}`)
  expect({ status, type: headers.get('content-type') }).toEqual({ status: 200, type: 'text/csv; charset=utf-8' })
  const lines = String(body).trim().split('\r\n')
  expect(lines).toEqual([HEADER, expect.stringContaining(name)])
  expect((await visitor.get(ADDRESS, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await visitor.get(`/app/notes?searchTerm=${name}`)).body).toContain(`${ADDRESS}?searchTerm=${name}`)
})

type Role = 'owner' | 'admin' | 'member'

/** Signs in a new user with a role in an organization. */
async function signInAs(app: App, role: Role, organization: string): Promise<Visitor> {
  const { id } = await addUser(app)
  await app.sql`insert into member (organization_id, user_id, role) values (${organization}, ${id}, ${role})`
  return new Visitor(app).withCookie(await openSession(app, id, { organizationId: organization }))
}

async function addOrganization(app: App): Promise<string> {
  const [made] = await app.sql<{ id: string }[]>`insert into organization (name) values ('Named') returning id`
  return made?.id ?? ''
}

test('a member exports only the notes of the active organization', async ({ app }) => {
  const { id: createdById } = await addUser(app)
  const { id, name } = await addNote(app, { createdById })
  const [organization, other] = [await addOrganization(app), await addOrganization(app)]
  await app.sql`update note set organization_id = ${organization} where id = ${id}`
  const address = `${ADDRESS}?searchTerm=${name}`
  expect((await (await signInAs(app, 'member', organization)).get(address)).body).toContain(name)
  expect(String((await (await signInAs(app, 'owner', other)).get(address)).body).trim()).toBe(HEADER)
})
