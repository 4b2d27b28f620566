import { randomBytes } from 'node:crypto'
import { type App, someEmail } from './app.ts'
import { addUser } from './users.ts'
import { openSession, type SessionTraits } from './sessions.ts'
import { Visitor } from './visitor.ts'

/** An organization whose texts contain a unique word, with the IDs of everything in it. */
export interface FilledOrganization {
  /** The word that all of its texts contain. */
  word: string
  organization: string
  repository: string
  deleted: string
  owner: string
  other: string
  invitation: string
}

/** Two organizations, and an administrator who can act as their members. */
export interface TwoOrganizations {
  own: FilledOrganization
  strange: FilledOrganization
  administrator: string
}

/** The states of a user's session that are tested. In all of them, the user has no access to the organization `strange`. */
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

/** Creates the two organizations. */
export async function makeTwoOrganizations(app: App): Promise<TwoOrganizations> {
  const { id: administrator } = await addUser(app, { role: 'admin' })
  return { own: await fillOrganization(app), strange: await fillOrganization(app), administrator }
}

async function fillOrganization(app: App): Promise<FilledOrganization> {
  const word = `q${randomBytes(6).toString('hex')}`
  const named = (role: string) => addUser(app, { name: `${role} of ${word}` })
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
  await app.sql`
    insert into history_event (action, actor_id, actor_name, subject_id, subject_name, owner_id)
    values ('repository-updated', ${owner.id}, ${word}, ${repositories[0]?.id ?? null}, ${word}, ${id})`
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

/** Signs in a new user with a session in this state, so that neither rate limits nor earlier calls affect them. */
export async function enterAs(
  app: App,
  { own, strange, administrator }: TwoOrganizations,
  state: State,
): Promise<Visitor> {
  const user = await addUser(app)
  const enterWith = async (traits: SessionTraits) =>
    new Visitor(app).withCookie(await openSession(app, user.id, traits))
  const join = (organizationId: string) =>
    app.sql`insert into member (organization_id, user_id, role) values (${organizationId}, ${user.id}, 'member')`
  if (state.startsWith('just removed')) {
    await join(strange.organization)
    const visitor = await enterWith({ organizationId: strange.organization, isDue: state.includes('due') })
    await app.sql`delete from member where user_id = ${user.id}`
    return visitor
  }
  await join(own.organization)
  const elsewhere = state.startsWith('switched')
    ? await app.sql<{ id: string }[]>`insert into organization (name) values ('Elsewhere') returning id`
    : []
  for (const { id } of elsewhere) await join(id)
  return enterWith({
    organizationId: elsewhere[0]?.id ?? own.organization,
    isDue: state.includes('due'),
    ...(state === 'impersonated' && { impersonatedBy: administrator }),
  })
}
