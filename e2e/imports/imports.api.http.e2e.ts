import { addKey } from '../support/api-keys.ts'
import { expect, test } from '../support/test.ts'

const PATH = '/api/v1/imports?kind=import-users&fileName=people.csv'

test('a program uploads a file beyond the size of other bodies; without a key, a large file is refused', async ({
  app,
}) => {
  const scopes = ['job:read', 'job:manage', 'user:create', 'user:set-role', 'user:change-administrators']
  const { bearer } = await addKey(app, { scopes })
  const rows = Array.from({ length: 40_000 }, (_, nr) => `${crypto.randomUUID()}@example.com,Person ${nr}`)
  const body = `email,name\n${rows.join('\n')}\n`
  expect(body.length).toBeGreaterThan(2 ** 21)
  const send = (headers: Record<string, string>) =>
    fetch(`${app.url}${PATH}`, { method: 'POST', headers: { 'content-type': 'text/csv', ...headers }, body })
  const made = await send(bearer)
  expect(made.status).toBe(201)
  expect(await made.json()).toMatchObject({ status: 'draft', total: 40_000, fileName: 'people.csv' })
  expect((await send({})).status).toBe(401)
  expect((await send({ authorization: 'Bearer lk_x' })).status).toBe(401)
  expect((await send({ ...bearer, 'content-type': 'application/json' })).status).toBe(415)
})
