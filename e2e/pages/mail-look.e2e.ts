import type { Page } from '@playwright/test'
import { appConfig } from '#app.config'
import { directionOf } from '#i18n/languages.ts'
import { someEmail, type App } from '../support/app.ts'
import { accessibilityProblems, horizontalOverflow } from '../support/page-health.ts'
import { addVisitor } from '../support/users.ts'
import { callFunction } from '../support/server-function.ts'
import { alsoInQuickRun, TESTED_LANGUAGES } from '../support/speed.ts'
import { expect, test } from '../support/test.ts'
import { Visitor } from '../support/visitor.ts'

for (const language of appConfig.languages) {
  const [direction, edge] = directionOf(language) === 'rtl' ? (['rtl', 'right'] as const) : (['ltr', 'left'] as const)

  test(
    `${language}: emails are laid out ${direction} and readable in both themes, on wide and narrow screens`,
    alsoInQuickRun(TESTED_LANGUAGES.includes(language)),
    async ({ page, app }) => {
      const mails = [
        await receiveCodeMail(app, language),
        await receiveNotice(app, language),
        await receiveInvitation(app, language),
      ]
      for (const { html, code, width } of mails.flatMap((mail) => [320, 800].map((width) => ({ ...mail, width })))) {
        await page.setViewportSize({ width, height: 800 })
        await page.setContent(html)
        const lines = await linesOf(page)
        expect(lines.length).toBeGreaterThanOrEqual(4)
        for (const line of lines) {
          expect(line).toMatchObject({ direction, lang: language })
          expect(line.gap[edge], line.text).toBeLessThan(2)
        }
        expect(await horizontalOverflow(page)).toBe(0)
        if (code !== undefined) expect(await readingOrder(page, code)).toBe('left to right')
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          expect(await accessibilityProblems(page, ['color-contrast'])).toEqual([])
          expect(await page.evaluate(backgroundsAtEdges), colorScheme).toEqual([
            colorScheme === 'dark' ? 'rgb(23, 21, 26)' : 'rgb(248, 246, 248)',
          ])
        }
      }
    },
  )
}

/** Returns an email with a code, as received by the mail server. */
async function receiveCodeMail(app: App, language: string) {
  const email = someEmail()
  await new Visitor(app).post(
    '/api/auth/email-otp/send-verification-otp',
    { email, type: 'sign-in' },
    { cookie: `${appConfig.languageCookie.name}=${language}` },
  )
  const code = await app.mail.codeFor(email)
  return { code, html: app.mail.mailsTo(email)[0]?.html ?? '' }
}

/** Returns an email that notifies of an event, with a link, as received by the mail server. */
async function receiveNotice(app: App, language: string) {
  const { email } = await addVisitor(app)
  await app.sql`update "user" set language = ${language} where email = ${email}`
  await app.sql`delete from throttle`
  await new Visitor(app).signIn(email)
  const notice = () => app.mail.mailsTo(email).find(({ text }) => text?.includes('/not-me?'))
  await expect.poll(() => notice()?.subject).toBeDefined()
  return { code: undefined, html: notice()?.html ?? '' }
}

/** Returns an email that invites a user, as received by the mail server. */
async function receiveInvitation(app: App, language: string) {
  const { visitor } = await addVisitor(app, { role: 'admin', name: 'Some Chief' })
  const email = someEmail()
  const fields = { email, name: 'Nia New', role: 'user', invitation: language }
  await callFunction(visitor, 'users.createUser', fields, 'POST')
  await expect.poll(() => app.mail.mailsTo(email)).toHaveLength(1)
  return { code: undefined, html: app.mail.mailsTo(email)[0]?.html ?? '' }
}

/** Returns the text, direction, language and first line's margins of each heading and paragraph except the code. */
function linesOf(page: Page) {
  return page.evaluate(() =>
    [...document.querySelectorAll('p:not(.code), h1')].map((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      const pieces = [...range.getClientRects()]
      const first = pieces.filter(({ top }) => Math.abs(top - Number(pieces[0]?.top)) < 4)
      const box = element.getBoundingClientRect()
      return {
        text: element.textContent,
        direction: getComputedStyle(element).direction,
        lang: element.closest('[lang]')?.getAttribute('lang'),
        gap: {
          left: Math.min(...first.map(({ left }) => left)) - box.left,
          right: box.right - Math.max(...first.map(({ right }) => right)),
        },
      }
    }),
  )
}

/** Returns the digits of the code in their visual order on the page. */
function readingOrder(page: Page, code: string): Promise<string> {
  return page.evaluate((digits) => {
    const text = document.querySelector('.code')?.firstChild
    if (!text || text.nodeValue !== digits) return 'not in one piece'
    const places = [...digits].map((_digit, index) => {
      const range = document.createRange()
      range.setStart(text, index)
      range.setEnd(text, index + 1)
      return range.getBoundingClientRect().left
    })
    return places.every((place, index) => index === 0 || place > Number(places[index - 1]))
      ? 'left to right'
      : 'otherwise'
  }, code)
}

/** Returns the different background colors near the corners of the window, outside of the mail's card. */
function backgroundsAtEdges(): string[] {
  const { innerWidth, innerHeight } = window
  const edges = [4, innerWidth - 4].flatMap((x) => [4, innerHeight - 4].map((y) => document.elementsFromPoint(x, y)))
  const painted = edges.map((stack) =>
    [...stack, document.body]
      .map((element) => getComputedStyle(element).backgroundColor)
      .find((color) => color !== 'rgba(0, 0, 0, 0)'),
  )
  return [...new Set(painted)].map(String)
}
