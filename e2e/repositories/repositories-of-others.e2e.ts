import { glob, readFile } from 'node:fs/promises'
import type { App } from '../support/app.ts'
import { ENDPOINTS } from '../support/endpoints.ts'
import { enter, rowsOf, someName } from '../support/lists.ts'
import { addUser } from '../support/users.ts'
import { addRepository } from '../support/repositories.ts'
import { callFunction } from '../support/server-function.ts'
import { expect, test } from '../support/test.ts'
import { openSession } from '../support/sessions.ts'
import { Visitor } from '../support/visitor.ts'

/** An organization with an existing and a deleted repository. Its name and the existing repository contain the word. */
interface IdsOfOthers {
  organization: string
  there: string
  deleted: string
  word: string
}

let theirs: IdsOfOthers
test.beforeAll(async ({ app }) => {
  const word = someName()
  const organization = await addOrganization(app, word)
  const [there, deleted] = [await addRepository(app, { name: word, description: word }), await addRepository(app)]
  await app.sql`update repository set organization_id = ${organization} where id in (${there.id}, ${deleted.id})`
  await app.sql`update repository set deleted_at = now() where id = ${deleted.id}`
  theirs = { organization, there: there.id, deleted: deleted.id, word }
})

async function addOrganization(app: App, name: string): Promise<string> {
  const [made] = await app.sql<{ id: string }[]>`insert into organization (name) values (${name}) returning id`
  return made?.id ?? ''
}

/** Signs in a new user with a role in an organization, or without any membership. */
async function enterAs(app: App, role: 'owner' | 'admin' | 'member' | undefined, organization: string) {
  const user = await addUser(app)
  if (role)
    await app.sql`insert into member (organization_id, user_id, role) values (${organization}, ${user.id}, ${role})`
  return new Visitor(app).withCookie(await openSession(app, user.id, role ? { organizationId: organization } : {}))
}

async function rowsOfTheirs(app: App): Promise<unknown> {
  return app.sql`select * from repository where organization_id = ${theirs.organization} order by id`
}

const list = { sort: 'newest', cursor: null }
const texts = (name: string) => ({
  name,
  link: 'https://new.example',
  description: '',
  language: '',
  topics: '',
})

const NOT_FOUND = { error: { code: 'NOT_FOUND' } }
const FORBIDDEN = { error: { code: 'FORBIDDEN' } }

/** The inputs of each server function with IDs of one organization, and its response to an owner or admin of another one. */
const CALLS: Record<string, { inputs: (theirs: IdsOfOthers) => object[]; answer: Record<string, unknown> }> = {
  'repositories.listRepositories': {
    inputs: ({ organization, word }) => [
      { ...list, searchTerm: word },
      { ...list, searchTerm: word, sort: 'name', organization },
    ],
    answer: { result: { rows: [] } },
  },
  'repositories.getRepositoryCount': {
    inputs: ({ organization, word }) => [{ searchTerm: word }, { searchTerm: word, organization }],
    answer: { result: 0 },
  },
  'repositories.getRepository': { inputs: ({ there }) => [{ id: there }], answer: NOT_FOUND },
  'repositories.createRepository': {
    inputs: ({ organization, word }) => [{ ...texts(`${word} new`), organization }],
    answer: { error: { code: 'ORGANIZATION_SWITCHED' } },
  },
  'repositories.updateRepository': {
    inputs: ({ there }) => [{ ...texts('Taken over'), id: there }],
    answer: NOT_FOUND,
  },
  'repositories.deleteRepository': { inputs: ({ there }) => [{ id: there }], answer: NOT_FOUND },
  'repositories.restoreRepository': { inputs: ({ deleted }) => [{ id: deleted }], answer: NOT_FOUND },
}

test('every server function of repositories is tested with rows of another organization', () => {
  const names = Object.keys(ENDPOINTS).filter((name) => name.startsWith('repositories.'))
  expect(new Set(names)).toEqual(new Set(Object.keys(CALLS)))
})

for (const [name, { inputs, answer }] of Object.entries(CALLS))
  test(`members of another organization can neither read nor change repositories through ${name}`, async ({ app }) => {
    const { method = 'GET' } = ENDPOINTS[name] ?? {}
    const before = await rowsOfTheirs(app)
    for (const role of ['owner', 'admin', 'member', undefined] as const)
      for (const input of inputs(theirs)) {
        const visitor = await enterAs(app, role, await addOrganization(app, 'Others'))
        const changesNothing = method === 'POST' && role !== 'owner' && role !== 'admin'
        const answered = await callFunction(visitor, name, input, method)
        expect(answered, role).toMatchObject(changesNothing && answer === NOT_FOUND ? FORBIDDEN : answer)
        const asManager = await callFunction(visitor, name, { ...input, area: 'manager' }, method)
        expect(asManager, role).toMatchObject(FORBIDDEN)
      }
    expect(await rowsOfTheirs(app)).toEqual(before)
  })

