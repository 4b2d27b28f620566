import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { closeDatabase, database } from '#db/client.ts'
import { codeRequest, user } from '#db/schema.ts'
import type * as environmentModule from '#env/environment.server.ts'
import { seal } from '#lib/keyed-hash.server.ts'
import { OTHER } from '#lib/test-languages.ts'
import { PermanentMailError, type MailTransport } from '#mail/mail.ts'
import { fromReleaseBefore } from '#one-time-code/code-mail.server.ts'
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

describe('a code that is wanted', () => {
  test('is sent under the id of its code request, in the language of the code request', async () => {
    const id = await ask()
    await work(id, OTHER)
    expect(transport.send.mock.calls).toEqual([
      [expect.objectContaining({ id, to: 'ada@sending.example', text: expect.stringContaining('012345') as string })],
    ])
    expect(transport.send.mock.calls[0]?.[0].html).toMatch(new RegExp(`<html[^>]* lang="${OTHER}"`))
    expect(await stateOf(id)).toBe('sent')
  })

  test('is tried again later when nobody takes it, and the page says so', async () => {
    const id = await ask()
    transport.send.mockRejectedValue(new Error('nobody is there'))
    await expect(work(id)).rejects.toThrow('mail was not taken')
    expect(await stateOf(id)).toBe('delayed')
    transport.send.mockResolvedValue()
    await work(id)
    expect(await stateOf(id)).toBe('sent')
  })

  test('is not sent again by whoever takes over from a worker that died after the hand-over', async () => {
    const id = await ask({ mailState: 'sent' })
    await work(id)
    expect(transport.send).not.toHaveBeenCalled()
    expect(await stateOf(id)).toBe('sent')
  })

  test('is sent for a node of the release before too, which names its code request by another word', async () => {
    const loginRequestId = await ask()
    const sealedCode = seal(process.env.BETTER_AUTH_SECRET ?? '', 'login-code-mail', MAIL)
    await sendCodeMail(fromReleaseBefore({ loginRequestId, sealedCode, language: 'en' }))
    expect(await stateOf(loginRequestId)).toBe('sent')
  })

  test('is given up when it was sealed for another secret, and the page says so', async () => {
    const id = await ask()
    await sendCodeMail({ codeRequestId: id, sealedCode: seal('another', 'login-code-mail', MAIL), language: 'en' })
    expect(transport.send).not.toHaveBeenCalled()
    expect(await stateOf(id)).toBe('failed')
  })

  test('is given up when it is refused for good, and the page says so', async () => {
    const id = await ask()
    transport.send.mockRejectedValue(new PermanentMailError('no such address'))
    await work(id)
    expect(await stateOf(id)).toBe('failed')
  })
})

describe('a code that nobody can use any more', () => {
  test.each([
    ['too old', { createdAt: sql`now() - interval '5 minutes 1 second'` }],
    ['used', { usedAt: sql`now()` }],
  ])('because it is %s is not sent', async (_name, values) => {
    const id = await ask(values)
    await work(id)
    expect(transport.send).not.toHaveBeenCalled()
    expect(await stateOf(id)).toBe('failed')
  })

  test('because a newer one was asked for is not sent; the newer one is', async () => {
    const owner = { addressKey: crypto.randomUUID(), browserKey: 'browser' }
    const older = await ask({ ...owner, createdAt: sql`now() - interval '1 minute'` })
    const newer = await ask(owner)
    await work(older)
    expect(transport.send).not.toHaveBeenCalled()
    await work(newer)
    expect(transport.send).toHaveBeenCalledOnce()
  })

  test('is another matter for another browser', async () => {
    const addressKey = crypto.randomUUID()
    const first = await ask({ addressKey, browserKey: 'first', createdAt: sql`now() - interval '1 minute'` })
    await ask({ addressKey, browserKey: 'second' })
    await work(first)
    expect(await stateOf(first)).toBe('sent')
  })
})

describe('while sign-up is closed', () => {
  test('an unknown address gets no mail, and the page shows what it shows for a known one', async () => {
    settings.signUpEnabled = false
    const id = await ask()
    await work(id)
    expect(transport.send).not.toHaveBeenCalled()
    expect(transport.probe).toHaveBeenCalledOnce()
    expect(await stateOf(id)).toBe('sent')
  })

  test('an unknown address is delayed where a known one would be', async () => {
    settings.signUpEnabled = false
    transport.probe.mockRejectedValue(new Error('nobody is there'))
    const id = await ask()
    await expect(work(id)).rejects.toThrow('mail was not taken')
    expect(await stateOf(id)).toBe('delayed')
  })

  test.each([
    ['for good', new PermanentMailError('no such address')],
    ['for now', new Error('come back later')],
  ])(
    'a known address that is refused %s looks like one that is not known; its mail is tried again',
    async (_how, refusal) => {
      settings.signUpEnabled = false
      await database().insert(user).values({ email: 'ada@sending.example' })
      try {
        const id = await ask()
        transport.send.mockRejectedValueOnce(refusal)
        await work(id).catch(() => undefined)
        expect(await stateOf(id)).toBe('sent')
        await work(id)
        expect(transport.send).toHaveBeenCalledTimes(2)
      } finally {
        await database().delete(user).where(eq(user.email, 'ada@sending.example'))
      }
    },
  )

  test('a known address gets its mail', async () => {
    settings.signUpEnabled = false
    await database().insert(user).values({ email: 'ada@sending.example' })
    try {
      await work(await ask())
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

function work(codeRequestId: string, language = 'en'): Promise<void> {
  const secret = process.env.BETTER_AUTH_SECRET ?? ''
  return sendCodeMail({ codeRequestId, sealedCode: seal(secret, 'login-code-mail', MAIL), language })
}

async function stateOf(id: string) {
  const [row] = await database()
    .select({ mailState: codeRequest.mailState })
    .from(codeRequest)
    .where(eq(codeRequest.id, id))
  return row?.mailState
}
