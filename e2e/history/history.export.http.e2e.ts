import { type App } from '../support/app.ts'
import { addUser } from '../support/users.ts'
import { expect, test } from '../support/test.ts'
import { Visitor } from '../support/visitor.ts'

const WHOLE = {
  searchTerm: '',
  actions: '',
  person: '',
  part: '',
  from: '',
  to: '',
  signIns: 'shown',
  timeZone: 'UTC',
  format: 'csv',
}

async function signInNewAdministrator(app: App): Promise<Visitor & { id: string }> {
  const { id, email } = await addUser(app, { role: 'admin', name: 'Some Chief' })
  const chief = new Visitor(app)
  await chief.signIn(email)
  return Object.assign(chief, { id })
}

const exportBy = (visitor: Visitor, filter: Partial<typeof WHOLE & { bom: string }>, headers = {}) =>
  visitor.get(`/manager/history/export?${new URLSearchParams({ ...WHOLE, ...filter }).toString()}`, headers)

test('the filtered history is exported without spreadsheet formulas, and the export is recorded', async ({ app }) => {
  const chief = await signInNewAdministrator(app)
  const evil = await addUser(app, { name: '=HYPERLINK("https://evil.example")' })
  await app.sql`
    insert into history_event (at, action, actor_id, actor_name, subject_id, subject_name, reason, before, after)
    values ('2026-03-09 20:59:59.5Z', 'user-banned', ${evil.id}, ${evil.name}, ${evil.id}, '+1', ${'-2\r\n"x"'}, null, null),
           ('2026-03-09 21:00:00Z', 'user-unbanned', ${evil.id}, '@name', ${evil.id}, ${'\t=1'}, 'fine', '{"name": "Émile"}', '{"name": "b"}'),
           ('2026-03-10 21:00:00Z', 'signed-in', ${evil.id}, 'next day', ${evil.id}, 'next day', null, null, null)`

  const whole = await exportBy(chief, { person: evil.id, bom: '1' })
  expect(whole.status).toBe(200)
  expect(whole.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(whole.headers.get('content-disposition')).toMatch(
    /^attachment; filename="latchkey-history-\d{4}-\d\d-\d\d\.csv"$/,
  )
  // The byte order mark is visible only in the bytes of the response, because decoding removes it.
  const lines = String(whole.body)
    .replace('\uFEFF', '')
    .split(/\r\n(?="2026)/)
  expect(lines).toHaveLength(4)
  expect(lines[1]).toContain('"2026-03-10T21:00:00.000Z","signed-in"')
  expect(lines[2]).toContain(`"'@name","${evil.id}","'\t=1","{""name"":""Émile""}","{""name"":""b""}","fine"`)
  expect(lines[3]).toContain(`"'=HYPERLINK(""https://evil.example"")","${evil.id}","'+1",,,"'-2\r\n""x"""`)

  // Days are in the time zone of the viewer: midnight in Nairobi is 21:00 UTC.
  const day = { person: evil.id, from: '2026-03-10', to: '2026-03-10', timeZone: 'Africa/Nairobi', format: 'jsonl' }
  const ofDay = await exportBy(chief, day)
  expect(ofDay.headers.get('content-type')).toBe('application/jsonl; charset=utf-8')
  expect(ofDay.body).toMatchObject({ action: 'user-unbanned', actorName: '@name', at: '2026-03-09T21:00:00.000Z' })

  // Sign-ins are left out unless the filter shows them or names their kind.
  const hidden = await exportBy(chief, { person: evil.id, signIns: '' })
  expect(String(hidden.body)).not.toContain('signed-in')
  expect(String(hidden.body)).toContain('user-banned')
  const named = await exportBy(chief, { person: evil.id, signIns: '', actions: 'signed-in' })
  expect(String(named.body)).toContain('signed-in')

  const recorded = await app.sql`
    select after, device, ip_address from history_event where action = 'history-exported' order by id desc limit 4`
  expect(recorded.map(({ after }) => (after as { format: string }).format)).toEqual(['csv', 'csv', 'jsonl', 'csv'])
  expect(recorded[0]).toMatchObject({ ip_address: chief.address })
  expect(app.log()).toContain('"event":"audit.history-exported"')
  expect(app.log()).not.toContain('Some Chief')
})

test('only administrators can export the history; requests from other sites and invalid filters are refused', async ({
  app,
  visitor,
}) => {
  const user = new Visitor(app)
  const record = await addUser(app)
  await user.signIn(record.email)
  expect((await exportBy(visitor, {})).status).toBe(401)
  expect((await exportBy(user, {})).status).toBe(403)
  const chief = await signInNewAdministrator(app)
  expect((await exportBy(chief, {}, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  for (const odd of [
    { format: 'xls' },
    { from: '2026-02-30' },
    { timeZone: 'Mars/Base' },
    { part: 'x' },
    { person: '1' },
  ])
    expect([400, 404], JSON.stringify(odd)).toContain((await exportBy(chief, odd)).status)
  const [written] = await app.sql`
    select count(*)::int from history_event
    where action = 'history-exported' and (actor_id is null or actor_id in (${record.id}, ${chief.id}))`
  expect(written?.['count']).toBe(0)
})
