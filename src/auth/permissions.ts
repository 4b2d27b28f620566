import { createAccessControl } from 'better-auth/plugins/access'
import { manifests, type Declared } from '#features.ts'
import type { OrganizationRole } from '#lib/organization-roles.ts'

type ReadAloud<Declared> = {
  [Resource in keyof Declared & string]: `${Resource}:${keyof Declared[Resource] & string}`
}[keyof Declared & string]

/**
 * A resource and what is done to it, read aloud: `repository:delete`. Nothing asks yet for `user:set-password` and
 * `session:delete`, and no role has what belongs to teams. What belongs to organizations is had within one alone, by the role
 * in it.
 */
export type Permission = ReadAloud<Declared<'permissions'>> | ReadAloud<Declared<'permissionsInOrganizations'>>

export type Role = 'admin' | 'user'

/** The permissions of each role of the product, and of each within an organization. */
const byRole = permissionsByRole('permissions')
const byRoleInOrganization = permissionsByRole('permissionsInOrganizations')

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

/** Whether the role may do it. An unknown role may nothing. */
export function can(role: string, permission: Permission): boolean {
  return byRole.get(role)?.includes(permission) ?? false
}

/** Whether somebody with this role in an organization may do it there. Whoever has none may nothing. */
export function canIn(role: OrganizationRole | null | undefined, permission: Permission): boolean {
  return byRoleInOrganization.get(role ?? '')?.includes(permission) ?? false
}

/** All permissions of a role in an organization, for the browser to know which controls to show. */
export function permissionsIn(role: OrganizationRole): Permission[] {
  return [...(byRoleInOrganization.get(role) ?? [])]
}

/** All permissions of a role, for the browser to know which controls to show. The server decides again at each call. */
export function permissionsOf(role: string): Permission[] {
  return [...(byRole.get(role) ?? [])]
}

const accessControl = createAccessControl(statementsOf([...byRole.values(), ...byRoleInOrganization.values()].flat()))

/** The options of better-auth's admin plugin, so that both decide by this list. */
export const accessControlForAuth = { ac: accessControl, roles: rolesForAuth(byRole) }

/** The options of better-auth's organization plugin, so that both decide by this list. */
export const organizationAccessForAuth = { ac: accessControl, roles: rolesForAuth(byRoleInOrganization) }

function rolesForAuth(permissions: Map<string, Permission[]>) {
  return Object.fromEntries(
    [...permissions].map(([role, ofRole]) => [role, accessControl.newRole(statementsOf(ofRole))]),
  )
}

/** Permissions as better-auth has them: what may be done, by resource. */
function statementsOf(permissions: Permission[]): Record<string, string[]> {
  const statements: Record<string, string[]> = {}
  for (const permission of new Set(permissions)) {
    const [resource = '', action = ''] = permission.split(':')
    statements[resource] = [...(statements[resource] ?? []), action]
  }
  return statements
}
