import * as z from 'zod/mini'
import { appConfig } from '#app.config'
import { listResponseSchema, pageParameters, toListResponse } from '#api/list.ts'
import { bodySchemas, responseSchemas, VISIBLE_TEXT } from '#api/named-schemas.ts'
import { operation, type ApiContext, type ApiOperation } from '#api/operation.ts'
import type { ProblemCode } from '#api/problem.server.ts'
import { AppError } from '#lib/app-error.ts'
import { ORGANIZATION_ROLES } from '#lib/organization-roles.ts'
import { inTransaction } from '#service/service-context.server.ts'
import { changeRole, listMembers, removeMember } from './members.server.ts'
import { lockOrganization, type OrganizationContext } from './organization-context.server.ts'
import { inviteMember, withdrawInvitation } from './organization-invitations.server.ts'
import {
  invitationFields,
  organizationFields,
  type MemberRow,
  type OrganizationDetail,
  type PendingInvitation,
} from './organizations.schema.ts'
import {
  createOrganization,
  deleteOrganization,
  getOrganization,
  listMyOrganizations,
  renameOrganization,
} from './organizations.server.ts'

const role = z.enum(ORGANIZATION_ROLES)
const row = { id: z.guid(), name: z.string(), role, memberCount: z.int() }
const organizationRow = z
  .object({ ...row, createdAt: z.iso.datetime() })
  .register(responseSchemas, { id: 'OrganizationRow' })
const organizationResponse = z
  .object({ ...row, repositoryCount: z.int() })
  .register(responseSchemas, { id: 'Organization' })
const memberResponse = z
  .object({ userId: z.guid(), name: z.string(), email: z.string(), role, joinedAt: z.iso.datetime() })
  .register(responseSchemas, { id: 'Member' })
const invitationResponse = z
  .object({
    id: z.guid(),
    email: z.string(),
    role,
    isExpired: z.boolean(),
    hasFailed: z.boolean(),
    expiresAt: z.iso.datetime(),
  })
  .register(responseSchemas, { id: 'OrganizationInvitation' })

const { shape } = organizationFields
z.globalRegistry.add(shape.name, { description: `${VISIBLE_TEXT} Not a web or email address.` })
const newOrganization = z.strictObject(shape).register(bodySchemas, { id: 'NewOrganization' })
const organizationChanges = z.partial(z.strictObject(shape)).register(bodySchemas, { id: 'OrganizationChanges' })
const memberChanges = z.partial(z.strictObject({ role })).register(bodySchemas, { id: 'MemberChanges' })
const { email, language } = invitationFields.shape
const newInvitation = z
  .strictObject({ email, role: z._default(role, 'member'), language: z._default(language, appConfig.languages[0]) })
  .register(bodySchemas, { id: 'NewOrganizationInvitation' })

const OWN = 'Returns NOT_FOUND for an organization that the key’s owner doesn’t belong to.'
const BY_ROLE = 'The key’s owner must have the role in the organization that the same change requires in the app.'
const OWNERS = 'Only owners of the organization can add, change or remove owners.'
const invitationProblems: ProblemCode[] = [
  'YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION',
  'USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION',
  'USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION',
  'ORGANIZATION_MEMBERSHIP_LIMIT_REACHED',
  'TOO_MANY_INVITATIONS',
  'TOO_MANY_TODAY',
  'NO_ROOM',
]

