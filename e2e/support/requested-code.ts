import { expect } from '@playwright/test'
import type { App } from './app.ts'
import { callFunction } from './server-function.ts'
import { Visitor } from './visitor.ts'

interface RequestedCode {
  email: string
  visitor: Visitor
}

/** Requests a code as a new visitor, after resetting all rate limits. */
export async function requestCode(app: App, email: string): Promise<RequestedCode> {
  await app.sql`delete from throttle`
  const visitor = new Visitor(app)
  expect((await visitor.askForCode(email)).status).toBe(200)
  return { email, visitor }
}

/** Returns the state of the visitor's email, as the verify page gets it. */
export async function mailStateOf({ visitor, email }: RequestedCode): Promise<string | undefined> {
  const { result } = await callFunction(visitor, 'login.findCodeRequest', { email })
  return (result as { mailState: string } | null)?.mailState
}

/** Confirms the identity of a signed-in visitor again, with a code that is sent to their address. */
export async function confirmIdentity(app: App, { visitor, email }: RequestedCode): Promise<void> {
  await app.sql`delete from throttle`
  const mails = app.mail.codeMailsTo(email).length
  await callFunction(visitor, 'account.requestCodeToOwnAddress', { purpose: 're-authenticate' }, 'POST')
  const code = await app.mail.codeFor(email, mails + 1)
  expect(await callFunction(visitor, 'account.reAuthenticate', { code }, 'POST')).toMatchObject({ status: 200 })
}
