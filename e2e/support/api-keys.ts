import { makeApiToken } from '#lib/api-token.server.ts'
import type { App } from './app.ts'
import { addUser } from './users.ts'

const ON_USERS = ['user:list', 'user:create', 'user:set-role', 'user:delete']
const ON_ORGANIZATIONS = ['organization:read', 'organization:manage']

interface KeyOptions {
  hasSecondFactor?: boolean
  scopes?: string[]
}

/** Adds an administrator with a key, by default for actions on users and organizations. */
export async function addKey(
  app: App,
  { hasSecondFactor = false, scopes = [...ON_USERS, ...ON_ORGANIZATIONS] }: KeyOptions = {},
) {
  const chief = await addUser(app, { role: 'admin' })
  const id = crypto.randomUUID()
  const { token, secretHash } = makeApiToken(id)
  await app.sql`
    insert into api_key (id, user_id, name, secret_hash, scopes, has_second_factor, expires_at)
    values (${id}, ${chief.id}, 'CI', ${secretHash}, ${scopes},
            ${hasSecondFactor}, now() + interval '1 day')`
  return { chief, token, bearer: { authorization: `Bearer ${token}` } }
}
