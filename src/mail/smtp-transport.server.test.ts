import { createServer, type AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { MailServer } from '../../e2e/support/mail-server.ts'
import { PermanentMailError, type Mail } from './mail.ts'
import { smtpTransport } from './smtp-transport.server.ts'

const FROM = 'Latchkey <no-reply@latchkey.example>'
let server: MailServer

beforeEach(async () => {
  server = new MailServer()
  await server.start()
})

afterEach(() => server.stop())

function transportTo(port = server.port) {
  return smtpTransport(`smtp://127.0.0.1:${port}`, FROM)
}

function aMail(known: Partial<Mail> = {}): Mail {
  return {
    id: 'request-1',
    to: 'ada@example.com',
    subject: 'Your code',
    html: '<p>012345</p>',
    text: '012345\n',
    ...known,
  }
}

describe('an accepted email', () => {
  test('an email arrives as HTML and plain text, from the sender, for one recipient', async () => {
    await transportTo().send(aMail())
    expect(server.received).toHaveLength(1)
    expect(server.received[0]).toMatchObject({
      envelopeTo: ['ada@example.com'],
      from: { name: 'Latchkey', address: 'no-reply@latchkey.example' },
      subject: 'Your code',
      text: expect.stringMatching(/^012345\s*$/) as string,
      html: expect.stringContaining('<p>012345</p>') as string,
    })
  })

  test('an email has the same Message-ID at every try, and is marked as automatic', async () => {
    await transportTo().send(aMail())
    await transportTo().send(aMail())
    expect(server.received.map(({ messageId }) => messageId)).toEqual(
      Array.from({ length: 2 }, () => '<request-1@latchkey.example>'),
    )
    expect(headersOf(0)['auto-submitted']).toBe('auto-generated')
  })

  test('an email keeps characters of every script', async () => {
    await transportTo().send(aMail({ subject: 'رمز التحقق الخاص بك', text: 'صالح لمدة خمس دقائق\n' }))
    expect(server.received[0]).toMatchObject({ subject: 'رمز التحقق الخاص بك', text: 'صالح لمدة خمس دقائق\n' })
  })
})

describe('a malicious address', () => {
  test.each([
    ['a second header', 'ada@example.com\r\nBcc: eve@example.com'],
    ['a second recipient', 'ada@example.com,eve@example.com'],
    ['a recipient in brackets', 'ada@example.com> <eve@example.com'],
    ['a command', 'ada@example.com>\r\nRCPT TO:<eve@example.com'],
    ['a group', 'all: ada@example.com, eve@example.com;'],
    ['a NUL', 'ada\u0000@example.com'],
  ])('an address with %s reaches no other recipient and adds no header', async (_name, to) => {
    await transportTo()
      .send(aMail({ to }))
      .catch(() => undefined)
    expect(server.mailsTo('eve@example.com')).toEqual([])
    for (const mail of server.received) {
      expect(mail.envelopeTo).toHaveLength(1)
      expect(mail.headers.map(({ key }) => key)).not.toContain('bcc')
    }
  })

  test('a line break in the subject adds no header', async () => {
    await transportTo().send(aMail({ subject: 'Hello\r\nBcc: eve@example.com\r\n\r\nBody' }))
    expect(headersOf(0)).not.toHaveProperty('bcc')
    expect(server.received[0]).toMatchObject({
      envelopeTo: ['ada@example.com'],
      text: expect.stringMatching(/^012345\s*$/) as string,
    })
  })
})

describe('an email that the mail server does not accept', () => {
  test.each([550, 553, 554])('an email is not retried if the address does not exist (%d)', async (code) => {
    server.refuseWith = code
    await expect(transportTo().send(aMail())).rejects.toBeInstanceOf(PermanentMailError)
  })

  test.each([421, 450, 451, 452])('an email can be retried if the error is temporary (%d)', async (code) => {
    server.refuseWith = code
    await expect(transportTo().send(aMail())).rejects.not.toBeInstanceOf(PermanentMailError)
  })

  test('an email can be retried if the server is unreachable', async () => {
    await server.stop()
    await expect(transportTo().send(aMail())).rejects.toMatchObject({ code: 'ESOCKET' })
  })

  test.each([
    ['an error in the greeting', ['554 no service']],
    ['a refused sender', ['220 hello', '250 hello', '550 not a sender of ours']],
    ['a missing login', ['220 hello', '250 hello', '530 authentication required']],
  ])('an email can be retried if it was refused because of %s, which the operator can fix', async (_name, answers) => {
    await using strict = await startScriptedServer(answers)
    await expect(transportTo(strict.port).send(aMail())).rejects.not.toBeInstanceOf(PermanentMailError)
  })

  test('an email that is refused because of its content is not retried', async () => {
    await using strict = await startScriptedServer([
      '220 hello',
      '250 hello',
      '250 ok',
      '250 ok',
      '354 go on',
      '554 spam',
    ])
    await expect(transportTo(strict.port).send(aMail())).rejects.toBeInstanceOf(PermanentMailError)
  })

  test('an email to an invalid address is not retried', async () => {
    await expect(transportTo().send(aMail({ to: '' }))).rejects.toBeInstanceOf(PermanentMailError)
  })
})

test('nothing is sent to another computer without TLS, unless the URL allows it', async () => {
  // 0.0.0.0 leads to this computer, but is no loopback address.
  const elsewhere = (query: string) => smtpTransport(`smtp://0.0.0.0:${server.port}${query}`, FROM)
  await expect(elsewhere('').send(aMail())).rejects.not.toBeInstanceOf(PermanentMailError)
  expect(server.received).toEqual([])
  await elsewhere('?requireTLS=false').send(aMail())
  expect(server.received).toHaveLength(1)
})

describe('a probe of the mail server', () => {
  test('a probe succeeds if the server responds, and sends no email', async () => {
    await transportTo().probe()
    expect(server.received).toEqual([])
  })

  test('a probe fails if the server is unreachable', async () => {
    await server.stop()
    await expect(transportTo().probe()).rejects.toThrow('ECONNREFUSED')
  })
})

function headersOf(index: number): Record<string, string> {
  return Object.fromEntries(server.received[index]?.headers.map(({ key, value }) => [key, value]) ?? [])
}

/** Starts a mail server that greets with the first text and then responds to each command with the next one. */
async function startScriptedServer([greeting = '', ...answers]: string[]) {
  const listening = Promise.withResolvers<void>()
  const scripted = createServer((socket) => {
    const left = [...answers]
    let isText = false
    socket.on('error', () => undefined)
    socket.write(`${greeting}\r\n`)
    socket.on('data', (bytes) => {
      if (isText && !bytes.toString().endsWith('\r\n.\r\n')) return
      const next = left.shift() ?? '250 ok'
      isText = next.startsWith('354')
      socket.write(`${next}\r\n`)
    })
  }).listen(0, '127.0.0.1', listening.resolve)
  await listening.promise
  return {
    port: (scripted.address() as AddressInfo).port,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => scripted.close(() => resolve())),
  }
}
