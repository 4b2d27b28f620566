import { describe, expect, test } from 'vitest'
import { can, permissionsOf, type Permission } from './permissions.ts'

/** Reading one's own account goes with updating it; nobody has what belongs to organizations. */
const WHO_MAY: Record<Permission, string[]> = {
  'user:create': ['admin'],
  'user:list': ['admin'],
  'user:set-role': ['admin'],
  'user:ban': ['admin'],
  'user:impersonate': ['admin'],
  'user:delete': ['admin'],
  'user:set-password': ['admin'],
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
  'organization:update': [],
  'organization:delete': [],
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

describe.each(all)('%s', (permission) => {
  test.each(WHO_MAY[permission])('%s may', (role) => {
    expect(can(role, permission)).toBe(true)
  })

  test.each(
    ['admin', 'user', 'nobody', '', 'constructor', '__proto__'].filter((role) => !WHO_MAY[permission].includes(role)),
  )('"%s" may not', (role) => {
    expect(can(role, permission)).toBe(false)
  })
})

test.each(['admin', 'user', 'nobody'])('the browser is told just what %s may', (role) => {
  expect(permissionsOf(role).sort()).toEqual(all.filter((permission) => WHO_MAY[permission].includes(role)).sort())
})

test.each(['repository:erase', 'repository:', ':read', 'nothing:read'])(
  'what is no permission is allowed to nobody: "%s"',
  (unknown) => {
    expect(can('admin', unknown as Permission)).toBe(false)
  },
)
