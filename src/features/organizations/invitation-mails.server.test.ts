import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { appConfig } from '#app.config'
import { organizationInvitation } from '#db/schema.ts'
import { rolledBack, withOwnDatabase } from '#db/test-database.ts'
import { recordInAppNotices } from '#queue/test-in-app-notices.server.ts'
import * as invitations from './organization-invitations.server.ts'
import * as organizations from './organizations.server.ts'
import { inviteWithRole, outcome, signedIn } from './test-organization.server.ts'

const inviteTo = (id: string, email = `${crypto.randomUUID()}@x.example`) =>
  ({ id, email, role: 'member', language: 'en' }) as const

test(
  'an invited user finds the invitation in the app, and an address without an account finds nothing',
  rolledBack(async (db) => {
    const noticed = recordInAppNotices()
    const owner = await signedIn(db)
    const { id } = await organizations.createOrganization(owner, { name: 'Engines' })
    const { guest } = await inviteWithRole(db, { id, owner })
    await invitations.inviteMember(owner, inviteTo(id))
    const notice = {
      kind: 'organization-invitation',
      path: '/app/organizations',
      values: { target: 'Engines', subjectId: id },
    }
    expect(noticed).toEqual([guest.email].map((email) => ({ ...notice, to: [email] })).concat({ ...notice, to: [] }))
  }),
)

test(
  'an answer to an invitation, or its withdrawal, settles the notices of it',
  rolledBack(async (db) => {
    const settled: Parameters<typeof recordInAppNotices>[0] = []
    recordInAppNotices(settled)
    const owner = await signedIn(db)
    const { id } = await organizations.createOrganization(owner, { name: 'Engines' })
    const settledBy = async (answer: (invited: Awaited<ReturnType<typeof inviteWithRole>>) => Promise<unknown>) => {
      const invited = await inviteWithRole(db, { id, owner })
      expect(settled.splice(0)).toEqual([])
      await answer(invited)
      const notice = { kind: 'organization-invitation', values: { subjectId: id }, to: [invited.guest.email] }
      expect(settled.splice(0)).toEqual([notice])
    }
    await settledBy(({ guest, invitationId }) => invitations.acceptInvitation(guest, { invitationId }))
    await settledBy(({ guest, invitationId }) => invitations.declineInvitation(guest, { invitationId }))
    await settledBy(({ invitationId }) => invitations.withdrawInvitation(owner, { invitationId }))
  }),
)

test(
  'a new user can invite only a few addresses a day until one has accepted',
  rolledBack(async (db) => {
    const stranger = await signedIn(db)
    const { id } = await organizations.createOrganization(stranger, { name: 'Engines' })
    const { guest, invitationId } = await inviteWithRole(db, { id, owner: stranger })
    const { mailsPerNewUserAndDay, mailsPerUserAndDay } = appConfig.organization.invitation
    for (let sent = 1; sent < mailsPerNewUserAndDay; sent += 1) await invitations.inviteMember(stranger, inviteTo(id))
    expect(await outcome(invitations.inviteMember(stranger, inviteTo(id)))).toBe('TOO_MANY_TODAY')
    await invitations.acceptInvitation(guest, { invitationId })
    for (let sent = mailsPerNewUserAndDay; sent < mailsPerUserAndDay; sent += 1)
      await invitations.inviteMember(stranger, inviteTo(id))
    expect(await outcome(invitations.inviteMember(stranger, inviteTo(id)))).toBe('TOO_MANY_TODAY')
  }),
)

test(
  'one user cannot use up the invitations of an address for others, and there is a limit for all users together',
  rolledBack(async (db) => {
    const email = `${crypto.randomUUID()}@carl.example`
    const { mailsPerUserAddressAndDay, mailsPerAddressAndDay } = appConfig.organization.invitation
    const told: string[] = []
    for (let inviter = 0; inviter * mailsPerUserAddressAndDay <= mailsPerAddressAndDay; inviter += 1) {
      const stranger = await signedIn(db)
      const { id } = await organizations.createOrganization(stranger, { name: 'Engines' })
      told.push(await outcome(invitations.inviteMember(stranger, inviteTo(id, email))))
      const [waiting] = await db
        .select({ invitationId: organizationInvitation.id })
        .from(organizationInvitation)
        .where(eq(organizationInvitation.organizationId, id))
      for (let sent = 1; sent <= mailsPerUserAddressAndDay && waiting; sent += 1)
        told.push(await outcome(invitations.resendInvitation(stranger, waiting)))
    }
    expect(told.slice(0, 5)).toEqual(['done', 'done', 'done', 'TOO_MANY_INVITATIONS', 'done'])
    expect(told.filter((one) => one === 'done')).toHaveLength(mailsPerAddressAndDay)
  }),
)

test('a new user who sends many invitations at once is limited to a few emails', () =>
  withOwnDatabase(async (db) => {
    const stranger = await signedIn(db)
    const { id } = await organizations.createOrganization(stranger, { name: 'Engines' })
    const told = await Promise.all(
      Array.from({ length: 30 }, () => outcome(invitations.inviteMember(stranger, inviteTo(id)))),
    )
    const { mailsPerNewUserAndDay } = appConfig.organization.invitation
    expect(told.filter((one) => one === 'done')).toHaveLength(mailsPerNewUserAndDay)
  }))
