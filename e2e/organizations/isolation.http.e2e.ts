import { glob, readFile } from 'node:fs/promises'
import { ALL_PAGES } from '../support/all-pages.ts'
import type { App } from '../support/app.ts'
import { ENDPOINTS } from '../support/endpoints.ts'
import { callFunction } from '../support/server-function.ts'
import { tenAtATime } from '../support/ten-at-a-time.ts'
import { expect, test } from '../support/test.ts'
import {
  enterAs,
  makeTwoOrganizations,
  STATES,
  type State,
  type TwoOrganizations,
} from '../support/two-organizations.ts'
import { Visitor } from '../support/visitor.ts'
import { openSession } from '../support/sessions.ts'
import { makeWorld } from '../support/world.ts'

test.describe.configure({ timeout: 120_000 })

let world: TwoOrganizations
test.beforeAll(async ({ app }) => {
  world = await makeTwoOrganizations(app)
})

/** A request for a server function or a page, which the tests send in every state of a session. */
interface SentRequest {
  name: string
  /** All values that the request sends. A response that contains them is no leak. */
  sent: string
  ask: (visitor: Visitor) => Promise<{ status: number; text: string }>
}

/** Returns the values in a response that only the other organization's members know and that the request did not contain. */
function leaksIn(text: string, sent: string): string[] {
  const { word, ...ids } = world.strange
  const isSearched = sent.includes(word)
  return [...(isSearched ? [] : [word]), ...Object.values(ids).filter((id) => !sent.includes(id))].filter((secret) =>
    text.includes(secret),
  )
}

/** Returns inputs that contain the fields of all functions. Each function ignores the fields of the others. */
function inputsOf(method: 'GET' | 'POST'): object[] {
  const { word, organization, repository, deleted, owner, other, invitation } = world.strange
  const shared = { sort: 'newest', cursor: null, before: null, list: 'repositories', search: {}, role: 'member' }
  const nobody = { id: crypto.randomUUID(), userId: crypto.randomUUID(), searchTerm: '' }
  const theirs = {
    userId: other,
    organizationId: organization,
    invitationId: invitation,
    sessionId: owner,
    searchTerm: '',
  }
  const fields = {
    name: 'New',
    link: 'https://new.example',
    description: '',
    language: 'en',
    topics: '',
    email: `${crypto.randomUUID()}@example.com`,
    code: '123456',
    reason: 'to test',
    purpose: 're-authenticate',
  }
  const named = [organization, repository, deleted, other].map((id) => ({ ...shared, ...theirs, id }))
  if (method === 'POST') return named.map((input) => ({ ...input, ...fields }))
  return [
    { ...shared, ...nobody },
    { ...shared, ...nobody, searchTerm: word.slice(0, -1) },
    ...named.map((input) => ({ ...input, organization })),
    ...named,
  ]
}

const functionRequests = (): SentRequest[][] =>
  Object.entries(ENDPOINTS).map(([name, { method }]) =>
    inputsOf(method).map((input) => ({
      name,
      sent: JSON.stringify(input),
      ask: async (visitor) => {
        const { status, result, error } = await callFunction(visitor, name, input, method)
        return { status, text: JSON.stringify({ result, error }) }
      },
    })),
  )

/** Returns requests for all pages, API routes and files. If one is about an organization, it is the other organization. */
async function pageRequests(app: App): Promise<SentRequest[][]> {
  const { word, organization, other, repository } = world.strange
  const theirs = {
    ...(await makeWorld(app)),
    organization: { id: organization, name: word, memberId: other },
    repository: { id: repository, name: word },
  }
  const paths = ALL_PAGES.map(({ path }) => (typeof path === 'string' ? path : path(theirs)))
  for await (const file of glob('src/features/*/*.{api,file-endpoints}.server.ts'))
    for (const [, path = ''] of (await readFile(file, 'utf8')).matchAll(/^ +path: '([^']+)',$/gm))
      paths.push((file.includes('.api.') ? `/api/v1${path}` : path).replace('{id}', repository))
  return [...new Set([...paths, '/api/auth/get-session', '/api/v1/openapi.json'])].map((path) => [
    {
      name: path,
      sent: path,
      ask: async (visitor) => {
        const { status, headers, body } = await visitor.get(path)
        return { status, text: JSON.stringify([...headers, body]) }
      },
    },
  ])
}

