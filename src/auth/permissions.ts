import { createAccessControl } from 'better-auth/plugins/access'
import { manifests, type CombinedField } from '#features.ts'
import type { OrganizationRole } from '#lib/organization-roles.ts'

type PermissionNamesOf<Declared> = {
  [Resource in keyof Declared & string]: `${Resource}:${keyof Declared[Resource] & string}`
}[keyof Declared & string]

/**
 * A permission as `resource:action`, for example `repository:delete`. `user:set-password` and `session:delete` are unused, and
 * no role has permissions of teams. Permissions for an organization come only from a member's role in that organization.
 */
export type Permission =
  | PermissionNamesOf<CombinedField<'permissions'>>
  | PermissionNamesOf<CombinedField<'permissionsInOrganizations'>>

export type Role = 'admin' | 'user'

/** The permissions of each product role. */
const permissionsOfRoles = permissionsByRole('permissions')
const permissionsOfOrganizationRoles = permissionsByRole('permissionsInOrganizations')

function permissionsByRole(field: 'permissions' | 'permissionsInOrganizations'): Map<string, Permission[]> {
  const found = new Map<string, Permission[]>()
  for (const feature of manifests) {
    const declared: Record<string, Record<string, readonly string[]>> = feature[field] ?? {}
    for (const [resource, actions] of Object.entries(declared))
      for (const [action, roles] of Object.entries(actions))
        for (const role of roles) found.set(role, [...(found.get(role) ?? []), `${resource}:${action}` as Permission])
  }
  return found
}

/** Whether a role has a permission. An unknown role has no permissions. */
export function can(role: string, permission: Permission): boolean {
  return permissionsOfRoles.get(role)?.includes(permission) ?? false
}

/** Whether a role in an organization has a permission in that organization; false without a role. */
export function canInOrganization(role: OrganizationRole | null | undefined, permission: Permission): boolean {
  return permissionsOfOrganizationRoles.get(role ?? '')?.includes(permission) ?? false
}

/** Returns all permissions of a role in an organization, so that the browser knows which controls to show. */
export function permissionsInOrganizationOf(role: OrganizationRole): Permission[] {
  return [...(permissionsOfOrganizationRoles.get(role) ?? [])]
}

/** Returns all permissions of a role, so that the browser knows which controls to show. The server checks each call again. */
export function permissionsOf(role: string): Permission[] {
  return [...(permissionsOfRoles.get(role) ?? [])]
}

const accessControl = createAccessControl(
  statementsOf([...permissionsOfRoles.values(), ...permissionsOfOrganizationRoles.values()].flat()),
)

/** Options that make better-auth's admin plugin use these permissions. */
export const accessControlForAuth = { ac: accessControl, roles: rolesForAuth(permissionsOfRoles) }

/** Options that make better-auth's organization plugin use these permissions. */
export const organizationAccessForAuth = { ac: accessControl, roles: rolesForAuth(permissionsOfOrganizationRoles) }

function rolesForAuth(permissions: Map<string, Permission[]>) {
  return Object.fromEntries(
    [...permissions].map(([role, ofRole]) => [role, accessControl.newRole(statementsOf(ofRole))]),
  )
}

/** Returns permissions in better-auth's format: actions by resource. */
function statementsOf(permissions: Permission[]): Record<string, string[]> {
  const statements: Record<string, string[]> = {}
  for (const permission of new Set(permissions)) {
    const [resource = '', action = ''] = permission.split(':')
    statements[resource] = [...(statements[resource] ?? []), action]
  }
  return statements
}
