import { expect, test } from 'vitest'
import { initialsOf } from './names.ts'

test.each([
  ['Ada Lovelace', 'AL'],
  ['ada', 'A'],
  ['Ada King Lovelace', 'AL'],
  ['  élodie   ünal ', 'ÉÜ'],
  ['Ada (dev)', 'AD'],
  ['Ada 👋', 'A'],
  ['Ada - 2', 'A2'],
  ['person11@example.com', 'P'],
  ['كريم سعيد', 'ك'],
  ['ليلى حداد (مطور)', 'ل'],
  ['王 小明', '王小'],
  ['', ''],
  ['!!!', ''],
])('the initials of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
