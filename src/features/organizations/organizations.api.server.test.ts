import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { operationCaller } from '#api/test-operations.server.ts'
import { closeDatabase, database } from '#db/client.ts'
import { historyEvent, member, organization, organizationInvitation, user } from '#db/schema.ts'
import { ownDatabase } from '#db/test-database.ts'
import type { OrganizationRole } from '#lib/organization-roles.ts'
import { contextOn } from '#service/test-context.server.ts'
import type { ActorRef } from '#service/service-context.server.ts'
import { organizationOperations } from './organizations.api.server.ts'

ownDatabase().isOfProcess()
afterAll(closeDatabase)

const callApi = operationCaller(organizationOperations, (actor) => contextOn(database(), actor))
let own: ActorRef
let stranger: ActorRef

beforeEach(async () => {
  own = await addUser('admin')
  stranger = await addUser('admin')
})

const call = (method: string, path: string, body?: unknown) => callApi(own, method, path, { body })

async function addUser(role: 'admin' | 'user'): Promise<ActorRef> {
  const id = crypto.randomUUID()
  await database()
    .insert(user)
    .values({ id, email: `${id}@example.com`, name: 'Bo', role })
  return { id, name: 'Bo' }
}

async function createOrganization(name = 'Readers'): Promise<string> {
  return (await call('POST', '/organizations', { name })).body.id as string
}

async function addMember(organizationId: string, role: OrganizationRole = 'member', userId?: string) {
  const id = userId ?? (await addUser('user')).id
  await database().insert(member).values({ organizationId, userId: id, role })
  return id
}

test('a key creates, renames and deletes an organization of its owner, with history', async () => {
  const made = await call('POST', '/organizations', { name: 'Readers' })
  expect(made).toMatchObject({
    status: 201,
    body: { name: 'Readers', role: 'owner', memberCount: 1, repositoryCount: 0 },
  })
  const at = `/organizations/${made.body.id}`
  expect((await call('GET', '/organizations')).body).toMatchObject({ data: [{ id: made.body.id }], next: null })
  const renamed = await call('PATCH', at, { name: 'Writers' })
  expect(renamed.body).toEqual({ ...made.body, name: 'Writers' })
  expect((await call('PATCH', at, {})).body).toEqual(renamed.body)
  expect((await callApi(own, 'DELETE', at, { ifMatch: made.body })).status).toBe(412)
  expect((await call('DELETE', at)).status).toBe(204)
  expect((await call('GET', at)).status).toBe(404)
  const told = await database()
    .select({ action: historyEvent.action })
    .from(historyEvent)
    .where(eq(historyEvent.actorId, own.id))
    .orderBy(historyEvent.id)
  expect(told.map(({ action }) => action)).toEqual([
    'organization-created',
    'organization-renamed',
    'organization-deleted',
  ])
})

test('a key lists members page by page, changes their roles and removes them', async () => {
  const at = `/organizations/${await createOrganization()}/members`
  const ids = [await addMember(at.split('/')[2] ?? ''), await addMember(at.split('/')[2] ?? '')]
  const first = await call('GET', `${at}?limit=2`)
  expect(first.body.data).toMatchObject([
    { userId: own.id, role: 'owner' },
    { userId: ids[0], role: 'member' },
  ])
  const second = await call('GET', `${at}?limit=2&after=${first.body.next}`)
  expect(second.body).toMatchObject({ data: [{ userId: ids[1] }], next: null })
  expect(await call('PATCH', `${at}/${ids[0]}`, { role: 'admin' })).toMatchObject({ body: { role: 'admin' } })
  expect((await call('GET', `${at}/${ids[0]}`)).body).toMatchObject({ userId: ids[0], role: 'admin' })
  expect((await call('DELETE', `${at}/${ids[0]}`)).status).toBe(204)
  expect(await call('GET', `${at}/${ids[0]}`)).toMatchObject({ status: 404, body: { code: 'MEMBER_NOT_FOUND' } })
  expect(await call('DELETE', `${at}/${own.id}`)).toMatchObject({ status: 409, body: { code: 'NOT_ON_YOURSELF' } })
  expect(await call('PATCH', `${at}/${own.id}`, { role: 'member' })).toMatchObject({
    status: 409,
    body: { code: 'YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER' },
  })
})