/** The API operations on organizations. A key sees and changes those of its owner, with the same rules as the pages. */
export const organizationOperations: ApiOperation[] = [
  operation('GET /organizations', 'organization:read', {
    id: 'listOrganizations',
    summary: 'List your organizations',
    description: 'The organizations that the key’s owner belongs to, sorted by name, with their role in each.',
    response: listResponseSchema('OrganizationList', organizationRow),
    handle: async (context) => {
      const { organizations } = await listMyOrganizations(context)
      return toListResponse({ rows: organizations, nextCursor: null })
    },
  }),
  operation('POST /organizations', 'organization:manage', {
    id: 'createOrganization',
    summary: 'Create an organization',
    description: 'The key’s owner becomes its owner.',
    body: newOrganization,
    response: organizationResponse,
    status: 201,
    problems: ['YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS', 'TOO_MANY_TODAY'],
    handle: async (context, { body }) =>
      getOrganization(context, await createOrganization(context, { ...body, isEntered: false })),
  }),
  operation('GET /organizations/{id}', 'organization:read', {
    id: 'getOrganization',
    summary: 'Get an organization',
    description: OWN,
    response: organizationResponse,
    handle: getOrganization,
  }),
  operation('PATCH /organizations/{id}', 'organization:manage', {
    id: 'updateOrganization',
    summary: 'Rename an organization',
    description: `${OWN} ${BY_ROLE}`,
    body: organizationChanges,
    response: organizationResponse,
    problems: ['YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION', 'TOO_MANY_TODAY'],
    handle: (context, { id, body }) =>
      withLockedOrganization(context, id, async (context, { name }) => {
        await renameOrganization(context, { id, name, ...body })
        return getOrganization(context, { id })
      }),
  }),
  operation('DELETE /organizations/{id}', 'organization:manage', {
    id: 'deleteOrganization',
    summary: 'Delete an organization',
    description: `Permanently deletes the organization with its repositories, memberships and invitations. Only its owners can do this. ${OWN}`,
    status: 204,
    problems: ['YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION'],
    handle: (context, { id }) =>
      withLockedOrganization(context, id, (context, { name }) => deleteOrganization(context, { id, typed: name })),
  }),
  operation('GET /organizations/{id}/members', 'organization:read', {
    id: 'listMembers',
    summary: 'List the members of an organization',
    description: `\`searchTerm\` searches names and email addresses. ${OWN}`,
    query: z.strictObject({ searchTerm: z._default(z.string(), ''), ...pageParameters }),
    response: listResponseSchema('MemberList', memberResponse),
    handle: async (context, { id, query: { after = null, ...query } }) =>
      toListResponse(await listMembers(context, { id, ...query, cursor: after })),
  }),
  operation('GET /organizations/{id}/members/{userId}', 'organization:read', {
    id: 'getMember',
    summary: 'Get a member of an organization',
    description: OWN,
    response: memberResponse,
    problems: ['MEMBER_NOT_FOUND'],
    handle: getMember,
  }),
  operation('PATCH /organizations/{id}/members/{userId}', 'organization:manage', {
    id: 'updateMember',
    summary: 'Change the role of a member',
    description: `${OWNERS} ${OWN} ${BY_ROLE}`,
    body: memberChanges,
    response: memberResponse,
    problems: [
      'MEMBER_NOT_FOUND',
      'YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER',
      'YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER',
    ],
    handle: (context, { id, userId, body }) =>
      inTransaction(context, [], async (context) => {
        const { role } = body
        if (role !== undefined) await changeRole(context, { id, userId, role })
        return getMember(context, { id, userId })
      }),
    isUnversioned: true,
  }),
  operation('DELETE /organizations/{id}/members/{userId}', 'organization:manage', {
    id: 'removeMember',
    summary: 'Remove a member from an organization',
    description: `The key’s owner can’t remove themselves. ${OWNERS} ${OWN} ${BY_ROLE}`,
    status: 204,
    problems: ['MEMBER_NOT_FOUND', 'NOT_ON_YOURSELF', 'YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER'],
    handle: removeMember,
    isUnversioned: true,
  }),
  operation('GET /organizations/{id}/invitations', 'organization:read', {
    id: 'listOrganizationInvitations',
    summary: 'List the pending invitations of an organization',
    description: `Empty if the key’s owner doesn’t have permission to invite members. ${OWN}`,
    response: listResponseSchema('OrganizationInvitationList', invitationResponse),
    handle: async (context, input) => {
      const { invitations } = await getOrganization(context, input)
      return toListResponse({ rows: invitations, nextCursor: null })
    },
  }),
  operation('POST /organizations/{id}/invitations', 'organization:manage', {
    id: 'createOrganizationInvitation',
    summary: 'Invite a member to an organization',
    description: `The user becomes a member when they accept the invitation, which is sent by email in \`language\`. ${OWNERS} ${OWN} ${BY_ROLE}`,
    body: newInvitation,
    response: invitationResponse,
    status: 201,
    problems: invitationProblems,
    handle: async (context, { id, body }) => {
      await inviteMember(context, { id, ...body })
      return findInvitation(context, id, (one) => one.email === body.email)
    },
    isUnversioned: true,
  }),
  operation('DELETE /organizations/{id}/invitations/{invitationId}', 'organization:manage', {
    id: 'deleteOrganizationInvitation',
    summary: 'Withdraw an invitation to an organization',
    description: `${OWN} ${BY_ROLE}`,
    status: 204,
    problems: ['INVITATION_NOT_FOUND', 'YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION'],
    handle: async (context, { id, invitationId }) => {
      await findInvitation(context, id, (one) => one.id === invitationId)
      await withdrawInvitation(context, { invitationId })
    },
    isUnversioned: true,
  }),
]

/** Locks and changes an organization, if it is still in the version that the caller has read (`If-Match`). */
function withLockedOrganization<T>(
  context: ApiContext,
  id: string,
  change: (context: ApiContext, now: OrganizationDetail) => Promise<T>,
): Promise<T> {
  return inTransaction(context, [], async (context) => {
    await lockOrganization(context.db, id)
    const now = await getOrganization(context, { id })
    context.requireMatch(organizationResponse, now)
    return change(context, now)
  })
}

async function getMember(context: OrganizationContext, input: { id: string; userId: string }): Promise<MemberRow> {
  const { rows } = await listMembers(context, { ...input, searchTerm: '', cursor: null })
  if (!rows[0]) throw new AppError('MEMBER_NOT_FOUND')
  return rows[0]
}

async function findInvitation(
  context: OrganizationContext,
  id: string,
  isWanted: (one: PendingInvitation) => boolean,
): Promise<PendingInvitation> {
  const found = (await getOrganization(context, { id })).invitations.find(isWanted)
  if (!found) throw new AppError('INVITATION_NOT_FOUND')
  return found
}
