import { expect, test } from 'vitest'
import { makeApiToken } from '#lib/api-token.server.ts'
import { pathForLog } from './log-request.server.ts'

test.each([
  ['/manager/users', '/manager/users'],
  ['/login/ada@example.com/x', '/login/[address]/x'],
  ['/login/ada%40example.com', '/login/[address]'],
  [`/${'a'.repeat(195)}@example.com`, '/[address]'],
  [`/api/v1/users/${makeApiToken(crypto.randomUUID()).token}/ban`, '/api/v1/users/[key]/ban'],
  [`/${'a'.repeat(300)}`, `/${'a'.repeat(199)}`],
])('the log has %s as %s', (path, logged) => {
  expect(pathForLog(path)).toBe(logged)
})
