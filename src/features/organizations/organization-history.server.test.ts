import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { recordAudit } from '#audit/audit.server.ts'
import { historyEvent, member } from '#db/schema.ts'
import { rolledBack } from '#db/test-database.ts'
import * as invitations from './organization-invitations.server.ts'
import * as members from './members.server.ts'
import * as organizations from './organizations.server.ts'
import { createTeam, inviteWithRole, outcome, roleOf } from './test-organization.server.ts'

test(
  'owners see all events of their organization, latest first, and none of other organizations or of members elsewhere',
  rolledBack(async (db) => {
    const world = await createTeam(db)
    const { id, owner, admin } = world
    await createTeam(db)
    await organizations.createOrganization(admin, { name: 'Elsewhere' })
    await recordAudit(admin, { action: 'signed-in' })
    const joined = await inviteWithRole(db, world, 'admin')
    await invitations.acceptInvitation(joined.guest, joined)
    const declined = await inviteWithRole(db, world)
    await invitations.declineInvitation(declined.guest, declined)
    const withdrawn = await inviteWithRole(db, world)
    await invitations.resendInvitation(admin, withdrawn)
    await invitations.withdrawInvitation(admin, withdrawn)
    await members.changeRole(admin, { id, userId: world.member.id, role: 'admin' })
    await members.removeMember(owner, { id, userId: world.member.id })
    await members.leaveOrganization(joined.guest, { id })
    await organizations.renameOrganization(owner, { id, name: 'Looms' })

    const { rows: entries, nextCursor } = await organizations.listOrganizationEvents(owner, { id, before: null })
    expect(nextCursor).toBeNull()
    expect(entries.map(({ action, subjectName }) => `${subjectName} ${action.replace('organization-', '')}`)).toEqual([
      'Olga renamed',
      'Gus left',
      'Mia member-removed',
      'Mia role-changed',
      'Amir invitation-withdrawn',
      'Amir invitation-sent',
      'Olga invitation-sent',
      'Gus invitation-declined',
      'Olga invitation-sent',
      'Gus joined',
      'Olga invitation-sent',
      'Olga created',
    ])
    const [renamed, left, , roleChanged] = entries
    expect(renamed).toMatchObject({ before: { organization: 'Engines' }, after: { organization: 'Looms' } })
    expect(left?.before?.organization, 'no other entry repeats the name').toBeUndefined()
    expect(roleChanged).toMatchObject({
      actorName: 'Amir',
      before: { memberRole: 'member' },
      after: { memberRole: 'admin' },
    })
  }),
)

test(
  'the history of an organization has no IP addresses, devices or reasons, and ends for an owner who became a member',
  rolledBack(async (db) => {
    const { id, owner } = await createTeam(db)
    await recordAudit(
      { ...owner, ipAddress: '192.0.2.1' },
      { action: 'repository-deleted', reason: 'secret', ownerId: id },
    )
    const { rows: entries } = await organizations.listOrganizationEvents(owner, { id, before: null })
    expect(entries[0]).toMatchObject({ action: 'repository-deleted', ipAddress: null, device: null, reason: null })
    expect(JSON.stringify(entries)).not.toMatch(/192\.0\.2\.1|secret/)
    await db
      .update(member)
      .set({ role: 'admin' })
      .where(and(eq(member.organizationId, id), eq(member.userId, owner.id)))
    expect(await outcome(organizations.listOrganizationEvents(owner, { id, before: null }))).toBe('FORBIDDEN')
  }),
)

test(
  'a member who accepts an invitation keeps their role, and the history has no second entry',
  rolledBack(async (db) => {
    const world = await createTeam(db)
    const { guest, invitationId } = await inviteWithRole(db, world, 'admin')
    await db.insert(member).values({ organizationId: world.id, userId: guest.id, role: 'member' })
    await invitations.acceptInvitation(guest, { invitationId })
    expect(await roleOf(db, world.id, guest.id)).toBe('member')
    expect(await db.$count(historyEvent, eq(historyEvent.subjectId, guest.id))).toBe(0)
  }),
)
