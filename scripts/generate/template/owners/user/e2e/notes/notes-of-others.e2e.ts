import { ENDPOINTS } from '../support/endpoints.ts'
import { addNote, formOf } from '../support/notes.ts'
import { addUser, addVisitor } from '../support/users.ts'
import { callFunction } from '../support/server-function.ts'
import { expect, test } from '../support/test.ts'

const NOT_FOUND = { error: { code: 'NOT_FOUND' } }

/** The response of each server function for a note of another user. */
const ANSWERS: Record<string, Record<string, unknown>> = {
  'notes.listNotes': { result: { rows: [] } },
  'notes.getNoteCount': { result: 0 },
  'notes.getNote': NOT_FOUND,
  'notes.createNote': { status: 200 },
  'notes.updateNote': NOT_FOUND,
  'notes.deleteNote': NOT_FOUND,
  'notes.restoreNote': NOT_FOUND,
}

test('every server function of notes is tested on the notes of another user', () => {
  const names = Object.keys(ENDPOINTS).filter((name) => name.startsWith('notes.'))
  expect(new Set(names)).toEqual(new Set(Object.keys(ANSWERS)))
})

for (const [name, answer] of Object.entries(ANSWERS))
  test(`another user cannot read or change notes by ${name}, not even an administrator`, async ({ app }) => {
    const { id: createdById } = await addUser(app)
    const { id, name: word } = await addNote(app, { createdById })
    if (name === 'notes.restoreNote') await app.sql`update note set deleted_at = now() where id = ${id}`
    const before = await app.sql`select * from note where id = ${id}`
    for (const role of ['user', 'admin'] as const) {
      const { visitor, id: otherId } = await addVisitor(app, { role })
      const input = {
        ...(await formOf(app, otherId, 'taken over')),
        id,
        searchTerm: word,
        sort: 'newest',
        cursor: null,
      }
      expect(await callFunction(visitor, name, input, ENDPOINTS[name]?.method), role).toMatchObject(answer)
    }
    expect(await app.sql`select * from note where id = ${id}`).toEqual(before)
  })

test('no page shows a note to another user', async ({ app }) => {
  const { id: createdById } = await addUser(app)
  const { id, name } = await addNote(app, { createdById })
  for (const role of ['user', 'admin'] as const)
    for (const path of ['/app/notes', `/app/notes/${id}`]) {
      const { visitor } = await addVisitor(app, { role })
      const { headers, body } = await visitor.get(path)
      expect(JSON.stringify([...headers, body]), `${role} at ${path}`).not.toContain(name)
    }
})
