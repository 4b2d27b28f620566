import { createAccessControl } from 'better-auth/plugins/access'
import type { OrganizationRole } from '#lib/organization-roles.ts'

/**
 * Everything that can be allowed: a catalogue, of which a part is for what the product may come to have. Nothing asks yet for
 * `user:set-password` and `session:delete`, and no role has what belongs to teams. What belongs to organizations is had within
 * one alone, by the role in it.
 */
const statements = {
  user: [
    'create',
    'list',
    'set-role',
    'set-email',
    'change-administrators',
    'ban',
    'impersonate',
    'delete',
    'set-password',
  ],
  session: ['list', 'revoke', 'delete'],
  passkey: ['list', 'delete'],
  account: ['read', 'update'],
  apps: ['app', 'manager'],
  repository: ['read', 'create', 'update', 'delete'],
  audit: ['read'],
  system: ['read', 'manage'],
  webhook: ['read', 'manage'],
  'api-key': ['manage'],
  organization: ['update', 'delete'],
  member: ['create', 'update', 'delete'],
  invitation: ['create', 'cancel'],
  team: ['create', 'update', 'delete'],
} as const

type Statements = typeof statements

/** A resource and what is done to it, read aloud: `repository:delete`. */
export type Permission = {
  [Resource in keyof Statements]: `${Resource}:${Statements[Resource][number]}`
}[keyof Statements]

export type Role = 'admin' | 'user'

const ALL = Object.entries(statements).flatMap(([resource, actions]) =>
  actions.map((action) => `${resource}:${action}` as Permission),
)

const accessControl = createAccessControl(statements)

const roles = {
  admin: accessControl.newRole({
    user: [...statements.user],
    session: [...statements.session],
    passkey: [...statements.passkey],
    account: ['read', 'update'],
    apps: ['app', 'manager'],
    repository: ['read', 'create', 'update', 'delete'],
    audit: ['read'],
    system: ['read', 'manage'],
    webhook: ['read', 'manage'],
    'api-key': ['manage'],
  }),
  user: accessControl.newRole({
    account: ['read', 'update'],
    apps: ['app'],
    repository: ['read'],
  }),
}

const ownedRows = {
  repository: ['read', 'create', 'update', 'delete'], // of owned rows
} as const

const ofOrganizationAdmins = {
  member: ['create', 'update', 'delete'],
  invitation: ['create', 'cancel'],
  ...ownedRows,
} as const

const organizationRoles = {
  owner: accessControl.newRole({ organization: ['update', 'delete'], ...ofOrganizationAdmins }),
  admin: accessControl.newRole({ organization: ['update'], ...ofOrganizationAdmins }),
  member: accessControl.newRole({
    repository: ['read'], // of owned rows
  }),
} satisfies Record<OrganizationRole, unknown>

/** The options of better-auth's admin plugin, so that both decide by this list. */
export const accessControlForAuth = { ac: accessControl, roles }

/** The options of better-auth's organization plugin, so that both decide by this list. */
export const organizationAccessForAuth = { ac: accessControl, roles: organizationRoles }

/** Whether the role may do it. An unknown role may nothing. */
export function can(role: string, permission: Permission): boolean {
  return isAllowed(roles[role as Role]?.statements, permission)
}

/** Whether somebody with this role in an organization may do it there. Whoever has none may nothing. */
export function canIn(role: OrganizationRole | null | undefined, permission: Permission): boolean {
  return role ? isAllowed(organizationRoles[role]?.statements, permission) : false
}

function isAllowed(allowed: Partial<Record<keyof Statements, readonly string[]>> | undefined, permission: Permission) {
  const [resource, action] = permission.split(':') as [keyof Statements, string]
  return allowed?.[resource]?.includes(action) ?? false
}

/** All permissions of a role in an organization, for the browser to know which controls to show. */
export function permissionsIn(role: OrganizationRole): Permission[] {
  return ALL.filter((permission) => canIn(role, permission))
}

/** All permissions of a role, for the browser to know which controls to show. The server decides again at each call. */
export function permissionsOf(role: string): Permission[] {
  return ALL.filter((permission) => can(role, permission))
}