test('no page, file or API response shows a repository to members of another organization', async ({ app }) => {
  const paths = ['/app', '/app/repositories', `/app/repositories?searchTerm=${theirs.word.slice(0, -1)}`]
  for (const area of ['app', 'manager'])
    for (const query of ['', '?dialog=edit', '?dialog=delete'])
      paths.push(`/${area}/repositories/${theirs.there}${query}`)
  paths.push('/manager/repositories', `/manager/repositories?organization=${theirs.organization}`)
  for await (const file of glob('src/features/repositories/*.{api,file-endpoints}.server.ts'))
    for (const [, path = ''] of (await readFile(file, 'utf8')).matchAll(/^ +path: '([^']+)',$/gm))
      paths.push((file.includes('.api.') ? `/api/v1${path}` : path).replace('{id}', theirs.there))
  for (const role of ['owner', 'member', undefined] as const)
    for (const path of paths) {
      const visitor = await enterAs(app, role, await addOrganization(app, 'Others'))
      const { status, headers, body } = await visitor.get(path)
      if (path.startsWith('/app/repositories/')) expect(status, path).toBe(404)
      expect(JSON.stringify([...headers, body]), `${role} at ${path}`).not.toContain(theirs.word)
    }
})

test('a form without JavaScript cannot change a repository of another organization', async ({ app }) => {
  const before = await rowsOfTheirs(app)
  for (const [intent, fields] of [
    ['update-repository', { ...texts('Taken over'), id: theirs.there }],
    ['delete-repository', { id: theirs.there, name: theirs.word }],
  ] as const) {
    const visitor = await enterAs(app, 'owner', await addOrganization(app, 'Others'))
    const body = new URLSearchParams({ intent, ...fields }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: app.url }
    await visitor.send('POST', `/app/repositories/${theirs.there}`, body, headers)
  }
  expect(await rowsOfTheirs(app)).toEqual(before)
})

test('members of the organization see its repositories, and its owner changes them', async ({ app }) => {
  const organization = await addOrganization(app, 'Ours')
  const word = someName()
  const { id } = await addRepository(app, { name: word })
  await app.sql`update repository set organization_id = ${organization} where id = ${id}`
  const member = await enterAs(app, 'member', organization)
  for (const path of ['/app/repositories', `/app/repositories/${id}`])
    expect(JSON.stringify((await member.get(path)).body), path).toContain(word)
  const owner = await enterAs(app, 'owner', organization)
  for (const [name, input] of [
    ['repositories.updateRepository', { ...texts(`${word} changed`), id }],
    ['repositories.deleteRepository', { id }],
    ['repositories.restoreRepository', { id }],
    ['repositories.createRepository', { ...texts(`${word} new`), organization }],
  ] as const)
    expect(await callFunction(owner, name, input, 'POST'), name).toMatchObject({ status: 200 })
  const names = await app.sql`select name from repository where organization_id = ${organization} order by name`
  expect(names.map(({ name }) => String(name))).toEqual([`${word} changed`, `${word} new`])
})

test('an ID finds a repository of any organization of the user and a shared one, but only to read it', async ({
  app,
}) => {
  const word = someName()
  const shared = await addRepository(app, { name: `${word} of all` })
  const others = await addOrganization(app, 'Others')
  const visitor = await enterAs(app, 'owner', others)
  const joined = await app.sql`
    insert into member (organization_id, user_id, role)
    select ${theirs.organization}, user_id, 'owner' from member where organization_id = ${others} returning id`
  const owner = { id: theirs.organization, name: theirs.word }
  for (const [id, organization] of [
    [theirs.there, owner],
    [shared.id, null],
  ] as const) {
    expect(await callFunction(visitor, 'repositories.getRepository', { id })).toMatchObject({
      result: { organization },
    })
    expect((await visitor.get(`/app/repositories/${id}`)).status).toBe(200)
    const change = (name: string, fields = {}) =>
      callFunction(visitor, `repositories.${name}`, { id, ...fields }, 'POST')
    expect(await change('updateRepository', texts('Taken over'))).toMatchObject(NOT_FOUND)
    expect(await change('deleteRepository')).toMatchObject(NOT_FOUND)
  }
  for (const searchTerm of [word, theirs.word])
    expect(await callFunction(visitor, 'repositories.listRepositories', { ...list, searchTerm })).toMatchObject({
      result: { rows: [] },
    })
  expect(await callFunction(visitor, 'repositories.getRepository', { id: theirs.deleted })).toMatchObject(NOT_FOUND)
  await app.sql`delete from member where id = ${joined[0]?.id as string}`
  expect(await callFunction(visitor, 'repositories.getRepository', { id: theirs.there })).toMatchObject(NOT_FOUND)
})

test('administrators choose the organization whose repositories they see', async ({ page, app }) => {
  await enter(app, page, 'admin', `/manager/repositories?organization=${theirs.organization}`)
  await expect(page.getByRole('link', { name: theirs.word }).first()).toBeVisible()
  const owner = page.locator('main header .chip > a')
  await owner.click()
  await expect(page.getByRole('link', { name: theirs.word })).toHaveCount(0)
  await expect(owner).toBeHidden()
  await page.goto(`/manager/repositories?organization=${theirs.organization}`)
  await rowsOf(page).getByRole('link', { name: theirs.word }).first().click()
  await expect(page.getByRole('definition').getByRole('link', { name: theirs.word })).toBeVisible()
})
