import { expect, test } from 'vitest'
import { selectAffectedTests } from './changed-tests.ts'

test('selectAffectedTests selects no tests for changed documents', () => {
  expect(selectAffectedTests(['docs/testing.md', 'README.md'])).toMatchObject({ features: [], endToEnd: [] })
})

test.each([
  'src/lib/safe-redirect.ts',
  'src/db/tables/users.ts',
  'package.json',
  'e2e/support/app.ts',
  'locales/en/common.json',
])('selectAffectedTests selects all tests for a change of %s, which no single feature owns', (file) =>
  expect(selectAffectedTests(['src/features/users/users.ts', file]).everythingBecauseOf).toBe(file),
)

test.each(['src/features/users/users.server.ts', 'locales/fr/users.json', 'e2e/users/users.e2e.ts'])(
  'selectAffectedTests selects the tests and pages of the feature “users” for a change of %s',
  (file) => {
    const { features, endToEnd, leftOut } = selectAffectedTests([file])
    expect(features).toContain('users')
    expect(endToEnd).toEqual(expect.arrayContaining(['e2e/users/', 'e2e/pages/every-page.e2e.ts']))
    expect(leftOut).toContain('login')
  },
)

test('selectAffectedTests selects only the changed file if it is an end-to-end test in a common folder', () => {
  expect(selectAffectedTests(['e2e/pages/theme.e2e.ts']).endToEnd).toEqual(['e2e/pages/theme.e2e.ts'])
})
