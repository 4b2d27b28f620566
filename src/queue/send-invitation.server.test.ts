import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeDatabase, database } from '#db/client.ts'
import { invitation, user } from '#db/schema.ts'
import { SECOND_LANGUAGE } from '#lib/test-languages.ts'
import { PermanentMailError, type MailTransport } from '#mail/mail.ts'
import { sendInvitation } from './send-invitation.server.ts'

const transport = vi.hoisted(() => ({ send: vi.fn<MailTransport['send']>() }))
vi.mock('#mail/transport.server.ts', () => ({ mailTransport: () => transport }))

const EMAIL = 'ada@invited.example'

beforeEach(() => void transport.send.mockReset().mockResolvedValue())
afterEach(() => database().delete(user).where(eq(user.email, EMAIL)))
afterAll(closeDatabase)

test('an invitation email is sent once with its ID, in its language, even if the worker dies after the handover', async () => {
  const job = await invite({ language: SECOND_LANGUAGE })
  await sendInvitation(job)
  await sendInvitation(job)
  expect(transport.send.mock.calls).toEqual([[expect.objectContaining({ id: job.mailId, to: EMAIL })]])
  expect(transport.send.mock.calls[0]?.[0].html).toMatch(new RegExp(`<html[^>]* lang="${SECOND_LANGUAGE}"`))
  expect(await stateOf(job)).toBe('sent')
})

test('an invitation email is retried if not accepted, and given up if refused permanently', async () => {
  const job = await invite()
  transport.send.mockRejectedValueOnce(new Error('the mail server is away'))
  await expect(sendInvitation(job)).rejects.toThrow('mail was not taken')
  expect(await stateOf(job)).toBe('delayed')
  transport.send.mockRejectedValueOnce(new PermanentMailError('no such address'))
  await sendInvitation(job)
  expect(await stateOf(job)).toBe('failed')
})

test.each([
  ['was sent again', { mailId: crypto.randomUUID() }],
  ['expired', { endsAt: sql`now() - interval '1 second'` }],
  ['was withdrawn', { userId: null, email: null }],
  ['was sent to another address', { email: 'former@invited.example' }],
])('an invitation email is not sent if the invitation %s meanwhile', async (_why, values) => {
  const job = await invite()
  await database().update(invitation).set(values).where(eq(invitation.id, job.invitationId))
  await sendInvitation(job)
  expect(transport.send).not.toHaveBeenCalled()
  await database().delete(invitation).where(eq(invitation.id, job.invitationId))
})

test('an invitation email is not sent to a user who has signed in meanwhile or was deleted', async () => {
  const job = await invite()
  await database()
    .update(user)
    .set({ lastSignInAt: sql`now()` })
    .where(eq(user.email, EMAIL))
  await sendInvitation(job)
  await database().delete(user).where(eq(user.email, EMAIL))
  await sendInvitation(job)
  expect(transport.send).not.toHaveBeenCalled()
})

async function invite({ language = 'en' } = {}) {
  const db = database()
  const [record] = await db
    .insert(user)
    .values({ email: EMAIL, invitedAt: sql`now()` })
    .returning({ id: user.id })
  const mailId = crypto.randomUUID()
  const [made] = await db
    .insert(invitation)
    .values({ userId: record?.id, email: EMAIL, language, mailId, endsAt: sql`now() + interval '1 day'` })
    .returning({ id: invitation.id })
  return { invitationId: made?.id ?? '', mailId }
}

async function stateOf({ mailId }: { mailId: string }) {
  const [found] = await database()
    .select({ state: invitation.mailState })
    .from(invitation)
    .where(eq(invitation.mailId, mailId))
  return found?.state
}
