import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { closeDatabase, database } from '#db/client.ts'
import {
  codeRequest,
  knownBrowser,
  organization,
  organizationInvitation,
  session,
  user,
  verification,
} from '#db/schema.ts'
import type * as environmentModule from '#env/environment.server.ts'
import { runInRequest } from '#request/request-context.server.ts'
import { addKnownBrowser } from '#one-time-code/code-limits.server.ts'
import { signInUse } from '#one-time-code/code-request.server.ts'
import { addressKey, codeClientOf } from '#one-time-code/code-client.server.ts'
import { requestCodeAndReadIt, contextOn } from '#one-time-code/test-codes.server.ts'
import { requestOfNewBrowser } from '#request/test-request.server.ts'
import { registerAccountHooks } from './account-hooks.server.ts'
import { signIn, signInEndpoints } from './sign-in.server.ts'

const settings = vi.hoisted(() => ({ signUpEnabled: true }))
vi.mock('#env/environment.server.ts', async (original) => {
  const actual = await original<typeof environmentModule>()
  return { ...actual, environment: () => ({ ...actual.environment(), ...settings }) }
})

const [ask, enterCode] = signInEndpoints
const emails: string[] = []

afterEach(async () => {
  settings.signUpEnabled = true
  for (const email of emails.splice(0)) {
    await database().delete(user).where(eq(user.email, email))
    for (const table of [codeRequest, knownBrowser])
      await database()
        .delete(table)
        .where(eq(table.addressKey, addressKey(email)))
  }
})

afterAll(closeDatabase)

describe('two browsers with valid codes for one address at the same time', () => {
  test.each([
    ['that has an account', true],
    ['without an account', false],
  ])('are both signed in to one account: an address %s', async (_what, isKnown) => {
    for (let round = 0; round < 5; round += 1) {
      const email = someEmail()
      if (isKnown) await database().insert(user).values({ email, emailVerified: true })
      const browsers = [
        await requestCodeInNewBrowser(email),
        await requestCodeInNewBrowser(email),
        await requestCodeInNewBrowser(email),
      ]
      const opened = await Promise.all(browsers.map(({ enter }) => enter()))
      expect(new Set(opened.map(({ user: record }) => record.id)).size).toBe(1)
      expect(new Set(opened.flatMap(({ cookies }) => cookies)).size).toBe(browsers.length)
      expect(await sessionsOf(email)).toBe(browsers.length)
    }
  })
})

test('if more browsers sign in at once than there are database connections, all succeed', async () => {
  const browsers = []
  for (let index = 0; index < 25; index += 1) browsers.push(await requestCodeInNewBrowser(someEmail()))
  const opened = await Promise.all(browsers.map(({ enter }) => enter()))
  expect(new Set(opened.map(({ user: record }) => record.id)).size).toBe(browsers.length)
})

test('one browser that sends one code many times at once gets one session', async () => {
  const email = someEmail()
  const { enter } = await requestCodeInNewBrowser(email)
  const entered = await Promise.allSettled(Array.from({ length: 10 }, () => enter()))
  expect(entered.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await sessionsOf(email)).toBe(1)
})

describe('a code that opens no session is not consumed', () => {
  test('if the user is banned: the answer has the reason and the end, and the code works when the ban is over', async () => {
    const email = someEmail()
    const until = new Date(Date.now() + 86_400_000)
    await database().insert(user).values({ email, banned: true, banReason: 'Spam', banExpires: until })
    const { enter } = await requestCodeInNewBrowser(email)
    const details = { banReason: 'Spam', banExpires: until.toISOString() }
    await expect(enter()).rejects.toMatchObject({ code: 'BANNED_USER', details })
    await database().update(user).set({ banned: false }).where(eq(user.email, email))
    expect(await enter()).toMatchObject({ user: { email } })
  })

  test('while sign-up is closed: no user is created', async () => {
    const email = someEmail()
    const { enter } = await requestCodeInNewBrowser(email)
    settings.signUpEnabled = false
    await expect(enter()).rejects.toMatchObject({ code: 'SIGNUP_DISABLED' })
    expect(await database().select().from(user).where(eq(user.email, email))).toEqual([])
    settings.signUpEnabled = true
    expect(await enter()).toMatchObject({ user: { email } })
  })

  test('while sign-up is closed: a user whose invitation by an administrator is open can sign in', async () => {
    const [email, late, unasked] = [someEmail(), someEmail(), someEmail()]
    const inviters: { id: string }[] = await database()
      .insert(user)
      .values((['admin', 'user'] as const).map((role) => ({ email: `${crypto.randomUUID()}@inviter.example`, role })))
      .returning({ id: user.id })
    const [inviterId, ofUser] = inviters.map(({ id }) => id)
    const [made] = await database().insert(organization).values({ name: 'Harbour' }).returning({ id: organization.id })
    const invitation = {
      organizationId: made?.id ?? '',
      role: 'member',
      expiresAt: sql`now() + interval '1 day'`,
    } as const
    await database()
      .insert(organizationInvitation)
      .values([
        { ...invitation, inviterId, email },
        { ...invitation, inviterId, email: late, status: 'canceled' },
        { ...invitation, inviterId: ofUser, email: unasked },
      ])
    const [invited, withdrawn] = [await requestCodeInNewBrowser(email), await requestCodeInNewBrowser(late)]
    const byUser = await requestCodeInNewBrowser(unasked)
    settings.signUpEnabled = false
    expect(await invited.enter()).toMatchObject({ user: { email } })
    for (const { enter } of [withdrawn, byUser])
      await expect(enter()).rejects.toMatchObject({ code: 'SIGNUP_DISABLED' })
  })

  test('if the database times out: neither account nor session is created', async () => {
    const email = someEmail()
    const { enter, request } = await requestCodeInNewBrowser(email)
    const failure = await database().transaction(async (other) => {
      await addKnownBrowser(other, codeClientOf(request, email))
      // Blocks the last write of the sign-in for longer than the statement timeout.
      return enter().catch((error: Error) => error.cause)
    })
    expect(failure).toMatchObject({ code: '57014' })
    expect(await database().select().from(user).where(eq(user.email, email))).toEqual([])
    expect(await enter()).toMatchObject({ user: { email } })
  })
})

