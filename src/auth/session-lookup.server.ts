import { eq, sql } from 'drizzle-orm'
import { appConfig } from '#app.config'
import { database, type Database } from '#db/client.ts'
import { columnsOf } from '#db/columns-of.ts'
import { member, now, organization, passkey, recoveryCode, session, user } from '#db/schema.ts'
import type { OrganizationRole } from '#lib/organization-roles.ts'
import type { RequestContext } from '#request/request-context.server.ts'
import { userFiguresExpression } from './account-hooks.server.ts'
import { sessionCookieDeletionHeader, sessionCookieHeader, sessionTokenIn } from './session-cookie.server.ts'

const { idleDays, absoluteDays, renewedAfterHours } = appConfig.session

const idleTime = sql.raw(`interval '${idleDays} days'`)
const renewedAfter = sql.raw(`interval '${renewedAfterHours} hours'`)
/** The time at which a session ends, however often it is used. */
const absoluteEnd = sql`(${session.createdAt} + make_interval(days => ${sql.raw(String(absoluteDays))}))`

/**
 * Reads a cookie's session, its user and the page data about them in one prepared query, because every page starts with it. A
 * session in use and its cookie are renewed after `renewedAfterHours`, except an impersonation. An expired session and its cookie
 * are deleted. All times are compared with the database's clock.
 * @returns null if there is no valid session
 */
export async function lookUpSession({ headers, setCookies }: RequestContext) {
  const token = sessionTokenIn(headers)
  if (token === undefined) return null
  const [found] = await preparedLookupOf(database()).execute({ token })
  // Keep the cookie: the token might have just been replaced, and the browser might already have the new one.
  if (!found) return null
  if (found.isOver) {
    // Keep an expired impersonation: `leaveEndedImpersonation` restores the administrator's own session and audits the
    // end.
    if (found.session.impersonatedBy) return null
    await database().delete(session).where(eq(session.id, found.session.id))
    setCookies.push(sessionCookieDeletionHeader())
    return null
  }
  if (!found.isToBeRenewed) return found
  const expiresAt = await renewSession(token)
  if (!expiresAt) return found
  setCookies.push(sessionCookieHeader(token))
  return { ...found, session: { ...found.session, expiresAt } }
}

/** Extends a session. @returns the new end; undefined if the token was replaced or the session ended */
async function renewSession(token: string): Promise<Date | undefined> {
  const [renewed] = await database()
    .update(session)
    .set({ expiresAt: sql`least(now() + ${idleTime}, ${absoluteEnd})`, updatedAt: now })
    .where(eq(session.token, token))
    .returning({ expiresAt: session.expiresAt })
  return renewed?.expiresAt
}

/** An open session, its user and the page data about them. */
export type FoundSession = NonNullable<Awaited<ReturnType<typeof lookUpSession>>>

const preparedLookups = new WeakMap<Database, ReturnType<typeof prepareLookup>>()

function preparedLookupOf(db: Database) {
  const prepared = preparedLookups.get(db) ?? prepareLookup(db)
  preparedLookups.set(db, prepared)
  return prepared
}

/** Whether to offer a passkey. Checked only in the first minutes of a session, because every page runs this query. */
const isOfferedPasskey = sql<boolean>`case
  when ${session.createdAt} < now() - make_interval(mins => ${sql.raw(String(appConfig.passkey.offeredForMinutes))})
    or ${user.passkeyDeclinedAt} is not null then false
  else not exists (select from ${passkey} where ${passkey.userId} = ${user.id}) end`

/** Whether an administrator has recovery codes; true for all other users, because they need no recovery codes. */
const hasRecoveryCodes = sql<boolean>`case
  when ${user.role} <> 'admin' then true
  else exists (select from ${recoveryCode} where ${recoveryCode.userId} = ${user.id} and ${recoveryCode.usedAt} is null) end`

/** A user's organization, as pages show it. */
export interface UserOrganization {
  id: string
  name: string
  role: OrganizationRole
}

/** The user's organizations, read with each session, so that a removed member loses access with the next request. */
const organizations = sql<UserOrganization[]>`(
  select coalesce(json_agg(json_build_object('id', o.id, 'name', o.name, 'role', m.role) order by folded(o.name), o.id), '[]')
  from ${member} as m join ${organization} as o on o.id = m.organization_id where m.user_id = "session"."user_id")`

function prepareLookup(db: Database) {
  return db
    .select({
      isOver: sql<boolean>`(${session.expiresAt} <= now() or ${absoluteEnd} <= now())`,
      isToBeRenewed: sql<boolean>`(${session.impersonatedBy} is null
        and ${session.expiresAt} <= now() + ${idleTime} - ${renewedAfter} and ${session.expiresAt} < ${absoluteEnd})`,
      session: {
        ...columnsOf(session, 'id', 'userId', 'impersonatedBy', 'activeOrganizationId'),
        ...columnsOf(session, 'createdAt', 'expiresAt', 'lastSeenAt', 'secondFactorAt'),
      },
      user: columnsOf(user, 'id', 'email', 'name', 'role', 'banned', 'banExpires', 'chosenLanguage', 'chosenTheme'),
      isNameToConfirm: sql<boolean>`(${user.invitedAt} is not null and ${user.lastSignInAt} is not null)`,
      isOfferedPasskey,
      hasRecoveryCodes,
      organizations,
      figures: userFiguresExpression(),
    })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .where(eq(session.token, sql.placeholder('token')))
    .prepare('session_of_cookie')
}
