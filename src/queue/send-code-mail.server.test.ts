import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { closeDatabase, database } from '#db/client.ts'
import { codeRequest, user } from '#db/schema.ts'
import type * as environmentModule from '#env/environment.server.ts'
import { encrypt } from '#lib/keyed-hash.server.ts'
import { SECOND_LANGUAGE } from '#lib/test-languages.ts'
import { PermanentMailError, type MailTransport } from '#mail/mail.ts'
import { sendCodeMail } from './send-code-mail.server.ts'

const MAIL = JSON.stringify({ email: 'ada@sending.example', code: '012345' })

const settings = vi.hoisted(() => ({ signUpEnabled: true }))
const transport = vi.hoisted(() => ({
  send: vi.fn<MailTransport['send']>(),
  probe: vi.fn<MailTransport['probe']>(),
}))

vi.mock('#env/environment.server.ts', async (original) => {
  const actual = await original<typeof environmentModule>()
  return { ...actual, environment: () => ({ ...actual.environment(), ...settings }) }
})
vi.mock('#mail/transport.server.ts', () => ({ mailTransport: () => transport }))

beforeEach(() => {
  settings.signUpEnabled = true
  transport.send.mockReset().mockResolvedValue()
  transport.probe.mockReset().mockResolvedValue()
})

afterAll(closeDatabase)

describe('the email of a valid code', () => {
  test('the email of a code is sent with the ID of its code request, in the language of that request', async () => {
    const id = await ask()
    await sendCode(id, SECOND_LANGUAGE)
    expect(transport.send.mock.calls).toEqual([
      [expect.objectContaining({ id, to: 'ada@sending.example', text: expect.stringContaining('012345') as string })],
    ])
    expect(transport.send.mock.calls[0]?.[0].html).toMatch(new RegExp(`<html[^>]* lang="${SECOND_LANGUAGE}"`))
    expect(await stateOf(id)).toBe('sent')
  })

  test('an email that the mail server does not accept is retried later, and the page shows the delay', async () => {
    const id = await ask()
    transport.send.mockRejectedValue(new Error('the mail server is away'))
    await expect(sendCode(id)).rejects.toThrow('mail was not taken')
    expect(await stateOf(id)).toBe('delayed')
    transport.send.mockResolvedValue()
    await sendCode(id)
    expect(await stateOf(id)).toBe('sent')
  })

  test('an email is not sent again by another worker if the first one died after the handover', async () => {
    const id = await ask({ mailState: 'sent' })
    await sendCode(id)
    expect(transport.send).not.toHaveBeenCalled()
    expect(await stateOf(id)).toBe('sent')
  })

  test('an email that was encrypted with another secret is dropped, and the page shows the failure', async () => {
    const id = await ask()
    await sendCodeMail({ codeRequestId: id, sealedCode: encrypt('another', 'login-code-mail', MAIL), language: 'en' })
    expect(transport.send).not.toHaveBeenCalled()
    expect(await stateOf(id)).toBe('failed')
  })

  test('an email that the mail server refuses permanently is dropped, and the page shows the failure', async () => {
    const id = await ask()
    transport.send.mockRejectedValue(new PermanentMailError('no such address'))
    await sendCode(id)
    expect(await stateOf(id)).toBe('failed')
  })
})

describe('the email of a code that is no longer valid', () => {
  test.each([
    ['expired', { createdAt: sql`now() - interval '5 minutes 1 second'` }],
    ['used', { usedAt: sql`now()` }],
  ])('the email is not sent if the code is %s', async (_name, values) => {
    const id = await ask(values)
    await sendCode(id)
    expect(transport.send).not.toHaveBeenCalled()
    expect(await stateOf(id)).toBe('failed')
  })

  test('the email is not sent if a newer code was requested; the newer code is sent', async () => {
    const owner = { addressKey: crypto.randomUUID(), browserKey: 'browser' }
    const older = await ask({ ...owner, createdAt: sql`now() - interval '1 minute'` })
    const newer = await ask(owner)
    await sendCode(older)
    expect(transport.send).not.toHaveBeenCalled()
    await sendCode(newer)
    expect(transport.send).toHaveBeenCalledOnce()
  })

  test('the email is still sent if the newer code was requested in another browser', async () => {
    const addressKey = crypto.randomUUID()
    const first = await ask({ addressKey, browserKey: 'first', createdAt: sql`now() - interval '1 minute'` })
    await ask({ addressKey, browserKey: 'second' })
    await sendCode(first)
    expect(await stateOf(first)).toBe('sent')
  })
})

describe('while sign-up is closed', () => {
  test('while sign-up is closed, an unknown address gets no email, but the page looks as for a known one', async () => {
    settings.signUpEnabled = false
    const id = await ask()
    await sendCode(id)
    expect(transport.send).not.toHaveBeenCalled()
    expect(transport.probe).toHaveBeenCalledOnce()
    expect(await stateOf(id)).toBe('sent')
  })

  test('while sign-up is closed, the page shows an unknown address as delayed if a known one would be', async () => {
    settings.signUpEnabled = false
    transport.probe.mockRejectedValue(new Error('the mail server is away'))
    const id = await ask()
    await expect(sendCode(id)).rejects.toThrow('mail was not taken')
    expect(await stateOf(id)).toBe('delayed')
  })

  test.each([
    ['permanently', new PermanentMailError('no such address')],
    ['temporarily', new Error('come back later')],
  ])(
    'a known address that the mail server refuses %s is shown like an unknown one; its email is retried',
    async (_how, refusal) => {
      settings.signUpEnabled = false
      await database().insert(user).values({ email: 'ada@sending.example' })
      try {
        const id = await ask()
        transport.send.mockRejectedValueOnce(refusal)
        await sendCode(id).catch(() => undefined)
        expect(await stateOf(id)).toBe('sent')
        await sendCode(id)
        expect(transport.send).toHaveBeenCalledTimes(2)
      } finally {
        await database().delete(user).where(eq(user.email, 'ada@sending.example'))
      }
    },
  )

  test('while sign-up is closed, a known address gets its email', async () => {
    settings.signUpEnabled = false
    await database().insert(user).values({ email: 'ada@sending.example' })
    try {
      await sendCode(await ask())
    } finally {
      await database().delete(user).where(eq(user.email, 'ada@sending.example'))
    }
    expect(transport.send).toHaveBeenCalledOnce()
  })
})

async function ask(values: object = {}): Promise<string> {
  const id = crypto.randomUUID()
  await database()
    .insert(codeRequest)
    .values({ id, addressKey: id, browserKey: id, ...values })
  return id
}

function sendCode(codeRequestId: string, language = 'en'): Promise<void> {
  const secret = process.env.BETTER_AUTH_SECRET ?? ''
  return sendCodeMail({ codeRequestId, sealedCode: encrypt(secret, 'login-code-mail', MAIL), language })
}

async function stateOf(id: string) {
  const [row] = await database()
    .select({ mailState: codeRequest.mailState })
    .from(codeRequest)
    .where(eq(codeRequest.id, id))
  return row?.mailState
}
