import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { appConfig } from '#app.config'
import { someEmail, startApp, type App } from '../support/app.ts'
import { addUser } from '../support/users.ts'
import { expect, test } from '../support/test.ts'

interface Client {
  requestCode: (email: string) => Promise<unknown>
  enterCode: (email: string, otp: string) => Promise<unknown>
  findSession: () => Promise<{ user: { email: string } } | null>
  signOut: () => Promise<void>
  change: (name: string, data?: unknown) => Promise<unknown>
  confirm: <T>(action: () => Promise<T>, askForCode: () => Promise<string>) => Promise<T>
}

/** The code of docs/native-apps.md. */
interface Example {
  createClient: (url: string, userAgent: string, store: MemoryStore) => Client
  devicesScreen: (client: Client) => Promise<string[]>
}

/** The keychain of one device. */
class MemoryStore {
  readonly secrets = new Map<string, string>()
  get = (name: string) => Promise.resolve(this.secrets.get(name) ?? null)
  set = (name: string, value: string | null) => {
    if (value === null) this.secrets.delete(name)
    else this.secrets.set(name, value)
    return Promise.resolve()
  }
}

const PHONE = 'Example/1.4 (iPhone; iOS 19.1)'
const UNAUTHORIZED = { code: 'UNAUTHORIZED', status: 401 }
const root = path.resolve(import.meta.dirname, '../..')

let folder: string
let example: Example
let app: App

test.beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'native-app-'))
  mkdirSync(path.join(folder, 'node_modules'))
  symlinkSync(path.join(root, 'node_modules/seroval'), path.join(folder, 'node_modules/seroval'))
  const [, code = ''] =
    /^```ts\n([\s\S]+?)^```$/m.exec(readFileSync(path.join(root, 'docs/native-apps.md'), 'utf8')) ?? []
  const file = path.join(folder, 'client.mts')
  writeFileSync(file, code)
  example = (await import(pathToFileURL(file).href)) as Example
  app = await startApp({ BEARER_TOKENS: 'true' })
})
test.afterAll(async () => {
  await app.stop()
  rmSync(folder, { recursive: true })
})

function newDevice(store = new MemoryStore()) {
  return { store, client: example.createClient(app.url, PHONE, store) }
}

async function signIn({ client }: { client: Client }, email: string): Promise<void> {
  await app.sql`delete from throttle`
  const before = app.mail.codeMailsTo(email).length
  await client.requestCode(email)
  await client.enterCode(email, await app.mail.codeFor(email, before + 1))
}

test('the client of docs/native-apps.md signs in, shows its devices, changes data and signs out, without any cookie', async () => {
  const { email } = await addUser(app)
  const device = newDevice()
  expect(await device.client.findSession()).toBeNull()
  await signIn(device, email)
  expect(await device.client.findSession()).toMatchObject({ user: { email } })
  expect(await example.devicesScreen(device.client)).toEqual(['Example (this device)'])
  await device.client.change('account.changeName', { name: 'Ada Lovelace' })
  expect(await device.client.findSession()).toMatchObject({ user: { name: 'Ada Lovelace' } })
  await device.client.signOut()
  expect(device.store.secrets.has('token')).toBe(false)
  await expect(example.devicesScreen(device.client)).rejects.toMatchObject(UNAUTHORIZED)
})

test('a new user can sign up from an app', async () => {
  const device = newDevice()
  const email = someEmail('native')
  await signIn(device, email)
  expect(await device.client.findSession()).toMatchObject({ user: { email, needsOnboarding: true } })
})

test('only the device that requested a code can enter it, and a new device is reported to the user', async () => {
  const { email } = await addUser(app)
  const [own, other] = [newDevice(), newDevice()]
  await own.client.requestCode(email)
  const code = await app.mail.codeFor(email)
  await expect(other.client.enterCode(email, code)).rejects.toMatchObject({ code: 'INVALID_OTP' })
  await own.client.enterCode(email, code)
  await signIn(other, email)
  await expect.poll(() => app.mail.mailsTo(email).length).toBe(3)
})

test('a second sign-in of a device ends its first session, and a user can end the session of another device', async () => {
  const { email } = await addUser(app)
  const [phone, tablet] = [newDevice(), newDevice()]
  await signIn(phone, email)
  const first = phone.store.secrets.get('token') ?? ''
  await signIn(phone, email)
  await signIn(tablet, email)
  expect(await example.devicesScreen(tablet.client)).toHaveLength(2)
  const old = newDevice()
  await old.store.set('token', first)
  expect(await old.client.findSession()).toBeNull()
  await tablet.client.change('account.endMyOtherSessions')
  await expect(example.devicesScreen(phone.client)).rejects.toMatchObject(UNAUTHORIZED)
  expect(await example.devicesScreen(tablet.client)).toEqual(['Example (this device)'])
})

test('an action that needs a recent sign-in asks for a code, which makes the previous token invalid', async () => {
  const { email } = await addUser(app, { role: 'admin' })
  const { id } = await addUser(app)
  const device = newDevice()
  await signIn(device, email)
  await app.sql`update session set created_at = now() - make_interval(mins => ${appConfig.session.recentAuthenticationMinutes})
    where user_id = (select id from "user" where email = ${email})`
  const before = device.store.secrets.get('token')
  const ban = () => device.client.change('user-detail.banUser', { id, reason: 'spam', endsAt: null })
  await expect(ban()).rejects.toMatchObject({ code: 'SESSION_EXPIRED', status: 403 })
  await app.sql`delete from throttle`
  await device.client.confirm(ban, () => app.mail.codeFor(email, 2))
  expect((await app.sql`select banned from "user" where id = ${id}`)[0]?.banned).toBe(true)
  expect(device.store.secrets.get('token')).not.toBe(before)
  await device.store.set('token', before ?? null)
  expect(await device.client.findSession()).toBeNull()
})
