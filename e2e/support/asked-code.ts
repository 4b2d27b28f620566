import { expect } from '@playwright/test'
import type { App } from './app.ts'
import { callFunction } from './server-function.ts'
import { Visitor } from './visitor.ts'

interface Asked {
  email: string
  visitor: Visitor
}

/** A new visitor who has asked for a code, whatever others have asked for before. */
export async function askedFor(app: App, email: string): Promise<Asked> {
  await app.sql`delete from throttle`
  const visitor = new Visitor(app)
  expect((await visitor.askForCode(email)).status).toBe(200)
  return { email, visitor }
}

/** The state of the visitor's mail, as the verify page tells it. */
export async function mailStateOf({ visitor, email }: Asked): Promise<string | undefined> {
  const { result } = await callFunction(visitor, 'login.getLoginRequest', { email })
  return (result as { mailState: string } | null)?.mailState
}

/** Has somebody who is signed in show again who they are, by a code to their address. */
export async function confirmIdentity(app: App, { visitor, email }: Asked): Promise<void> {
  await app.sql`delete from throttle`
  const mails = app.mail.codeMailsTo(email).length
  await callFunction(visitor, 'account.askForOwnCode', { purpose: 're-authenticate' }, 'POST')
  const code = await app.mail.codeFor(email, mails + 1)
  expect(await callFunction(visitor, 'account.reAuthenticate', { code }, 'POST')).toMatchObject({ status: 200 })
}
