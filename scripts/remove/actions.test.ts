import { expect, test } from 'vitest'
import { actionsOnlyRecordedBy, withoutActions } from './actions.ts'

const MANIFEST = `export const users = {
  texts: {},
  audit: ['user-added', 'user-rang', 'user-left'],
}
`

test('actionsOnlyRecordedBy returns an action that only removed code records', () => {
  const sources = [
    { path: 'src/features/users/feature.ts', text: MANIFEST },
    { path: 'src/features/users/users.server.ts', text: "record('user-added')" },
    { path: 'src/features/users/users.ring.server.ts', text: "record('user-added'); record('user-rang')" },
    { path: 'src/features/users/users.server.test.ts', text: "record('user-rang')" },
  ]
  expect(actionsOnlyRecordedBy(new Set(['src/features/users/users.ring.server.ts']), sources)).toEqual(['user-rang'])
})

test('withoutActions removes actions with their comments, and the whole list with its last action', () => {
  const lines = "  audit: [\n    'user-added',\n    'user-rang', // loudly\n    'user-left',\n  ],\n"
  expect(withoutActions(lines, ['user-rang'])).toBe(lines.replace("    'user-rang', // loudly\n", ''))
  expect(withoutActions(MANIFEST, ['user-rang'])).toBe(MANIFEST.replace("'user-rang', ", ''))
  expect(withoutActions(MANIFEST, ['user-added', 'user-rang', 'user-left'])).toBe(
    'export const users = {\n  texts: {},\n}\n',
  )
})
