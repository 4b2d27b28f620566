import { describe, expect, test } from 'vitest'
import { appConfig } from '#app.config'
import { directionOf } from '#i18n/languages.ts'
import { hasTranslated, SECOND_LANGUAGE } from '#lib/test-languages.ts'
import { composeCodeMail } from './code-mail.server.ts'
import { composeInvitationMail } from './invitation-mail.server.ts'
import { NOTICE_KINDS } from './notice-kinds.ts'
import { composeNoticeMail } from './notice-mail.server.ts'

const CODE = '012345'
const code = { id: 'request-1', email: 'ada@example.com', code: CODE }
const notice = { id: 'notice-1', email: 'ada@example.com' }
const link = { token: 'some-token', givesAddressBack: false }
const invitation = { id: 'mail-1', email: 'ada@example.com', invitedBy: 'Eve <b>Admin</b>', token: 'some-token' }
type Notice = Pick<Parameters<typeof composeNoticeMail>[0], 'kind' | 'values' | 'link'>
const KNOWN_NOTICES: Notice[] = [
  { kind: 'address-in-use' },
  { kind: 'administrator-changed', values: { person: 'eve@example.com' } },
  { kind: 'not-me-reported', values: { person: 'eve@example.com' } },
  { kind: 'not-me-reported', values: { person: 'eve@example.com', isDeleted: true } },
  { kind: 'account-deleted', link },
  { kind: 'email-changed', link: { ...link, givesAddressBack: true } },
  { kind: 'impersonation-started', link },
  { kind: 'new-device', link, values: { device: { browser: 'Firefox', system: 'Linux' } } },
  { kind: 'passkey-added', link },
  { kind: 'passkey-removed', link },
  { kind: 'passkeys-reset', link },
  { kind: 'recovery-code-used', link },
  { kind: 'role-changed', link, values: { role: 'admin' } },
]
/** The notices above, and those of features that are not listed there. */
const NOTICES = [
  ...KNOWN_NOTICES,
  ...NOTICE_KINDS.filter((kind) => !KNOWN_NOTICES.some((one) => one.kind === kind)).map((kind): Notice => ({
    kind,
    values: { target: 'example.com' },
  })),
]

const KINDS = {
  'sign-in': (language: string) => composeCodeMail({ ...code, purpose: 'sign-in', language }),
  'change-email': (language: string) => composeCodeMail({ ...code, purpose: 'change-email', language }),
  're-authenticate': (language: string) => composeCodeMail({ ...code, purpose: 're-authenticate', language }),
  'delete-account': (language: string) => composeCodeMail({ ...code, purpose: 'delete-account', language }),
  invitation: (language: string) => composeInvitationMail({ ...invitation, language }),
  'invitation into an organization': (language: string) =>
    composeInvitationMail({ ...invitation, organization: 'Analytical Engines', language }),
  'invitation of nobody': (language: string) => composeInvitationMail({ ...invitation, invitedBy: null, language }),
  ...Object.fromEntries(
    NOTICES.map((one) => [one.kind, (language: string) => composeNoticeMail({ ...notice, ...one, language })]),
  ),
}
const MAILS = appConfig.languages.flatMap((language) =>
  Object.entries(KINDS).map(([kind, compose]) => ({ language, kind, composing: compose(language) })),
)

