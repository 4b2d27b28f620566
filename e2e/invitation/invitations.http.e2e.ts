import { appConfig } from '#app.config'
import { someEmail, type App } from '../support/app.ts'
import { addUser, addVisitor } from '../support/users.ts'
import { callFunction } from '../support/server-function.ts'
import { expect, test } from '../support/test.ts'
import { textsOf } from '../support/texts.ts'
import { Visitor } from '../support/visitor.ts'

const ar = textsOf('ar')

/** Signs in an administrator, who invites a new user. @returns both, and the path of the link in the invitation */
async function invite(app: App, language = 'ar') {
  const { visitor: chief } = await addVisitor(app, { role: 'admin', name: 'Some Chief' })
  const email = someEmail('invited')
  const fields = { email, name: 'Nia New', role: 'user', invitation: language }
  const { result } = await callFunction(chief, 'users.createUser', fields, 'POST')
  const { id } = result as { id: string }
  return { chief, id, email, link: await linkTo(app, email) }
}

/** Returns the path of the link in the newest mail to an address. */
async function linkTo(app: App, email: string) {
  const texts = () => app.mail.mailsTo(email).map(({ text = '' }) => text)
  await expect.poll(() => texts().at(-1)).toContain('/invitation?')
  const url = /http\S+\/invitation\S+/.exec(texts().at(-1) ?? '')?.[0] ?? ''
  return url.replace(app.url, '')
}

