import type { App } from '../support/app.ts'
import { ENDPOINTS } from '../support/endpoints.ts'
import { someName } from '../support/lists.ts'
import { addNote, formOf } from '../support/notes.ts'
import { addUser } from '../support/users.ts'
import { callFunction } from '../support/server-function.ts'
import { openSession } from '../support/sessions.ts'
import { expect, test } from '../support/test.ts'
import { Visitor } from '../support/visitor.ts'

type Role = 'owner' | 'admin' | 'member' | undefined

/** An organization with an existing and a deleted note. Its name and the existing note contain the word. */
interface OrganizationNotes {
  organization: string
  there: string
  deleted: string
  word: string
}

let theirs: OrganizationNotes
test.beforeAll(async ({ app }) => {
  const word = someName()
  const organization = await addOrganization(app, word)
  const { id: createdById } = await addUser(app)
  const [there, deleted] = [await addNote(app, { headline: word, createdById }), await addNote(app, { createdById })]
  await app.sql`update note set organization_id = ${organization} where id in (${there.id}, ${deleted.id})`
  await app.sql`update note set deleted_at = now() where id = ${deleted.id}`
  theirs = { organization, there: there.id, deleted: deleted.id, word }
})

async function addOrganization(app: App, name: string): Promise<string> {
  const [made] = await app.sql<{ id: string }[]>`insert into organization (name) values (${name}) returning id`
  return made?.id ?? ''
}

/** Signs in a new user with this role in an organization, or without one. */
async function signInNewUserAs(app: App, role: Role, organization: string) {
  const { id } = await addUser(app)
  if (role) await app.sql`insert into member (organization_id, user_id, role) values (${organization}, ${id}, ${role})`
  const cookie = await openSession(app, id, role ? { organizationId: organization } : {})
  return { visitor: new Visitor(app).withCookie(cookie), fields: await formOf(app, id, someName()) }
}

const rowsOfTheirs = (app: App) =>
  app.sql`select * from note where organization_id = ${theirs.organization} order by id`

const list = { sort: 'newest', cursor: null }
const NOT_FOUND = { error: { code: 'NOT_FOUND' } }
const FORBIDDEN = { error: { code: 'FORBIDDEN' } }

/** The input of each server function with IDs of one organization, and its response to an owner of another organization. */
const CALLS: Record<string, { input: (theirs: OrganizationNotes) => object; answer: Record<string, unknown> }> = {
  'notes.listNotes': { input: ({ word }) => ({ ...list, searchTerm: word }), answer: { result: { rows: [] } } },
  'notes.getNoteCount': { input: ({ word }) => ({ searchTerm: word }), answer: { result: 0 } },
  'notes.getNote': { input: ({ there }) => ({ id: there }), answer: NOT_FOUND },
  'notes.createNote': {
    input: ({ organization }) => ({ organization }),
    answer: { error: { code: 'ORGANIZATION_SWITCHED' } },
  },
  'notes.updateNote': { input: ({ there }) => ({ id: there }), answer: NOT_FOUND },
  'notes.deleteNote': { input: ({ there }) => ({ id: there }), answer: NOT_FOUND },
  'notes.restoreNote': { input: ({ deleted }) => ({ id: deleted }), answer: NOT_FOUND },
}

test('every server function of notes is tested on the notes of another organization', () => {
  const names = Object.keys(ENDPOINTS).filter((name) => name.startsWith('notes.'))
  expect(new Set(names)).toEqual(new Set(Object.keys(CALLS)))
})

for (const [name, { input, answer }] of Object.entries(CALLS))
  test(`another organization cannot read or change notes by ${name}`, async ({ app }) => {
    const { method = 'GET' } = ENDPOINTS[name] ?? {}
    const before = await rowsOfTheirs(app)
    for (const role of ['owner', 'admin', 'member', undefined] as const) {
      const { visitor, fields } = await signInNewUserAs(app, role, await addOrganization(app, 'Others'))
      const isRefused = method === 'POST' && role !== 'owner' && role !== 'admin' && answer === NOT_FOUND
      const answered = await callFunction(visitor, name, { ...fields, ...input(theirs) }, method)
      expect(answered, role).toMatchObject(isRefused ? FORBIDDEN : answer)
      const asManager = await callFunction(visitor, name, { ...fields, ...input(theirs), area: 'manager' }, method)
      expect(asManager, role).toMatchObject(FORBIDDEN)
    }
    expect(await rowsOfTheirs(app)).toEqual(before)
  })

test('no page shows a note to members of another organization', async ({ app }) => {
  for (const role of ['owner', 'member', undefined] as const)
    for (const path of [
      '',
      `?searchTerm=${theirs.word.slice(0, -1)}`,
      `/${theirs.there}`,
      `/${theirs.there}?dialog=edit`,
    ]) {
      const { visitor } = await signInNewUserAs(app, role, await addOrganization(app, 'Others'))
      const { headers, body } = await visitor.get(`/app/notes${path}`)
      expect(JSON.stringify([...headers, body]), `${role} at ${path}`).not.toContain(theirs.word)
    }
})

test('a member of the organization sees a note, and its owner changes it', async ({ app }) => {
  const organization = await addOrganization(app, 'Ours')
  const { id: createdById } = await addUser(app)
  const { id, name } = await addNote(app, { createdById })
  await app.sql`update note set organization_id = ${organization} where id = ${id}`
  const { visitor: member } = await signInNewUserAs(app, 'member', organization)
  for (const path of ['/app/notes', `/app/notes/${id}`])
    expect(JSON.stringify((await member.get(path)).body), path).toContain(name)
  const { visitor: owner, fields } = await signInNewUserAs(app, 'owner', organization)
  for (const [called, input] of [
    ['notes.updateNote', { ...fields, id }],
    ['notes.deleteNote', { id }],
    ['notes.restoreNote', { id }],
    ['notes.createNote', { ...fields, organization }],
  ] as const)
    expect(await callFunction(owner, called, input, 'POST'), called).toMatchObject({ status: 200 })
  expect(await app.sql`select 1 from note where organization_id = ${organization}`).toHaveLength(2)
})
