import type { Spellings } from './names.ts'

/** Returns the code that queues an email to a user. */
export function mailCode({ kebab, pascal, spaced }: Spellings): string {
  return `import { and, eq, sql } from 'drizzle-orm'
import { isBannedNow } from '#db/bans.ts'
import type { Database } from '#db/client.ts'
import { user } from '#db/schema.ts'
import { enqueueNotice } from '#queue/queue.server.ts'

/**
 * Queues the email "${spaced}" to a user, in the transaction of the event and in the user's language. Banned users, and users who
 * have turned it off, get no email.
 */
export async function enqueue${pascal}Mail(db: Database, userId: string): Promise<void> {
  const [recipient] = await db
    .select({ email: user.email, language: user.language })
    .from(user)
    .where(and(eq(user.id, userId), sql\`\${isBannedNow} is not true\`))
  if (recipient) await enqueueNotice(db, { kind: '${kebab}', userId, ...recipient })
}
`
}

/** Returns the test of an email, which is queued and sent in each language. */
export function mailTest({ kebab, pascal, spaced }: Spellings): string {
  return `import { afterEach, expect, test, vi } from 'vitest'
import { appConfig } from '#app.config'
import type { Database } from '#db/client.ts'
import { user } from '#db/schema.ts'
import { ownDatabase } from '#db/test-database.ts'
import { translatorFor } from '#i18n/translators.server.ts'
import { noticeTask } from '#queue/send-notice.server.ts'
import { runDueJobs } from '#queue/worker.server.ts'
import type { MailTransport } from '#mail/mail.ts'
import { enqueue${pascal}Mail } from './${kebab}-mail.server.ts'

const transport = vi.hoisted(() => ({ send: vi.fn<MailTransport['send']>() }))
vi.mock('#mail/transport.server.ts', () => ({ mailTransport: () => transport }))

const own = ownDatabase()
afterEach(() => transport.send.mockClear())

test.each(appConfig.languages)('the email "${spaced}" is sent in the language of its reader: %s', (language) =>
  own.withDatabase(async (db) => {
    const { id, email } = await addUser(db, { language })
    await enqueue${pascal}Mail(db, id)
    await runDueJobs(own.url(), [noticeTask])
    const t = translatorFor(language).getFixedT(language, 'mail')
    expect(transport.send).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ to: email, subject: t('notices.${kebab}.heading') }),
    )
    const bodies = transport.send.mock.calls.flatMap(([mail]) => [mail.text, mail.html])
    for (const body of bodies) expect(body).not.toMatch(/\\{\\{|\\/not-me/)
  }),
)

test('users who are banned or have turned off the email "${spaced}" do not get it', () =>
  own.withDatabase(async (db) => {
    const banned = await addUser(db, { banned: true })
    const muted = await addUser(db, { mutedNotices: ['${kebab}'] })
    for (const { id } of [banned, muted]) await enqueue${pascal}Mail(db, id)
    await runDueJobs(own.url(), [noticeTask])
    expect(transport.send).not.toHaveBeenCalled()
  }))

async function addUser(db: Database, fields: Partial<typeof user.$inferInsert>) {
  const email = \`\${crypto.randomUUID()}@${kebab}.example\`
  const [added] = await db.insert(user).values({ email, name: 'Ada', ...fields }).returning({ id: user.id })
  return { id: added?.id ?? '', email }
}
`
}
