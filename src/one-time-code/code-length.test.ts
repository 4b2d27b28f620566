import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import type * as appConfigModule from '#app.config'
import { rolledBack } from '#db/test-database.ts'
import type * as environmentModule from '#env/environment.server.ts'
import { runInRequest } from '#request/request-context.server.ts'
import { codeField, findCodeInMail } from './code-field.ts'
import { CodeInput } from './code-input.tsx'
import { findCodeRequestState, redeemCode, signInUse } from './code-request.server.ts'
import { requestCodeAndReadIt, contextOn } from './test-codes.server.ts'
import { requestOfNewBrowser } from '#request/test-request.server.ts'

const settings = vi.hoisted(() => ({ demoMode: false }))
vi.mock('#app.config', async (original) => {
  const { appConfig } = await original<typeof appConfigModule>()
  return { appConfig: { ...appConfig, loginCode: { ...appConfig.loginCode, length: 8 } } }
})
vi.mock('#env/environment.server.ts', async (original) => {
  const actual = await original<typeof environmentModule>()
  return { ...actual, environment: () => ({ ...actual.environment(), ...settings }) }
})

test.each([false, true])(
  'a product with eight-digit codes sends, shows and accepts them; in demo mode: %s',
  (demoMode) =>
    rolledBack(async (db) => {
      settings.demoMode = demoMode
      await runInRequest(requestOfNewBrowser(), async () => {
        const use = signInUse(`${crypto.randomUUID()}@length.example`)
        const code = await requestCodeAndReadIt(db, use)
        expect(code).toMatch(/^\d{8}$/)
        expect(findCodeInMail(`Hello\n\n${code}\n`)).toBe(code)
        expect(codeField.parse(`${code.slice(0, 4)} ${code.slice(4)}`)).toBe(code)
        expect((await findCodeRequestState(contextOn(db), use))?.demoCode).toBe(demoMode ? code : undefined)
        expect(await redeemCode(contextOn(db), use, code, () => Promise.resolve('done'))).toBe('done')
      })
    })(),
)

test('six and seven digits are refused if codes have eight', () => {
  for (const typed of ['123456', '1234567', '123456789'])
    expect(codeField.safeParse(typed).error?.issues[0]?.message).toBe('codeLength')
})

test('the field draws eight boxes in one row', () => {
  const field = { id: 'code', value: '12345678', onChange: () => undefined, isWrong: false, describedBy: '', ref: null }
  const html = renderToStaticMarkup(createElement(CodeInput, field))
  expect(html.match(/<span aria-hidden/g)).toHaveLength(8)
  expect(html).toMatch(/^<div dir="ltr" class="[^"]*\bgrid-flow-col\b/)
  expect(html).not.toMatch(/grid-cols-\d/)
})
