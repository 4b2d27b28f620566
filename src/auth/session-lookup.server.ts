import { createHmac, timingSafeEqual } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { appConfig } from '#app.config'
import { database, type Database } from '#db/client.ts'
import { session, user } from '#db/schema.ts'
import { environment } from '#env/environment.server.ts'

const { lifetimeDays, renewedAfterHours } = appConfig.session
const HOUR_MS = 3_600_000
/** 32 bytes in base64, whose sign of equality and others may be encoded. */
const SIGNED_TOKEN = /^(\w+)\.((?:[\w+/]|%2B|%2F){43}(?:=|%3D))$/

/**
 * Reads the session of a cookie as better-auth would, in one query that is worked out once, for every page begins with it.
 * Whatever is more than reading is left to the library: to renew a session, or to take away the cookie of one that is none.
 * @param cookies the Cookie header
 * @returns the session and its person; null where the library has to look
 */
export async function lookUpSession(cookies: string) {
  const token = tokenIn(cookies)
  if (token === undefined) return null
  const [found] = await lookUp(database()).execute({ token })
  return found && isLeftAsItIs(found.session.expiresAt) ? found : null
}

/**
 * The token of the session cookie, once its signature is proved; undefined where there is no such cookie, or more than one.
 * On https the name has a prefix that keeps pages on plain http from setting it: no other name is a way in.
 */
function tokenIn(cookies: string): string | undefined {
  const name = `${environment().isHttps ? '__Secure-' : ''}latchkey.session_token`
  const values = cookies.split(/; */).filter((cookie) => cookie.startsWith(`${name}=`))
  const [, token = '', signature = ''] =
    SIGNED_TOKEN.exec(values.length === 1 ? values.join().slice(name.length + 1) : '') ?? []
  const expected = createHmac('sha256', environment().secret).update(token).digest()
  const given = Buffer.from(decodeURIComponent(signature), 'base64')
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : undefined
}

/** Neither over nor so old that its end is to be moved on. */
function isLeftAsItIs(expiresAt: Date): boolean {
  const renewedFrom = expiresAt.getTime() - lifetimeDays * 24 * HOUR_MS + renewedAfterHours * HOUR_MS
  return Date.now() < Math.min(renewedFrom, expiresAt.getTime())
}

const lookUps = new WeakMap<Database, ReturnType<typeof prepare>>()

function lookUp(db: Database) {
  const prepared = lookUps.get(db) ?? prepare(db)
  lookUps.set(db, prepared)
  return prepared
}

function prepare(db: Database) {
  return db
    .select({
      session: {
        id: session.id,
        userId: session.userId,
        createdAt: session.createdAt,
        expiresAt: session.expiresAt,
        lastSeenAt: session.lastSeenAt,
        impersonatedBy: session.impersonatedBy,
      },
      user: {
        id: user.id,
        email: user.email,
        name: user.name,
        role: user.role,
        banned: user.banned,
        banExpires: user.banExpires,
      },
    })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .where(eq(session.token, sql.placeholder('token')))
    .prepare('session_of_cookie')
}
