import { expect, test } from 'vitest'
import { API_SCOPES } from '#api/api-scopes.ts'
import { levelOf, readingScopes } from './access-levels.ts'

test('scopes give a level for each subject', () => {
  expect(levelOf('users', [])).toBe('none')
  expect(levelOf('users', [...API_SCOPES.history])).toBe('none')
  expect(levelOf('users', readingScopes('users'))).toBe('read')
  expect(levelOf('users', [...API_SCOPES.users, ...API_SCOPES.history])).toBe('all')
  expect(levelOf('users', ['user:list', 'user:create'])).toBe('custom')
  expect(levelOf('history', ['audit:read'])).toBe('read')
})
