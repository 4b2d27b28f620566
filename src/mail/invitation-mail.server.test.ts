import { expect, test, vi } from 'vitest'
import type * as appConfigModule from '#app.config'
import { composeInvitationMail } from './invitation-mail.server.ts'

vi.mock('#app.config', async (original) => {
  const { appConfig } = await original<typeof appConfigModule>()
  const ofOrganizations = { ...appConfig.organization, invitation: { ...appConfig.organization.invitation, days: 5 } }
  return {
    appConfig: { ...appConfig, invitation: { ...appConfig.invitation, days: 9 }, organization: ofOrganizations },
  }
})

test.each([
  [undefined, '9 days'],
  ['Engines', '5 days'],
])('an invitation email states the lifetime of its kind of invitation: into %s for %s', async (organization, days) => {
  const invitation = { id: 'mail-1', email: 'ada@example.com', invitedBy: 'Eve', token: 'some-token', language: 'en' }
  const { html, text } = await composeInvitationMail({ ...invitation, ...(organization && { organization }) })
  for (const body of [html, text]) expect(body).toContain(`valid for ${days}`)
})

test('names chosen by other users are not in the subject or heading of an invitation, and do not become links', async () => {
  const organization = 'Latchkey Security: verify at https://evil.example/x'
  const invitation = { id: 'mail-1', email: 'ada@example.com', invitedBy: 'ann@evil.example', token: 'some-token' }
  for (const language of ['en', 'fr', 'ar', 'sw']) {
    const { subject, html, text } = await composeInvitationMail({ ...invitation, organization, language })
    const [heading] = text.split('\n\n')
    expect(heading).toBe(subject)
    expect(subject).not.toMatch(/Security|evil|ann/)
    for (const body of [html, text]) {
      expect(body).toContain('Security')
      expect(body).not.toMatch(/evil\.example|:\/\/evil|@evil/)
    }
  }
})
