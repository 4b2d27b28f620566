import { and, eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { appConfig } from '#app.config'
import type { Database } from '#db/client.ts'
import { historyEvent, member, organization, organizationInvitation, user } from '#db/schema.ts'
import { rolledBack, withOwnDatabase } from '#db/test-database.ts'
import { AppError } from '#lib/app-error.ts'
import { snapshotUser, restoreUser } from '#user/deleted-user-snapshot.server.ts'
import { deleteOrganizationsOfSoleMember, transferOrganizations } from '#user/leave-organizations.server.ts'
import * as invitations from './organization-invitations.server.ts'
import * as members from './members.server.ts'
import * as organizations from './organizations.server.ts'
import { activeOf, createTeam, inviteWithRole, outcome, roleOf, type TestMember } from './test-organization.server.ts'

test(
  'accepting an invitation adds the member, switches their session, is in the history and uses up the invitation',
  rolledBack(async (db) => {
    const world = await createTeam(db)
    const { guest, invitationId } = await inviteWithRole(db, world, 'admin')
    expect(await organizations.listMyOrganizations(guest)).toMatchObject({
      organizations: [],
      invitations: [{ id: invitationId, organization: 'Engines', role: 'admin', invitedBy: 'Olga' }],
    })
    expect(await invitations.acceptInvitation(guest, { invitationId })).toEqual({ id: world.id, from: 'shared' })
    expect(await roleOf(db, world.id, guest.id)).toBe('admin')
    expect(await activeOf(db, guest)).toBe(world.id)
    expect(await outcome(invitations.acceptInvitation(guest, { invitationId }))).toBe('INVITATION_NOT_FOUND')
    expect(await outcome(invitations.declineInvitation(guest, { invitationId }))).toBe('INVITATION_NOT_FOUND')
    const told = await db.select().from(historyEvent).where(eq(historyEvent.subjectId, guest.id))
    expect(told).toMatchObject([
      { action: 'organization-joined', actorId: guest.id, after: { organization: 'Engines', memberRole: 'admin' } },
    ])
    await organizations.switchOrganization(guest, { organizationId: '' })
    expect(await activeOf(db, guest)).toBeNull()
    const { id: own } = await organizations.createOrganization(guest, { name: 'My own' })
    expect(await activeOf(db, guest), 'who makes one is in it').toBe(own)
  }),
)

test(
  'a declined, withdrawn or expired invitation, or one from a removed inviter, cannot be accepted',
  rolledBack(async (db) => {
    const world = await createTeam(db)
    const accepted = async (
      change: (guest: TestMember, invitationId: string) => Promise<unknown>,
      from = world.owner,
    ) => {
      const { guest, invitationId } = await inviteWithRole(db, { ...world, owner: from })
      await change(guest, invitationId)
      const told = await outcome(invitations.acceptInvitation(guest, { invitationId }))
      expect(await roleOf(db, world.id, guest.id)).toBeUndefined()
      return told
    }
    expect(await accepted((guest, invitationId) => invitations.declineInvitation(guest, { invitationId }))).toBe(
      'INVITATION_NOT_FOUND',
    )
    expect(
      await accepted((_guest, invitationId) => invitations.withdrawInvitation(world.admin, { invitationId })),
    ).toBe('INVITATION_NOT_FOUND')
    const end = (_guest: TestMember, id: string) =>
      db
        .update(organizationInvitation)
        .set({ expiresAt: sql`now() - interval '1 second'` })
        .where(eq(organizationInvitation.id, id))
    expect(await accepted(end)).toBe('INVITATION_NOT_FOUND')
    expect(
      await accepted(() => db.update(user).set({ banned: true }).where(eq(user.id, world.admin.id)), world.admin),
    ).toBe('INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION')
    await db.update(user).set({ banned: false }).where(eq(user.id, world.admin.id))
    expect(
      await accepted(() => members.removeMember(world.owner, { id: world.id, userId: world.admin.id }), world.admin),
    ).toBe('INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION')
  }),
)

test(
  'an invitation grants no more than its inviter could still grant',
  rolledBack(async (db) => {
    const world = await createTeam(db)
    const second = await world.join('owner', 'Orla')
    const [asOwner, asMember] = [
      await inviteWithRole(db, { ...world, owner: second }, 'owner'),
      await inviteWithRole(db, world),
    ]
    await members.changeRole(world.owner, { id: world.id, userId: second.id, role: 'admin' })
    expect(await outcome(invitations.acceptInvitation(asOwner.guest, asOwner))).toBe(
      'INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION',
    )
    expect(await outcome(invitations.acceptInvitation(asMember.guest, asMember))).toBe('done')
    const fromAdmin = await inviteWithRole(db, { ...world, owner: second })
    await members.changeRole(world.owner, { id: world.id, userId: second.id, role: 'member' })
    expect(await outcome(invitations.acceptInvitation(fromAdmin.guest, fromAdmin))).toBe(
      'INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION',
    )
  }),
)

test(
  'an invitation can be sent again by another inviter, and is limited per inviter and address a day',
  rolledBack(async (db) => {
    const world = await createTeam(db)
    const { guest, invitationId } = await inviteWithRole(db, world)
    const again = { id: world.id, email: guest.email, role: 'member', language: 'en' } as const
    expect(await outcome(invitations.inviteMember(world.admin, again))).toBe(
      'USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION',
    )
    for (let sent = 0; sent < appConfig.organization.invitation.mailsPerUserAddressAndDay; sent += 1)
      await invitations.resendInvitation(world.admin, { invitationId })
    expect(await outcome(invitations.resendInvitation(world.admin, { invitationId }))).toBe('TOO_MANY_INVITATIONS')
    const [row] = await db.select().from(organizationInvitation).where(eq(organizationInvitation.id, invitationId))
    expect(row).toMatchObject({ inviterId: world.admin.id, mailState: 'queued' })
  }),
)

test(
  'two organizations never show each other’s members or invitations',
  rolledBack(async (db) => {
    const [one, other] = [await createTeam(db), await createTeam(db)]
    const { invitationId } = await inviteWithRole(db, other)
    expect((await organizations.listMyOrganizations(one.owner)).organizations.map(({ id }) => id)).toEqual([one.id])
    const { rows } = await members.listMembers(one.owner, { id: one.id, searchTerm: '', cursor: null })
    expect(rows.map(({ userId }) => userId).sort()).toEqual([one.owner.id, one.admin.id, one.member.id].sort())
    const found = async (searchTerm: string) => {
      const page = await members.listMembers(one.owner, { id: one.id, searchTerm, cursor: null })
      return page.rows.map(({ userId }) => userId)
    }
    expect(await found(' mIA')).toEqual([one.member.id])
    expect(await found(other.member.email)).toEqual([])
    expect((await organizations.getOrganization(one.owner, { id: one.id })).invitations).toEqual([])
    expect(await outcome(invitations.withdrawInvitation(one.owner, { invitationId }))).toBe('NOT_FOUND')
    expect(await outcome(members.removeMember(one.owner, { id: one.id, userId: other.member.id }))).toBe(
      'MEMBER_NOT_FOUND',
    )
  }),
)

test(
  'a removed member loses access at once, in existing sessions too',
  rolledBack(async (db) => {
    const world = await createTeam(db)
    await organizations.switchOrganization(world.member, { organizationId: world.id })
    await members.removeMember(world.admin, { id: world.id, userId: world.member.id })
    expect(await activeOf(db, world.member)).toBeNull()
    expect(await outcome(organizations.getOrganization(world.member, { id: world.id }))).toBe('NOT_FOUND')
  }),
)

test(
  'without a recent authentication, organizations cannot be deleted and owners cannot be made or demoted',
  rolledBack(async (db) => {
    const { id, owner, member: mia } = await createTeam(db)
    const stale = { ...owner, requireRecentAuthentication: () => Promise.reject(new AppError('SESSION_EXPIRED')) }
    expect(await outcome(organizations.deleteOrganization(stale, { id, typed: 'Engines' }))).toBe('SESSION_EXPIRED')
    expect(await outcome(members.changeRole(stale, { id, userId: mia.id, role: 'owner' }))).toBe('SESSION_EXPIRED')
    const address = { id, email: `${crypto.randomUUID()}@x.example`, language: 'en' } as const
    expect(await outcome(invitations.inviteMember(stale, { ...address, role: 'owner' }))).toBe('SESSION_EXPIRED')
    const { invitationId } = await inviteWithRole(db, { id, owner }, 'owner')
    expect(await outcome(invitations.resendInvitation(stale, { invitationId }))).toBe('SESSION_EXPIRED')
    await db.update(member).set({ role: 'owner' }).where(eq(member.userId, mia.id))
    expect(await outcome(members.removeMember(stale, { id, userId: mia.id }))).toBe('SESSION_EXPIRED')
    await members.changeRole(owner, { id, userId: mia.id, role: 'member' })
    expect(await outcome(members.changeRole(stale, { id, userId: mia.id, role: 'admin' }))).toBe('done')
    expect(await outcome(invitations.inviteMember(stale, { ...address, role: 'admin' }))).toBe('done')
  }),
)

test(
  'a user cannot join more organizations than the limit',
  rolledBack(async (db) => {
    const world = await createTeam(db)
    const { guest, invitationId } = await inviteWithRole(db, world)
    const { maxOwnedPerUser, maxPerUser } = appConfig.organization
    for (let made = 0; made < maxOwnedPerUser; made += 1)
      await organizations.createOrganization(guest, { name: 'One more' })
    const full = 'YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS'
    expect(await outcome(organizations.createOrganization(guest, { name: 'Too many' }))).toBe(full)
    const others = await db
      .insert(organization)
      .values(Array.from({ length: maxPerUser - maxOwnedPerUser }, () => ({ name: 'Of others' })))
      .returning({ organizationId: organization.id })
    await db.insert(member).values(others.map((one) => ({ ...one, userId: guest.id, role: 'member' as const })))
    expect(await outcome(invitations.acceptInvitation(guest, { invitationId }))).toBe(full)
  }),
)

describe('deletion of the only owner', () => {
  test(
    'the only owner cannot delete their account while the organization has other members; without others, both are deleted',
    rolledBack(async (db) => {
      const { id, owner, admin } = await createTeam(db)
      const { id: own } = await organizations.createOrganization(owner, { name: 'Mine alone' })
      expect(await outcome(deleteOrganizationsOfSoleMember(db, owner.id))).toBe('ONLY_OWNER')
      await members.changeRole(owner, { id, userId: admin.id, role: 'owner' })
      await deleteOrganizationsOfSoleMember(db, owner.id)
      const left = await db.select({ id: organization.id }).from(organization).where(eq(organization.id, own))
      expect(left).toEqual([])
      expect(await roleOf(db, id, admin.id)).toBe('owner')
    }),
  )

  test(
    'if an administrator deletes the only owner, the longest-standing admin becomes owner, otherwise the longest-standing member',
    rolledBack(async (db) => {
      const { id, owner, admin, member: mia } = await createTeam(db)
      expect(await transferOrganizations(db, owner.id)).toEqual([
        { user: { id: admin.id, name: 'Amir' }, organization: 'Engines' },
      ])
      await db.delete(user).where(eq(user.id, owner.id))
      expect(await transferOrganizations(db, admin.id)).toMatchObject([{ user: { id: mia.id } }])
      expect(await roleOf(db, id, mia.id)).toBe('owner')
    }),
  )
})

test(
  'a deleted and restored user has their memberships again, also in organizations without other members',
  rolledBack(async (db) => {
    const { id, owner, admin } = await createTeam(db)
    const { id: alone } = await organizations.createOrganization(owner, { name: 'Mine alone' })
    const kept = await snapshotUser(db, owner.id)
    await transferOrganizations(db, owner.id)
    await db.delete(user).where(eq(user.id, owner.id))
    await restoreUser(db, kept)
    expect(await roleOf(db, id, owner.id)).toBe('owner')
    expect(await roleOf(db, id, admin.id)).toBe('owner')
    expect(await roleOf(db, alone, owner.id)).toBe('owner')
  }),
)

describe('concurrent changes', () => {
  test('if two owners leave at the same time, one stays', () =>
    withOwnDatabase(async (db) => {
      const { id, owner, join } = await createTeam(db)
      const second = await join('owner', 'Oscar')
      const left = await Promise.all([owner, second].map((who) => outcome(members.leaveOrganization(who, { id }))))
      expect(left.sort()).toEqual(['YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER', 'done'])
    }))

  test('switching to an organization during the removal from it returns NOT_FOUND', () =>
    withOwnDatabase(async (db) => {
      const { id, owner, member: mia } = await createTeam(db)
      const switched = await db.transaction(async (transaction) => {
        await members.removeMember({ ...owner, db: transaction }, { id, userId: mia.id })
        const switching = outcome(organizations.switchOrganization(mia, { organizationId: id }))
        await expect.poll(() => waitingForLock(db)).toBe(1)
        return [switching]
      })
      expect(await Promise.all(switched)).toEqual(['NOT_FOUND'])
      expect(await activeOf(db, mia)).toBeNull()
    }))

  test('accepting an invitation twice and withdrawing it: only one succeeds', () =>
    withOwnDatabase(async (db) => {
      const world = await createTeam(db)
      const { guest, invitationId } = await inviteWithRole(db, world)
      const answers = await Promise.all([
        outcome(invitations.acceptInvitation(guest, { invitationId })),
        outcome(invitations.acceptInvitation(guest, { invitationId })),
        outcome(invitations.withdrawInvitation(world.owner, { invitationId })),
      ])
      expect(answers.sort()).toEqual(['INVITATION_NOT_FOUND', 'INVITATION_NOT_FOUND', 'done'])
    }))

  test('inviting an address twice sends one email', () =>
    withOwnDatabase(async (db) => {
      const { id, owner, admin } = await createTeam(db)
      const input = { id, email: `${crypto.randomUUID()}@x.example`, role: 'member', language: 'en' } as const
      const sent = await Promise.all([owner, admin].map((who) => outcome(invitations.inviteMember(who, input))))
      expect(sent.sort()).toEqual(['USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION', 'done'])
    }))

  test('if an owner leaves while the other is deleted by an administrator, the organization still has an owner', () =>
    withOwnDatabase(async (db) => {
      const { id, owner, join } = await createTeam(db)
      const second = await join('owner', 'Oscar')
      await Promise.all([
        outcome(members.leaveOrganization(second, { id })),
        db.transaction(async (transaction) => {
          await transaction.select().from(user).where(eq(user.id, owner.id)).for('update')
          await transferOrganizations(transaction, owner.id)
          await transaction.delete(user).where(eq(user.id, owner.id))
        }),
      ])
      const owners = and(eq(member.organizationId, id), eq(member.role, 'owner'))
      expect(await db.$count(member, owners)).toBeGreaterThan(0)
    }))
})

async function waitingForLock(db: Database): Promise<number> {
  const [found] = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from pg_stat_activity
    where pg_stat_activity.wait_event_type = 'Lock' and pg_stat_activity.datname = current_database()`)
  return found?.count ?? 0
}
