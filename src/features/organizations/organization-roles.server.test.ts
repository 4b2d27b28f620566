import { describe, expect, test } from 'vitest'
import { rolledBack } from '#db/test-database.ts'
import { SECOND_LANGUAGE } from '#lib/test-languages.ts'
import * as invitations from './organization-invitations.server.ts'
import * as members from './members.server.ts'
import * as organizations from './organizations.server.ts'
import { inviteWithRole, outcome, createTeam, type TestMember } from './test-organization.server.ts'

type World = Awaited<ReturnType<typeof createTeam>>
type Who = 'owner' | 'admin' | 'member' | 'outsider'

const NOT_UPDATE_MEMBER = 'YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER'
const NOT_DELETE_MEMBER = 'YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER'
const NOT_INVITE = 'YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION'

/** Each action, and its expected result by role: `done` or an error code. */
const MATRIX: [string, (world: World, who: TestMember) => Promise<unknown>, Record<Who, string>][] = [
  [
    'read it',
    ({ id }, who) => organizations.getOrganization(who, { id }),
    { owner: 'done', admin: 'done', member: 'done', outsider: 'NOT_FOUND' },
  ],
  [
    'list its members',
    ({ id }, who) => members.listMembers(who, { id, searchTerm: '', cursor: null }),
    { owner: 'done', admin: 'done', member: 'done', outsider: 'NOT_FOUND' },
  ],
  [
    'list its history',
    ({ id }, who) => organizations.listOrganizationEvents(who, { id, before: null }),
    { owner: 'done', admin: 'FORBIDDEN', member: 'FORBIDDEN', outsider: 'NOT_FOUND' },
  ],
  [
    'switch to it',
    ({ id }, who) => organizations.switchOrganization(who, { organizationId: id }),
    { owner: 'done', admin: 'done', member: 'done', outsider: 'NOT_FOUND' },
  ],
  [
    'rename it',
    ({ id }, who) => organizations.renameOrganization(who, { id, name: 'Looms' }),
    {
      owner: 'done',
      admin: 'done',
      member: 'YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION',
      outsider: 'NOT_FOUND',
    },
  ],
  [
    'delete it',
    ({ id }, who) => organizations.deleteOrganization(who, { id, typed: 'Engines' }),
    {
      owner: 'done',
      admin: 'YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION',
      member: 'YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION',
      outsider: 'NOT_FOUND',
    },
  ],
  [
    'make a member an administrator',
    ({ id, member: { id: userId } }, who) => members.changeRole(who, { id, userId, role: 'admin' }),
    { owner: 'done', admin: 'done', member: NOT_UPDATE_MEMBER, outsider: 'NOT_FOUND' },
  ],
  [
    'make a member an owner',
    ({ id, member: { id: userId } }, who) => members.changeRole(who, { id, userId, role: 'owner' }),
    { owner: 'done', admin: NOT_UPDATE_MEMBER, member: NOT_UPDATE_MEMBER, outsider: 'NOT_FOUND' },
  ],
  [
    'make the only owner a member',
    ({ id, owner: { id: userId } }, who) => members.changeRole(who, { id, userId, role: 'member' }),
    {
      owner: 'YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER',
      admin: NOT_UPDATE_MEMBER,
      member: NOT_UPDATE_MEMBER,
      outsider: 'NOT_FOUND',
    },
  ],
  [
    'remove the owner',
    ({ id, owner: { id: userId } }, who) => members.removeMember(who, { id, userId }),
    { owner: 'NOT_ON_YOURSELF', admin: NOT_DELETE_MEMBER, member: NOT_DELETE_MEMBER, outsider: 'NOT_FOUND' },
  ],
  [
    'remove a member',
    async (world, who) => {
      const { id: userId } = await world.join('member', 'Max')
      return members.removeMember(who, { id: world.id, userId })
    },
    { owner: 'done', admin: 'done', member: NOT_DELETE_MEMBER, outsider: 'NOT_FOUND' },
  ],
  [
    'remove somebody who is no member',
    ({ id, outsider }, who) => members.removeMember(who, { id, userId: outsider.id }),
    { owner: 'MEMBER_NOT_FOUND', admin: 'MEMBER_NOT_FOUND', member: NOT_DELETE_MEMBER, outsider: 'NOT_FOUND' },
  ],
  [
    'leave it',
    ({ id }, who) => members.leaveOrganization(who, { id }),
    {
      owner: 'YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER',
      admin: 'done',
      member: 'done',
      outsider: 'NOT_FOUND',
    },
  ],
  [
    'invite a member',
    ({ id }, who) =>
      invitations.inviteMember(who, {
        id,
        email: `${crypto.randomUUID()}@x.example`,
        role: 'member',
        language: SECOND_LANGUAGE,
      }),
    { owner: 'done', admin: 'done', member: NOT_INVITE, outsider: 'NOT_FOUND' },
  ],
  [
    'invite an owner',
    ({ id }, who) =>
      invitations.inviteMember(who, {
        id,
        email: `${crypto.randomUUID()}@x.example`,
        role: 'owner',
        language: SECOND_LANGUAGE,
      }),
    { owner: 'done', admin: NOT_INVITE, member: NOT_INVITE, outsider: 'NOT_FOUND' },
  ],
  [
    'invite a member again',
    ({ id, member: { email } }, who) => invitations.inviteMember(who, { id, email, role: 'member', language: 'en' }),
    {
      owner: 'USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION',
      admin: 'USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION',
      member: NOT_INVITE,
      outsider: 'NOT_FOUND',
    },
  ],
  [
    'send an invitation again',
    async (world, who) => {
      const { invitationId } = await inviteWithRole(world.owner.db, world)
      return invitations.resendInvitation(who, { invitationId })
    },
    { owner: 'done', admin: 'done', member: NOT_INVITE, outsider: 'NOT_FOUND' },
  ],
  [
    'withdraw an invitation',
    async (world, who) => {
      const { invitationId } = await inviteWithRole(world.owner.db, world)
      return invitations.withdrawInvitation(who, { invitationId })
    },
    {
      owner: 'done',
      admin: 'done',
      member: 'YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION',
      outsider: 'NOT_FOUND',
    },
  ],
  [
    'accept another’s invitation',
    async (world, who) => {
      const { invitationId } = await inviteWithRole(world.owner.db, world)
      return invitations.acceptInvitation(who, { invitationId })
    },
    {
      owner: 'YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION',
      admin: 'YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION',
      member: 'YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION',
      outsider: 'YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION',
    },
  ],
]

describe.each(MATRIX)('permission to %s', (_what, act, told) => {
  test.each(Object.entries(told) as [Who, string][])('%s: %s', (who, expected) =>
    rolledBack(async (db) => {
      const world = await createTeam(db)
      expect(await outcome(act(world, world[who]))).toBe(expected)
    })(),
  )
})

const READS = new Set(['read it', 'list its members', 'list its history', 'switch to it'])

test.each(MATRIX.filter(([what]) => !READS.has(what)))(
  'an administrator who impersonates the owner cannot %s',
  (_what, act) =>
    rolledBack(async (db) => {
      const world = await createTeam(db)
      const impersonatedBy = { id: crypto.randomUUID(), name: 'Root' }
      const acting = { ...world.owner, session: { ...world.owner.session, impersonatedBy } }
      expect(await outcome(act(world, acting))).toBe('NOT_WHILE_IMPERSONATING')
    })(),
)
