import { describe, expect, test } from 'vitest'
import { ORGANIZATION_ROLES } from '#lib/organization-roles.ts'
import { can, canInOrganization, permissionsOf, type Permission } from './permissions.ts'

/** The product roles that have each permission. No product role has a permission in organizations. */
const WHO_MAY: Record<Permission, string[]> = {
  'audit:read': ['admin'],
  'user:create': ['admin'],
  'user:list': ['admin'],
  'user:set-role': ['admin'],
  'user:set-email': ['admin'],
  'user:change-administrators': ['admin'],
  'user:ban': ['admin'],
  'user:impersonate': ['admin'],
  'user:delete': ['admin'],
  'user:set-password': ['admin'],
  'passkey:list': ['admin'],
  'passkey:delete': ['admin'],
  'session:list': ['admin'],
  'session:revoke': ['admin'],
  'session:delete': ['admin'],
  'account:read': ['admin', 'user'],
  'account:update': ['admin', 'user'],
  'apps:app': ['admin', 'user'],
  'apps:manager': ['admin'],
  'repository:read': ['admin', 'user'],
  'repository:create': ['admin'],
  'repository:update': ['admin'],
  'repository:delete': ['admin'],
  'system:read': ['admin'],
  'system:manage': ['admin'],
  'job:read': ['admin'],
  'job:manage': ['admin'],
  'webhook:read': ['admin'],
  'webhook:manage': ['admin'],
  'saved-view:read': ['admin'],
  'saved-view:manage': ['admin'],
  'api-key:manage': ['admin'],
  'organization:read': ['admin'],
  'organization:manage': ['admin'],
  'organization:update': [],
  'organization:delete': [],
  'organization:see-history': [],
  'member:create': [],
  'member:update': [],
  'member:delete': [],
  'invitation:create': [],
  'invitation:cancel': [],
  'team:create': [],
  'team:update': [],
  'team:delete': [],
}
const all = Object.keys(WHO_MAY) as Permission[]

describe.each(all)('the permission %s', (permission) => {
  test.each(WHO_MAY[permission])('the permission is granted to %s', (role) => {
    expect(can(role, permission)).toBe(true)
  })

  test.each(
    ['admin', 'user', 'nobody', '', 'constructor', '__proto__'].filter((role) => !WHO_MAY[permission].includes(role)),
  )('the permission is not granted to "%s"', (role) => {
    expect(can(role, permission)).toBe(false)
  })
})

test.each(['admin', 'user', 'nobody'])('the browser gets exactly the permissions of %s', (role) => {
  expect(permissionsOf(role).sort()).toEqual(all.filter((permission) => WHO_MAY[permission].includes(role)).sort())
})

test.each(['repository:erase', 'repository:', ':read', 'nothing:read'])(
  'an unknown permission is granted to no role: "%s"',
  (unknown) => {
    expect(can('admin', unknown as Permission)).toBe(false)
  },
)

/** The organization roles with each permission. No organization role has any other permission. */
const WHO_MAY_IN_ONE: Partial<Record<Permission, string[]>> = {
  'organization:update': ['owner', 'admin'],
  'organization:delete': ['owner'],
  'organization:see-history': ['owner'],
  'member:create': ['owner', 'admin'],
  'member:update': ['owner', 'admin'],
  'member:delete': ['owner', 'admin'],
  'invitation:create': ['owner', 'admin'],
  'invitation:cancel': ['owner', 'admin'],
  'repository:read': ['owner', 'admin', 'member'],
  'repository:create': ['owner', 'admin'],
  'repository:update': ['owner', 'admin'],
  'repository:delete': ['owner', 'admin'],
}

test.each(ORGANIZATION_ROLES)('in an organization, %s has exactly the permissions of the table', (role) => {
  const allowed = all.filter((permission) => canInOrganization(role, permission))
  expect(allowed.sort()).toEqual(all.filter((permission) => WHO_MAY_IN_ONE[permission]?.includes(role)).sort())
})

test('a user without a role in an organization has no permission there', () => {
  expect(
    all.filter((permission) => canInOrganization(null, permission) || canInOrganization(undefined, permission)),
  ).toEqual([])
})
