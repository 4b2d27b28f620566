import { eq, sql } from 'drizzle-orm'
import { appConfig } from '#app.config'
import { database, type Database } from '#db/client.ts'
import { member, organization, passkey, recoveryCode, session, user } from '#db/schema.ts'
import type { OrganizationRole } from '#lib/organization-roles.ts'
import { sessionTokenIn } from './session-cookie.server.ts'

const { idleDays, absoluteDays, renewedAfterHours } = appConfig.session

/** The end of a session, however much it is used. */
const absoluteEnd = sql`(${session.createdAt} + make_interval(days => ${sql.raw(String(absoluteDays))}))`

/**
 * Reads the session of a cookie as better-auth would, in one query that is worked out once, for every page begins with it.
 * Whatever is more than reading is left to the library: to renew a session, or to take away the cookie of one that is over.
 * The library goes by the clock of this node, which may be wrong: where it would take a session that is to be renewed for
 * one that is over, the session is left as it is.
 * @param cookies the Cookie header
 * @returns the session and its person; `'none'` where the cookie opens nothing, or is spelled in another way than ours; null where
 * the library has to look
 */
export async function lookUpSession(cookies: string) {
  const token = sessionTokenIn(cookies)
  // The library would read more spellings, which limits and sign-in, who go by the token, do not know.
  if (token === undefined) return 'none'
  const [found] = await lookUp(database()).execute({ token })
  // The cookie stays: its token may have been exchanged a moment ago, and the browser have the new one by now.
  if (!found) return 'none'
  if (found.isOver) {
    // What ends acting as somebody goes back to the administrator's own session, and is in the history.
    if (found.session.impersonatedBy) return 'none'
    await database().delete(session).where(eq(session.id, found.session.id))
  }
  return found.isOver || (found.isToBeRenewed && found.session.expiresAt > new Date()) ? null : found
}

/** Whether a session was opened with a cookie of ours, be it over by now: it costs no query to find out. */
export function hasSessionCookie(cookies: string): boolean {
  return sessionTokenIn(cookies) !== undefined
}

/** The latest end that a session may be given, by the clock of this node; the database's has the last word at each look-up. */
export function latestEndOf({ createdAt }: { createdAt: Date }): Date {
  return new Date(createdAt.getTime() + absoluteDays * 86_400_000)
}

const lookUps = new WeakMap<Database, ReturnType<typeof prepare>>()

function lookUp(db: Database) {
  const prepared = lookUps.get(db) ?? prepare(db)
  lookUps.set(db, prepared)
  return prepared
}

/** Asked only in the first minutes of a session: every page reads this. */
const isOfferedPasskey = sql<boolean>`case
  when ${session.createdAt} < now() - make_interval(mins => ${sql.raw(String(appConfig.passkey.offeredForMinutes))})
    or ${user.passkeyDeclinedAt} is not null then false
  else not exists (select from ${passkey} where ${passkey.userId} = ${user.id}) end`

/** Asked for administrators alone, who may need them. */
const hasRecoveryCodes = sql<boolean>`case
  when ${user.role} <> 'admin' then true
  else exists (select from ${recoveryCode} where ${recoveryCode.userId} = ${user.id} and ${recoveryCode.usedAt} is null) end`

/** The organizations of a person, as pages offer them. */
export interface OwnOrganization {
  id: string
  name: string
  role: OrganizationRole
}

/** Read with each session, so that one that they have left, or were removed from, is theirs no more in the next request. */
const organizations = sql<OwnOrganization[]>`(
  select coalesce(json_agg(json_build_object('id', o.id, 'name', o.name, 'role', m.role) order by folded(o.name), o.id), '[]')
  from ${member} as m join ${organization} as o on o.id = m.organization_id where m.user_id = "session"."user_id")`

/** Reads of a session that the library had to look at what its pages are about. */
export async function findOrganizationsOf(db: Database, sessionId: string) {
  const [found] = await db
    .select({ activeId: session.activeOrganizationId, organizations })
    .from(session)
    .where(eq(session.id, sessionId))
  return found ?? { activeId: null, organizations: [] }
}

function prepare(db: Database) {
  const renewed = sql.raw(`(interval '${idleDays} days' - interval '${renewedAfterHours} hours')`)
  return db
    .select({
      isOver: sql<boolean>`(${session.expiresAt} <= now() or ${absoluteEnd} <= now())`,
      isToBeRenewed: sql<boolean>`(${session.expiresAt} - ${renewed} <= now() and ${session.expiresAt} < ${absoluteEnd})`,
      session: {
        id: session.id,
        userId: session.userId,
        createdAt: session.createdAt,
        expiresAt: session.expiresAt,
        lastSeenAt: session.lastSeenAt,
        impersonatedBy: session.impersonatedBy,
        secondFactorAt: session.secondFactorAt,
        activeOrganizationId: session.activeOrganizationId,
      },
      user: {
        id: user.id,
        email: user.email,
        name: user.name,
        role: user.role,
        banned: user.banned,
        banExpires: user.banExpires,
        chosenLanguage: user.chosenLanguage,
        chosenTheme: user.chosenTheme,
      },
      isNameToConfirm: sql<boolean>`(${user.invitedAt} is not null and ${user.lastSignInAt} is not null)`,
      isOfferedPasskey,
      hasRecoveryCodes,
      organizations,
    })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .where(eq(session.token, sql.placeholder('token')))
    .prepare('session_of_cookie')
}