describe.each(MAILS)('$kind in $language', ({ language, kind, composing }) => {
  const direction = directionOf(language)

  test('an email has the text direction of its language in every part, except for the code', async () => {
    const elements = (await composing).html.match(/<[a-z][^>]*>/g) ?? []
    const directions = elements.filter((element) => element.includes(' dir=') && !element.includes('class="code"'))
    // Mail clients keep different parts of a page: all of it, its body, or only the content.
    expect(directions.map((element) => /^<\w+/.exec(element)?.[0])).toEqual(['<html', '<body', '<td'])
    for (const element of directions) expect(element).toContain(` dir="${direction}"`)
    for (const element of elements.filter((one) => /text-align:(left|right)/.test(one)))
      expect(element).toContain(`text-align:${direction === 'rtl' ? 'right' : 'left'}`)
  })

  test('an email has the language code of its language in every part', async () => {
    const named = [...(await composing).html.matchAll(/ lang="([^"]*)"/g)].map(([, name]) => name)
    expect(named).toEqual([language, language, language])
  })

  test('an email has one title, which is its subject', async () => {
    const { html, subject } = await composing
    expect([...html.matchAll(/<title>(.*?)<\/title>/g)].map(([, title]) => title)).toEqual([
      subject.replaceAll("'", '&#x27;'),
    ])
  })

  test.runIf(hasTranslated(language, `mail:notices.${kind}.`))(
    'the first letter of each plain text paragraph of an email has the direction of the language',
    async () => {
      const { text } = await composing
      const told = text
        .trim()
        .split('\n\n')
        .filter((paragraph) => paragraph !== CODE && !paragraph.startsWith('http'))
        .map((paragraph) => ({ paragraph, direction: directionByItsFirstLetter(paragraph) }))
      expect(told).toEqual(told.map(({ paragraph }) => ({ paragraph, direction })))
    },
  )
})

test('a notice links to the page /not-me, with the language in the URL if the address has no account', async () => {
  for (const language of appConfig.languages)
    for (const one of NOTICES) {
      const { html, text } = await composeNoticeMail({ ...notice, ...one, language })
      const hasAccount = one.kind !== 'account-deleted' && one.kind !== 'email-changed'
      const url = `/not-me?${hasAccount ? '' : `lng=${language}&`}token=some-token`
      const leads = { text: text.includes(url), html: html.includes(url.replace('&', '&amp;')) }
      expect({ kind: one.kind, ...leads }).toEqual({
        kind: one.kind,
        text: one.link !== undefined,
        html: one.link !== undefined,
      })
      expect(text).not.toMatch(/\{\{|undefined|notices\./)
    }
})

test('a notice to a user with an account links to the settings of their notices', async () => {
  for (const one of NOTICES) {
    const { html, text } = await composeNoticeMail({ ...notice, ...one, language: 'en' })
    const isOwner = one.kind !== 'account-deleted' && one.kind !== 'email-changed'
    const leads = [html, text].map((body) => body.includes('/app/account#notices'))
    expect({ kind: one.kind, leads }).toEqual({ kind: one.kind, leads: [isOwner, isOwner] })
  }
})

test('an invitation email names the inviter and the lifetime, and its link has the language and no address', async () => {
  for (const language of appConfig.languages) {
    const { html, text } = await composeInvitationMail({ ...invitation, language })
    const url = `/invitation?lng=${language}&token=some-token`
    expect(text).toContain(url)
    expect(html).toContain(url.replace('&', '&amp;'))
    expect(html).toContain('Eve &lt;b&gt;Admin&lt;/b&gt;')
    expect(text).toContain(String(appConfig.invitation.days))
    expect(`${html}${text}`).not.toMatch(/\{\{|undefined|invitation\.\w|ada@example/)
  }
})

test('the link of an invitation to an existing user does not change their language', async () => {
  const { html, text } = await composeInvitationMail({ ...invitation, hasAccount: true, language: SECOND_LANGUAGE })
  expect(text).toContain('/invitation?token=some-token')
  expect(html + text).not.toContain('lng=')
})

const ARABIC: string = 'ar'

test('the product name is isolated in Arabic emails, so that it does not reorder the text around it', async () => {
  const mails = MAILS.filter(({ language }) => language === ARABIC).map(({ composing }) => composing)
  for (const { html, text } of await Promise.all(mails))
    for (const part of [text, html.replaceAll(new RegExp(`<p[^>]*>${appConfig.name}</p>`, 'g'), '')])
      expect(part.replaceAll(`\u2068${appConfig.name}\u2069`, '')).not.toContain(appConfig.name)
})

/** Guesses the direction like mail clients, without names that are isolated from the text around them. */
function directionByItsFirstLetter(paragraph: string): 'ltr' | 'rtl' {
  const [letter = ''] = /\p{L}/u.exec(paragraph.replaceAll(/\u2068.*?\u2069/g, '')) ?? []
  return /\p{Script=Arabic}|\p{Script=Hebrew}/u.test(letter) ? 'rtl' : 'ltr'
}
