import { expect, test } from '@playwright/test'
import { createEmptyDatabase, PRODUCTION_SETTINGS, runScript } from '../support/script.ts'

test('the doctor reports a DATABASE_READ_URL that points to no standby', async () => {
  const databaseUrl = await createEmptyDatabase()
  const settings = { ...PRODUCTION_SETTINGS, DATABASE_URL: databaseUrl }
  expect((await runScript('migrate.ts', settings)).code).toBe(0)
  const { code, output } = await runScript('doctor.ts', {
    ...settings,
    DATABASE_READ_URL: `${databaseUrl}?sslmode=disable`,
  })
  expect(code).toBe(1)
  expect(output).toContain("standby: DATABASE_READ_URL points to a server that isn't a standby")
})
