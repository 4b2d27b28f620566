import { createHmac, randomBytes } from 'node:crypto'
import { type App, SECRET, someEmail } from './app.ts'
import { addPerson } from './people.ts'
import { Visitor } from './visitor.ts'

/** An organization full of a word that is nowhere else, with the ids of all that it has. */
export interface Filled {
  /** In all of its texts. */
  word: string
  organization: string
  repository: string
  deleted: string
  owner: string
  other: string
  invitation: string
}

/** Two organizations, and an administrator who may act as their people. */
export interface TwoOrganizations {
  own: Filled
  strange: Filled
  administrator: string
}

/** The states of a session of a plain member of the one organization, who has nothing to do with the other. */
export const STATES = [
  'fresh',
  'due for renewal',
  'impersonated',
  'switched elsewhere',
  'switched elsewhere, due for renewal',
  'just removed',
  'just removed, due for renewal',
] as const
export type State = (typeof STATES)[number]

/** Makes the two organizations. */
export async function makeTwoOrganizations(app: App): Promise<TwoOrganizations> {
  const { id: administrator } = await addPerson(app, { role: 'admin' })
  return { own: await fill(app), strange: await fill(app), administrator }
}

async function fill(app: App): Promise<Filled> {
  const word = `q${randomBytes(6).toString('hex')}`
  const named = (role: string) => addPerson(app, { name: `${role} of ${word}` })
  const [owner, other] = [await named('Owner'), await named('Other')]
  const [organization] = await app.sql<{ id: string }[]>`insert into organization (name) values (${word}) returning id`
  const id = organization?.id ?? ''
  await app.sql`
    insert into member (organization_id, user_id, role) values (${id}, ${owner.id}, 'owner'), (${id}, ${other.id}, 'admin')`
  const repositories = await app.sql<{ id: string }[]>`
    insert into repository (name, link, description, language, topics, organization_id, created_by_id, deleted_at)
    select ${word} || nr, 'https://' || ${word} || '.example', ${word}, ${word}, ${word}, ${id}, ${owner.id},
           case nr when 2 then now() end
    from generate_series(1, 3) as nr order by nr returning id`
  const [invitation] = await app.sql<{ id: string }[]>`
    insert into organization_invitation (organization_id, email, role, inviter_id, expires_at)
    values (${id}, ${someEmail(word)}, 'member', ${owner.id}, now() + interval '1 day') returning id`
  return {
    word,
    organization: id,
    repository: repositories[0]?.id ?? '',
    deleted: repositories[1]?.id ?? '',
    owner: owner.id,
    other: other.id,
    invitation: invitation?.id ?? '',
  }
}

/** Signs somebody new in whose session is in a state: they know nobody's limits, and no call leaves them another way. */
export async function enterAs(
  app: App,
  { own, strange, administrator }: TwoOrganizations,
  state: State,
): Promise<Visitor> {
  const person = await addPerson(app)
  const join = (organizationId: string) =>
    app.sql`insert into member (organization_id, user_id, role) values (${organizationId}, ${person.id}, 'member')`
  if (state.startsWith('just removed')) {
    await join(strange.organization)
    const visitor = await openSession(app, person.id, strange.organization, { isDue: state.includes('due') })
    await app.sql`delete from member where user_id = ${person.id}`
    return visitor
  }
  await join(own.organization)
  const elsewhere = state.startsWith('switched')
    ? await app.sql<{ id: string }[]>`insert into organization (name) values ('Elsewhere') returning id`
    : []
  for (const { id } of elsewhere) await join(id)
  return openSession(app, person.id, elsewhere[0]?.id ?? own.organization, {
    isDue: state.includes('due'),
    ...(state === 'impersonated' && { impersonatedBy: administrator }),
  })
}

/** Opens a session that is as old, and in whose hands, as it is said. */
export async function openSession(
  app: App,
  personId: string,
  organizationId: string | null,
  { isDue = false, impersonatedBy = null as string | null } = {},
): Promise<Visitor> {
  const token = randomBytes(16).toString('hex')
  const days = isDue ? 2 : 0
  const minutes = impersonatedBy ? 50 : (30 - days) * 24 * 60
  await app.sql`
    insert into session (user_id, token, active_organization_id, impersonated_by, created_at, expires_at)
    values (${personId}, ${token}, ${organizationId}, ${impersonatedBy}, now() - make_interval(days => ${days}),
            now() + make_interval(mins => ${minutes}))`
  const visitor = new Visitor(app)
  const signature = createHmac('sha256', SECRET).update(token).digest('base64')
  visitor.keep('latchkey.session_token', encodeURIComponent(`${token}.${signature}`))
  return visitor
}