test('a key invites members, lists the invitations and withdraws them', async () => {
  const at = `/organizations/${await createOrganization()}/invitations`
  const email = `${crypto.randomUUID()}@example.com`
  const made = await call('POST', at, { email })
  expect(made).toMatchObject({ status: 201, body: { email, role: 'member', isExpired: false, hasFailed: false } })
  expect((await call('GET', at)).body).toEqual({ data: [made.body], next: null })
  expect(await call('POST', at, { email })).toMatchObject({
    status: 409,
    body: { code: 'USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION' },
  })
  const other = `/organizations/${await createOrganization('Writers')}/invitations`
  expect((await call('DELETE', `${other}/${made.body.id}`)).body).toMatchObject({ code: 'INVITATION_NOT_FOUND' })
  expect((await call('DELETE', `${at}/${made.body.id}`)).status).toBe(204)
  expect((await call('GET', at)).body.data).toEqual([])
})

test('a key neither sees nor changes an organization that its owner does not belong to', async () => {
  const id = await createOrganization('Secret')
  const userId = await addMember(id)
  const { body: invitation } = await call('POST', `/organizations/${id}/invitations`, { email: 'x@example.com' })
  const dump = async () => ({
    organization: await database().select().from(organization).where(eq(organization.id, id)),
    members: await database().select().from(member).where(eq(member.organizationId, id)),
    invitations: await database().select().from(organizationInvitation),
  })
  const before = await dump()
  const bodies: Record<string, object> = {
    updateOrganization: { name: 'Mine' },
    updateMember: { role: 'owner' },
    createOrganizationInvitation: { email: 'y@example.com' },
  }
  const ids: Record<string, string> = { id, userId, invitationId: invitation.id }
  for (const operation of organizationOperations) {
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '')
    if (path === operation.path) continue
    const answer = await callApi(stranger, operation.method, path, { body: bodies[operation.id] })
    expect({ id: operation.id, status: answer.status, code: answer.body.code }).toEqual({
      id: operation.id,
      status: 404,
      code: 'NOT_FOUND',
    })
  }
  expect((await callApi(stranger, 'GET', '/organizations')).body.data).toEqual([])
  expect(await dump()).toEqual(before)
})

test.each<[OrganizationRole, string, string, object | undefined, number]>([
  ['member', 'PATCH', '', { name: 'Mine' }, 403],
  ['member', 'DELETE', '', undefined, 403],
  ['member', 'POST', '/invitations', { email: 'y@example.com' }, 403],
  ['member', 'PATCH', '/members/{userId}', { role: 'admin' }, 403],
  ['member', 'DELETE', '/members/{userId}', undefined, 403],
  ['admin', 'PATCH', '', { name: 'Ours' }, 200],
  ['admin', 'DELETE', '', undefined, 403],
  ['admin', 'PATCH', '/members/{userId}', { role: 'owner' }, 403],
  ['admin', 'POST', '/invitations', { email: 'y@example.com', role: 'owner' }, 403],
])(
  'the API key of an organization’s %s: %s /organizations/{id}%s with %o returns status %i',
  async (role, method, path, body, status) => {
    const id = await createOrganization()
    await addMember(id, role, stranger.id)
    const at = `/organizations/${id}${path.replace('{userId}', await addMember(id))}`
    expect((await callApi(stranger, method, at, { body })).status).toBe(status)
  },
)

test('the invitations of an organization are empty for a member who cannot invite', async () => {
  const id = await createOrganization()
  await call('POST', `/organizations/${id}/invitations`, { email: 'z@example.com' })
  await addMember(id, 'member', stranger.id)
  const seen = await callApi(stranger, 'GET', `/organizations/${id}/invitations`)
  expect(seen).toMatchObject({ status: 200, body: { data: [] } })
})
