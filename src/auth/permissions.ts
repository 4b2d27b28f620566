import { createAccessControl } from 'better-auth/plugins/access'

/**
 * Everything that can be allowed: a catalogue, of which a part is for what the product may come to have. Nothing asks yet for
 * `user:set-password` and `session:delete`, and no role has what belongs to organizations and teams.
 */
const statements = {
  user: ['create', 'list', 'set-role', 'ban', 'impersonate', 'delete', 'set-password'],
  session: ['list', 'revoke', 'delete'],
  account: ['read', 'update'],
  apps: ['app', 'manager'],
  repository: ['read', 'create', 'update', 'delete'],
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

const accessControl = createAccessControl(statements)

const roles = {
  admin: accessControl.newRole({
    user: [...statements.user],
    session: [...statements.session],
    account: ['read', 'update'],
    apps: ['app', 'manager'],
    repository: ['read', 'create', 'update', 'delete'],
  }),
  user: accessControl.newRole({
    account: ['read', 'update'],
    apps: ['app'],
    repository: ['read'],
  }),
}

/** The options of better-auth's admin plugin, so that both decide by this list. */
export const accessControlForAuth = { ac: accessControl, roles }

/** Whether the role may do it. An unknown role may nothing. */
export function can(role: string, permission: Permission): boolean {
  const [resource, action] = permission.split(':') as [keyof Statements, string]
  const allowed: Partial<Record<keyof Statements, readonly string[]>> = roles[role as Role]?.statements ?? {}
  return allowed[resource]?.includes(action) ?? false
}

/** All permissions of a role, for the browser to know which controls to show. The server decides again at each call. */
export function permissionsOf(role: string): Permission[] {
  const all = Object.entries(statements).flatMap(([resource, actions]) =>
    actions.map((action) => `${resource}:${action}` as Permission),
  )
  return all.filter((permission) => can(role, permission))
}