test('a browser’s previous session ends when it signs in again, even if it was another user’s', async () => {
  const [before, after] = [someEmail(), someEmail()]
  const { enter, request } = await requestCodeInNewBrowser(before)
  const { cookies } = await enter()
  const code = await runInRequest(request, () => requestCodeAndReadIt(database(), signInUse(after)))
  const again = { ...request, headers: new Headers({ cookie: cookies[0]?.split(';')[0] ?? '' }) }
  await runInRequest(again, () => signIn(contextOn(database()), { email: after, code }))
  expect([await sessionsOf(before), await sessionsOf(after)]).toEqual([0, 1])
})

test('features are notified of a new account once, and not of an existing one', async () => {
  const email = someEmail()
  const told: [userId: string, isThere: boolean][] = []
  registerAccountHooks([
    {
      signedUp: async (db, userId) => {
        told.push([userId, (await db.$count(user, eq(user.id, userId))) === 1])
      },
    },
  ])
  try {
    const { user: record } = await (await requestCodeInNewBrowser(email)).enter()
    await (await requestCodeInNewBrowser(email)).enter()
    expect(told).toEqual([[record.id, true]])
  } finally {
    registerAccountHooks([])
  }
})

test('neither account nor session is created if a feature fails at a sign-up', async () => {
  const email = someEmail()
  registerAccountHooks([{ signedUp: () => Promise.reject(new Error('no room')) }])
  try {
    await expect((await requestCodeInNewBrowser(email)).enter()).rejects.toThrow('no room')
    expect(await database().select().from(user).where(eq(user.email, email))).toEqual([])
  } finally {
    registerAccountHooks([])
  }
})

test('the internal code of better-auth is not stored after a sign-in', async () => {
  const { enter } = await requestCodeInNewBrowser(someEmail())
  await enter()
  expect(await database().select().from(verification)).toEqual([])
})

describe('input is parsed by the rules of the forms', () => {
  test('a code in Arabic digits with spaces and an address in capitals are accepted', async () => {
    const email = someEmail()
    const { code, request } = await requestCodeInNewBrowser(email)
    const otp = ` ${code.replace(/\d/g, (digit) => String.fromCharCode(0x0660 + Number(digit)))}\u200F`
    const answer = await runInRequest(request, () => enterCode?.handle({ email: ` ${email.toUpperCase()} `, otp }))
    expect(answer).toMatchObject({ user: { email, emailVerified: true } })
    expect(answer).not.toHaveProperty('token')
    expect(request.setCookies.join()).toContain('latchkey.session_token=')
  })

  test('a sign-in ends the session of an administrator who impersonated a user in that browser', async () => {
    const email = someEmail()
    const { request, enter } = await requestCodeInNewBrowser(email)
    request.headers.set('cookie', 'latchkey.admin_session=token%3A.signature')
    await enter()
    expect(request.setCookies).toContainEqual(expect.stringMatching(/^latchkey\.admin_session=; Path=\/; Max-Age=0;/))
  })

  test.each([
    [null, 'INVALID_INPUT', 'body'],
    [{}, 'INVALID_INPUT', 'body'],
    [{ email: 'a@', type: 'sign-in', otp: '' }, 'INVALID_EMAIL', 'email'],
    [{ email: 'a@b.example', type: 'constructor', otp: 'x' }, 'INVALID_INPUT', 'type'],
  ])('the input %j is refused with the code and the name of the field', async (input, code, field) => {
    const asked = runInRequest(requestOfNewBrowser(), async () => ask?.handle(input))
    await expect(asked).rejects.toMatchObject({ code, details: { field } })
  })
})

/** Creates a browser that has requested a code, and reads the code from the queue like the worker. */
async function requestCodeInNewBrowser(email: string) {
  const request = requestOfNewBrowser()
  const code = await runInRequest(request, () => requestCodeAndReadIt(database(), signInUse(email)))
  return { code, request, enter: () => runInRequest(request, () => signIn(contextOn(database()), { email, code })) }
}

async function sessionsOf(email: string): Promise<number> {
  const rows = await database()
    .select({ id: session.id })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .where(eq(user.email, email))
  return rows.length
}

function someEmail(): string {
  const email = `${crypto.randomUUID()}@sign-in.example`
  emails.push(email)
  return email
}
