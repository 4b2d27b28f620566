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
