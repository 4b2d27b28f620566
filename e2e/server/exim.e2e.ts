import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { isInstalled } from '#db/test-program.ts'
import { someEmail, startApp } from '../support/app.ts'
import { type Exim, hasExim, LOG_IN, startExim } from '../support/exim.ts'
import { mailStateOf, requestCode } from '../support/requested-code.ts'
import { ONLY_IN_FULL_RUN } from '../support/speed.ts'
import { expect, test } from '../support/test.ts'

const PYTHON = '/usr/bin/python3'

/** Prints what Python's parser finds in an email. */
const PARSE = `
import email, email.policy, json, sys
mail = email.message_from_bytes(sys.stdin.buffer.read(), policy=email.policy.default)
parts = {kind: mail.get_body((kind,)) for kind in ('plain', 'html')}
print(json.dumps({
  'defects': [repr(d) for part in mail.walk() for d in part.defects],
  'headers': {name.lower(): str(value) for name, value in mail.items()},
  'types': [part.get_content_type() for part in mail.walk()],
  **{kind: part.get_content() for kind, part in parts.items()},
}))`

interface Parsed {
  defects: string[]
  headers: Record<string, string>
  types: string[]
  plain: string
  html: string
}

test.describe('a mail server that requires TLS and a log-in', ONLY_IN_FULL_RUN, () => {
  test.setTimeout(90_000)
  test.skip(!hasExim, 'Exim is not installed, or this user is not root')

  for (const [protocol, urlOf] of [
    ['STARTTLS', ({ port }: Exim, logIn: string) => `smtp://${logIn}@localhost:${port}?requireTLS=true`],
    ['TLS from the start', ({ tlsPort }: Exim, logIn: string) => `smtps://${logIn}@localhost:${tlsPort}`],
  ] as const)
    test(`delivers a code over ${protocol}, and Python parses the email`, async () => {
      test.skip(!isInstalled(PYTHON), 'Python is not installed')
      await using exim = await startExim()
      const app = await startApp({
        SMTP_URL: urlOf(exim, logInOf(LOG_IN.password)),
        NODE_EXTRA_CA_CERTS: exim.certificate,
      })
      const { email, visitor } = await requestCode(app, someEmail())
      await expect.poll(() => exim.mails()).toHaveLength(1)
      const [raw = ''] = await exim.mails()
      expect(await exim.log()).toContain('A=plain:mailer')
      const { headers, plain, html, ...mail } = await parse(raw)
      expect(mail).toEqual({ defects: [], types: ['multipart/alternative', 'text/plain', 'text/html'] })
      expect(headers).toMatchObject({
        to: email,
        from: 'Latchkey <no-reply@example.com>',
        subject: 'Your verification code',
        'auto-submitted': 'auto-generated',
      })
      const [code = ''] = /^\d{6}$/m.exec(plain) ?? []
      expect(html).toContain(code)
      expect((await visitor.enterCode(email, code)).status).toBe(200)
      await app.stop()
    })

  test('a wrong password delays the email instead of dropping it', async () => {
    await using exim = await startExim()
    const app = await startApp({
      SMTP_URL: `smtps://${logInOf('wrong')}@localhost:${exim.tlsPort}`,
      NODE_EXTRA_CA_CERTS: exim.certificate,
    })
    const client = await requestCode(app, someEmail())
    await expect.poll(() => mailStateOf(client)).toBe('delayed')
    expect(await exim.log()).toContain('plain authenticator failed')
    expect(await exim.mails()).toEqual([])
    await app.stop()
  })

  test('a certificate that is not trusted is refused, and the password is not sent', async () => {
    await using exim = await startExim()
    const app = await startApp({ SMTP_URL: `smtps://${logInOf(LOG_IN.password)}@localhost:${exim.tlsPort}` })
    const client = await requestCode(app, someEmail())
    await expect.poll(() => mailStateOf(client)).toBe('delayed')
    expect(await exim.log()).not.toContain('A=plain')
    expect(await exim.mails()).toEqual([])
    await app.stop()
  })
})

function logInOf(password: string): string {
  return `${LOG_IN.user}:${encodeURIComponent(password)}`
}

async function parse(raw: string): Promise<Parsed> {
  const python = spawn(PYTHON, ['-c', PARSE])
  python.stdin.end(Buffer.from(raw, 'latin1'))
  return JSON.parse(await text(python.stdout)) as Parsed
}
