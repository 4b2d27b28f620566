import { expect, test } from 'vitest'
import { pathForLog } from './log-request.server.ts'

test.each([
  ['/manager/users', '/manager/users'],
  ['/login/ada@example.com/x', '/login/[address]/x'],
  ['/login/ada%40example.com', '/login/[address]'],
  [`/${'a'.repeat(195)}@example.com`, '/[address]'],
  ['/users/lk_0193e5a000004000800000000000000f_Secret/ban', '/users/[key]/ban'],
  [`/${'a'.repeat(300)}`, `/${'a'.repeat(199)}`],
])('the path %s is logged as %s', (path, logged) => {
  expect(pathForLog(path)).toBe(logged)
})
