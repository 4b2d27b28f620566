import { expect, test } from 'vitest'
import { clearedFilters, countActiveFilters, matchesTyped } from './list-search.ts'

test('matchesTyped ignores case, accents, the forms of Arabic letters, and spaces around the typed text', () => {
  expect(matchesTyped('Événement exporté', ' evenement ')).toBe(true)
  expect(matchesTyped('إضافة مستخدم', 'اضافه')).toBe(true)
  expect(matchesTyped('User banned', 'BAN')).toBe(true)
  expect(matchesTyped('User banned', 'bans')).toBe(false)
  expect(matchesTyped('User banned', '')).toBe(true)
})

test('countActiveFilters counts filters with a value, and clearedFilters empties all', () => {
  expect(countActiveFilters({ role: 'user', status: '' })).toBe(1)
  expect(countActiveFilters()).toBe(0)
  expect(clearedFilters({ role: 'user', status: '' })).toEqual({ role: '', status: '' })
})
