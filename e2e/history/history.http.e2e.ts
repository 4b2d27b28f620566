import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { type App } from '../support/app.ts'
import { addPerson } from '../support/people.ts'
import { expect, test } from '../support/test.ts'
import { Visitor } from '../support/visitor.ts'

const WHOLE = { searchTerm: '', actions: '', person: '', part: '', from: '', to: '', timeZone: 'UTC', format: 'csv' }

async function someChief(app: App): Promise<Visitor> {
  const chief = new Visitor(app)
  await chief.signIn((await addPerson(app, { role: 'admin', name: 'Some Chief' })).email)
  return chief
}

const formHeaders = (app: App) => ({
  'content-type': 'application/x-www-form-urlencoded',
  origin: app.url,
  'sec-fetch-site': 'same-origin',
})
const formOf = (filter: Partial<typeof WHOLE & { byteOrderMark: string }>) =>
  new URLSearchParams({ intent: 'export-history', ...WHOLE, ...filter }).toString()

const exportBy = (app: App, visitor: Visitor, filter: Parameters<typeof formOf>[0], headers = {}) =>
  visitor.send('POST', '/manager/history', formOf(filter), { ...formHeaders(app), ...headers })

test('what is filtered is exported by a plain form, inert in a spreadsheet, and the export is written down', async ({
  app,
}) => {
  const chief = await someChief(app)
  const evil = await addPerson(app, { name: '=HYPERLINK("https://evil.example")' })
  await app.sql`
    insert into history_event (at, action, actor_id, actor_name, subject_id, subject_name, reason, before, after)
    values ('2026-03-09 20:59:59.5Z', 'user-banned', ${evil.id}, ${evil.name}, ${evil.id}, '+1', ${'-2\r\n"x"'}, null, null),
           ('2026-03-09 21:00:00Z', 'user-unbanned', ${evil.id}, '@name', ${evil.id}, ${'\t=1'}, 'fine', '{"name": "Émile"}', '{"name": "b"}'),
           ('2026-03-10 21:00:00Z', 'signed-in', ${evil.id}, 'next day', ${evil.id}, 'next day', null, null, null)`

  const whole = await exportBy(app, chief, { person: evil.id, byteOrderMark: 'yes' })
  expect(whole.status).toBe(200)
  expect(whole.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(whole.headers.get('content-disposition')).toMatch(
    /^attachment; filename="latchkey-history-\d{4}-\d\d-\d\d\.csv"$/,
  )
  // fetch takes the mark away when it decodes; that it is there shows in the bytes.
  const lines = String(whole.body)
    .replace('\uFEFF', '')
    .split(/\r\n(?="2026)/)
  expect(lines).toHaveLength(4)
  expect(lines[1]).toContain('"2026-03-10T21:00:00.000Z","signed-in"')
  expect(lines[2]).toContain(`"'@name","${evil.id}","'\t=1","{""name"":""Émile""}","{""name"":""b""}","fine"`)
  expect(lines[3]).toContain(`"'=HYPERLINK(""https://evil.example"")","${evil.id}","'+1",,,"'-2\r\n""x"""`)

  // A day is that of the viewer: midnight in Nairobi is nine in the evening of UTC.
  const day = { person: evil.id, from: '2026-03-10', to: '2026-03-10', timeZone: 'Africa/Nairobi', format: 'jsonl' }
  const ofDay = await exportBy(app, chief, day)
  expect(ofDay.headers.get('content-type')).toBe('application/jsonl; charset=utf-8')
  expect(ofDay.body).toMatchObject({ action: 'user-unbanned', actorName: '@name', at: '2026-03-09T21:00:00.000Z' })

  const told = await app.sql`
    select after, device, ip_address from history_event where action = 'history-exported' order by id desc limit 2`
  expect(told.map(({ after }) => (after as { format: string }).format)).toEqual(['jsonl', 'csv'])
  expect(told[0]).toMatchObject({ ip_address: chief.address })
  expect(app.log()).toContain('"event":"audit.history-exported"')
  expect(app.log()).not.toContain('Some Chief')
})

test('nobody else exports, no other site sets one off, and odd filters are refused', async ({ app, visitor }) => {
  const user = new Visitor(app)
  await user.signIn((await addPerson(app)).email)
  const unknown = await exportBy(app, visitor, {})
  expect({ status: unknown.status, location: unknown.headers.get('location') }).toEqual({
    status: 303,
    location: '/login?redirect=%2Fmanager%2Fhistory',
  })
  expect((await exportBy(app, user, {})).status).toBe(403)
  const chief = await someChief(app)
  expect((await exportBy(app, chief, {}, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  for (const odd of [
    { format: 'xls' },
    { from: '2026-02-30' },
    { timeZone: 'Mars/Base' },
    { part: 'x' },
    { person: '1' },
  ])
    expect([400, 404], JSON.stringify(odd)).toContain((await exportBy(app, chief, odd)).status)
  expect(
    await app.sql`select from history_event where action = 'history-exported' and actor_name <> 'Some Chief'`,
  ).toEqual([])
})

test('an export ends when its reader leaves, and one session has two at once', async ({ app }) => {
  test.slow()
  const chief = await someChief(app)
  await app.sql`
    insert into history_event (action, reason) select 'signed-in', repeat('x', 400) from generate_series(1, 60000)`
  const readers = await Promise.all([1, 2].map(() => startReading(app, chief)))
  expect((await exportBy(app, chief, {})).status).toBe(429)
  for (const reader of readers) reader.destroy()
  await expect
    .poll(async () => (await exportBy(app, chief, { actions: 'user-deleted' })).status, { timeout: 15_000 })
    .toBe(200)
})

/** Begins to read an export, and takes no more than its head. */
async function startReading(app: App, visitor: Visitor) {
  const body = formOf({})
  const outgoing = request(`${app.url}/manager/history`, {
    method: 'POST',
    headers: { ...formHeaders(app), cookie: visitor.cookies(), 'content-length': body.length },
  })
  outgoing.on('error', () => undefined)
  outgoing.end(body)
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
  expect(answer.statusCode).toBe(200)
  answer.pause()
  return outgoing
}