/** Returns the other organization with its members, invitations and repositories. */
async function dumpOtherOrganization(app: App): Promise<unknown> {
  const { organization, owner, other } = world.strange
  return app.sql`
    select (select json_agg(o) from organization as o where o.id = ${organization}) as organizations,
           (select json_agg(m order by m.id) from member as m where m.user_id in (${owner}, ${other})) as members,
           (select json_agg(i) from organization_invitation as i where i.organization_id = ${organization}) as invitations,
           (select json_agg(r order by r.id) from repository as r where r.organization_id = ${organization}) as repositories`
}

test('the owner’s requests return data of the organization, so the tests of other users would notice a leak', async ({
  app,
}) => {
  const { owner, organization, word } = world.strange
  const visitorOf = async () =>
    new Visitor(app).withCookie(await openSession(app, owner, { organizationId: organization }))
  const isSeen = async ({ ask }: SentRequest) => (await ask(await visitorOf())).text.includes(word)
  const all = [...functionRequests(), ...(await pageRequests(app))].flat()
  const reads = all.filter(({ name }) => name.startsWith('/') || ENDPOINTS[name]?.method === 'GET')
  const seen = await tenAtATime(reads.length, (nr) => isSeen(reads[nr] as SentRequest))
  const names = new Set(reads.filter((_, nr) => seen[nr]).map(({ name }) => name))
  expect([...names].filter((name) => !name.startsWith('/')).sort()).toEqual([
    'app-init.initializeApp',
    'home.getHome',
    'languages.listRepositoryLanguages',
    'neighbours.getNeighbours',
    'organizations.getOrganization',
    'organizations.listMembers',
    'organizations.listMyOrganizations',
    'organizations.listOrganizationEvents',
    'palette.findEverywhere',
    'repositories.getRepository',
    'repositories.listRepositories',
  ])
  const { repository } = world.strange
  for (const path of ['/app', '/app/repositories', `/app/repositories/${repository}`, '/api/auth/get-session'])
    expect(names).toContain(path)
})

for (const state of STATES) {
  test(`${state}: no function shows or changes data of another organization`, async ({ app }) => {
    const before = await dumpOtherOrganization(app)
    expect(await faultsOf(app, state, functionRequests())).toEqual([])
    expect(await dumpOtherOrganization(app)).toEqual(before)
  })

  test(`${state}: no page, file or API response shows data of another organization`, async ({ app }) => {
    expect(await faultsOf(app, state, await pageRequests(app))).toEqual([])
  })

  if (!state.startsWith('just removed'))
    test(`${state}: a member without a higher role cannot change data of their organization`, async ({ app }) => {
      const { own } = world
      const texts = { name: 'New', link: 'https://new.example', description: '', language: '', topics: '' }
      const calls: [string, object][] = [
        ['createRepository', texts],
        ['updateRepository', { ...texts, id: own.repository }],
        ['deleteRepository', { id: own.repository }],
        ['restoreRepository', { id: own.deleted }],
      ]
      for (const [name, input] of calls) {
        const visitor = await enterAs(app, world, state)
        expect(await callFunction(visitor, `repositories.${name}`, input, 'POST'), name).toMatchObject({ status: 403 })
      }
    })
}

/**
 * Sends each request as a new user. After a 403, skips the rest of its group, which calls the same function.
 * @returns the responses with an error 5xx or with data of the other organization
 */
async function faultsOf(app: App, state: State, groups: SentRequest[][]) {
  const faults = await tenAtATime(groups.length, async (nr) => {
    const found: object[] = []
    for (const { name, sent, ask } of groups[nr] ?? []) {
      const { status, text } = await ask(await enterAs(app, world, state))
      const leaks = leaksIn(text, sent)
      if (leaks.length > 0 || status >= 500) found.push({ name, sent, status, leaks })
      if (status === 403) break
    }
    return found
  })
  return faults.flat()
}