test('an invitation link opens the login page in its language with the address filled in, without signing in', async ({
  app,
  visitor,
}) => {
  const { link, email } = await invite(app)
  expect(link).not.toContain(encodeURIComponent(email))
  for (let round = 0; round < 2; round += 1) {
    const followed = await visitor.get(link)
    expect([followed.status, followed.headers.get('location')]).toEqual([
      302,
      `/login?email=${encodeURIComponent(email)}`,
    ])
    expect(Object.fromEntries(followed.headers)).toMatchObject({
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    expect(followed.body).toBe('')
  }
  const page = await visitor.get(`/login?email=${encodeURIComponent(email)}`)
  expect(String(page.body)).toMatch(/<html[^>]* lang="ar"/)
  expect(String(page.body)).toContain(`value="${email}"`)
  expect(page.headers.get('referrer-policy')).toBe('no-referrer')
  expect(visitor.cookies()).not.toContain('session')
  expect(await app.sql`select from session join "user" on "user".id = user_id where email = ${email}`).toHaveLength(0)

  const stranger = await new Visitor(app).get('/login', { cookie: 'lng=ar' })
  expect(String(stranger.body)).not.toContain(email)
})

test('an invitation works while sign-up is closed', async ({ app }) => {
  const { link, email, id } = await invite(app)
  const closed = await app.startNode({ SIGNUP_ENABLED: 'false' })
  const guest = new Visitor(closed)
  expect((await guest.get(link)).status).toBe(302)
  expect((await guest.signIn(email)).status).toBe(200)
  const [row] = await app.sql`select last_sign_in_at is not null as is_in from "user" where id = ${id}`
  expect(row).toEqual({ is_in: true })
  const actions = await app.sql`select action from history_event where subject_id = ${id} order by id`
  expect(actions.map(({ action }) => String(action))).toEqual([
    'user-created',
    'invitation-sent',
    'invitation-accepted',
    'signed-in',
  ])
  await closed.stop()
})

test('the link of a used, expired or withdrawn invitation or a deleted user shows the reason without the address', async ({
  app,
  visitor,
}) => {
  const used = await invite(app)
  await new Visitor(app).signIn(used.email)
  const over = await invite(app)
  await app.sql`update invitation set ends_at = now() - interval '1 second' where user_id = ${over.id}`
  const withdrawn = await invite(app)
  const { result } = await callFunction(withdrawn.chief, 'invitations.withdrawInvitation', { id: withdrawn.id }, 'POST')
  expect(result).toEqual({ isDeleted: true })
  const gone = await invite(app)
  await callFunction(gone.chief, 'user-detail.deleteUser', { id: gone.id }, 'POST')

  for (const [state, { link, email }] of Object.entries({ used, over, withdrawn, gone })) {
    const { status, body, headers } = await visitor.get(link)
    expect(status, state).toBe(200)
    expect(String(body)).toContain(ar.invitation[state as 'used' | 'over' | 'withdrawn' | 'gone'].heading)
    expect(String(body)).not.toContain(email)
    expect(String(body)).toContain('href="/login"')
    if (state === 'over') expect(String(body)).toContain(` ${appConfig.invitation.days} `)
    expect(headers.get('referrer-policy')).toBe('no-referrer')
  }
})

test('links with invalid tokens show the same page, and the page of a valid link shows which user is signed in', async ({
  app,
  visitor,
}) => {
  const { link, email } = await invite(app, 'en')
  const token = new URLSearchParams(link.split('?')[1]).get('token') ?? ''
  const [id = ''] = token.split('.')
  const odd = [
    '',
    'x',
    id,
    `${id}.`,
    `${token}x`,
    token.replace('.', '%2E%2E'),
    '%00',
    '<script>',
    email,
    'é'.repeat(900),
  ]
  for (const wrong of odd) {
    const { status, body } = await visitor.get(`/invitation?token=${encodeURIComponent(wrong)}`)
    expect([wrong, status]).toEqual([wrong, 200])
    expect(String(body)).toContain(textsOf('en').invitation.gone.heading.replaceAll("'", '&#x27;'))
    if (wrong !== email) expect(String(body)).not.toContain(email)
  }
  expect((await visitor.get(`/invitation?token=${'x'.repeat(9_000)}`)).status).toBe(414)
  expect((await visitor.get(`/invitation?token=${token}&token=x`)).status).toBe(200)

  const signedIn = await addVisitor(app)
  const { status, body } = await signedIn.visitor.get(link)
  expect(status).toBe(200)
  expect(String(body)).toContain(signedIn.email)
  expect(String(body)).not.toContain(email)
})

test('the number of invitations per day to an address is limited, and the error contains the limit', async ({
  app,
}) => {
  const { chief, id, email } = await invite(app)
  const again = () => callFunction(chief, 'invitations.inviteUser', { id, language: 'fr' }, 'POST')
  expect((await again()).status).toBe(200)
  expect((await again()).status).toBe(200)
  expect(await again()).toMatchObject({ status: 429, error: { code: 'TOO_MANY_INVITATIONS' } })
  await expect.poll(() => app.mail.mailsTo(email).length).toBeGreaterThan(0)
  expect(app.mail.mailsTo(email).length).toBeLessThanOrEqual(3)
  const refused = await callFunction(chief, 'invitations.inviteUser', { id, language: 'xx' }, 'POST')
  expect(refused).toMatchObject({ status: 400, error: { code: 'INVALID_INPUT' } })
})

test('the page of the user shows that the mail server refused the invitation permanently', async ({ app }) => {
  const { visitor: chief } = await addVisitor(app, { role: 'admin', name: 'Some Chief' })
  const { id } = await addUser(app)
  app.mail.refuseWith = 550
  try {
    await callFunction(chief, 'invitations.inviteUser', { id, language: 'en' }, 'POST')
    const read = async () => (await callFunction(chief, 'user-detail.getUser', { id })).result
    await expect.poll(read).toMatchObject({ status: 'invited', invitation: { mailState: 'failed' } })
  } finally {
    app.mail.refuseWith = undefined
  }
})

test('a demo refuses to send, resend and withdraw invitations', async ({ app }) => {
  const demo = await app.startNode({ DEMO_MODE: 'true', SMTP_URL: '' })
  const { id } = await addUser(app)
  for (const [name, input] of [
    ['users.createUser', { email: someEmail(), name: 'Nia New', role: 'user', invitation: 'en' }],
    ['invitations.inviteUser', { id, language: 'en' }],
    ['invitations.withdrawInvitation', { id }],
  ] as const)
    expect(await callFunction(new Visitor(demo), name, input, 'POST')).toMatchObject({
      status: 403,
      error: { code: 'DEMO_MODE_ENABLED' },
    })
  await demo.stop()
})
