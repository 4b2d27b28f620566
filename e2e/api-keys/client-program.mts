// A program that uses the generated client. client.http.e2e.ts type-checks it beside the client, and calls its functions.
import { ApiError, createClient, type Options, type Schemas } from 'client'

/** Returns the names of the users that a search finds, from pages of two. */
export async function listNames(options: Options, searchTerm: string): Promise<string[]> {
  const names: string[] = []
  const users = createClient(options).list('/users', { searchTerm, sort: 'name', limit: 2 })
  for await (const user of users) names.push(user.name)
  return names
}

/** Adds an organization, invites a member, and returns the roles of all members and the invited addresses. */
export async function inviteToNew(options: Options, email: string) {
  const { POST, list } = createClient(options)
  const { data: organization } = await POST('/organizations', { body: { name: 'Readers' } })
  const { id } = organization
  await POST('/organizations/{id}/invitations', { params: { path: { id } }, body: { email } })
  const [roles, invited, own]: string[][] = [[], [], []]
  for await (const member of list('/organizations/{id}/members', { limit: 1 }, { id })) roles?.push(member.role)
  for await (const one of list('/organizations/{id}/invitations', undefined, { id })) invited?.push(one.email)
  for await (const one of list('/organizations')) own?.push(one.id)
  return { roles, invited, isListed: own?.includes(id) }
}

/** Adds a user, changes it twice with the ETag of its first version, and returns the results. */
export async function changeTwice(options: Options, email: string) {
  const { POST, PATCH, GET } = createClient(options)
  const { data: made, response } = await POST('/users', { body: { email, name: 'Ada' } })
  const path = { id: made.id }
  const header = { 'If-Match': response.headers.get('ETag') ?? '' }
  const { data: changed } = await PATCH('/users/{id}', { params: { path, header }, body: { name: 'Grace' } })
  const refused = await refusal(PATCH('/users/{id}', { params: { path, header }, body: { name: 'Joan' } }))
  const { data: now } = await GET('/users/{id}', { params: { path } })
  return { made: made.name, changed: changed.name, refused, now: now.name }
}

/** Returns the error of a call. */
export async function refusal(call: Promise<unknown>) {
  try {
    await call
    return undefined
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { status, code, errors } = error
    const isTyped: Schemas['Problem']['code'] | undefined = code
    return { status, code: isTyped, errors }
  }
}

/** Adds a user, and returns the ID in the response and the headers that a repeated request has. */
export async function addUser(options: Options, body: Schemas['NewUser']) {
  const { data, response } = await createClient(options).POST('/users', { body })
  return { id: data.id, isReplayed: response.headers.get('Idempotency-Replayed') === 'true' }
}

/** Calls an operation of each method. */
export const calls = {
  GET: (options: Options) => createClient(options).GET('/users'),
  POST: (options: Options) => createClient(options).POST('/users', { body: { email: 'a@example.com', name: 'Ada' } }),
  PATCH: (options: Options) =>
    createClient(options).PATCH('/users/{id}', { params: { path: { id: '1' } }, body: { name: 'Ada' } }),
  DELETE: (options: Options) => createClient(options).DELETE('/users/{id}', { params: { path: { id: '1' } } }),
}

/** Calls that the client's types refuse. The compiler reports every `@ts-expect-error` whose call compiles. */
export async function refusedByTypes(options: Options): Promise<void> {
  const { GET, POST, PATCH, list } = createClient(options)
  // @ts-expect-error -- there is no such path
  await GET('/nothing')
  // @ts-expect-error -- users cannot be listed with this method
  await PATCH('/users', {})
  // @ts-expect-error -- the ID is missing
  await GET('/users/{id}')
  // @ts-expect-error -- the body has no email
  await POST('/users', { body: { name: 'Ada' } })
  // @ts-expect-error -- there is no such role
  await POST('/users', { body: { email: 'a@example.com', name: 'Ada', role: 'chief' } })
  // @ts-expect-error -- there is no such status
  list('/users', { status: 'asleep' })
  // @ts-expect-error -- a user is not a list
  list('/users/{id}')
  // @ts-expect-error -- the ID of the organization is missing
  list('/organizations/{id}/members', { limit: 1 })
  // @ts-expect-error -- this list has no parameters
  list('/organizations', { limit: 1 })
  // @ts-expect-error -- users have no such field
  for await (const user of list('/users')) user.age
  const { data } = await GET('/users/{id}', { params: { path: { id: '1' } } })
  // @ts-expect-error -- the end of a ban can be null
  data.ban?.endsAt.length
  try {
    await GET('/users')
  } catch (error) {
    // @ts-expect-error -- there is no such code
    if (error instanceof ApiError && error.code === 'NOTHING') throw error
  }
}
