import { describe, expect, test } from 'vitest'
import { EnvironmentError, readEnvironment } from './environment.server.ts'
import type { RawEnv } from './settings.server.ts'

/** The minimum settings of production mode. */
export const PRODUCTION_SETTINGS = {
  DATABASE_URL: 'postgres://app:secret@db.example.com:5432/latchkey',
  APP_URL: 'https://app.example.com',
  BETTER_AUTH_SECRET: 'dGhpcyBpcyBub3QgdGhlIGV4YW1wbGUhIQ==',
  SMTP_URL: 'smtp://mail.example.com:587',
  EMAIL_FROM: 'Latchkey <no-reply@example.com>',
}

/** Returns the problems of these settings. */
export function problemsOf(source: Record<string, string>): string[] {
  try {
    readEnvironment(source)
    return []
  } catch (error) {
    if (error instanceof EnvironmentError) return error.problems
    throw error
  }
}

/** The expected behavior of one variable. */
export interface VariableTest<Values> {
  /** Inputs with their parsed values. */
  good: Record<string, (values: Values) => unknown>
  bad: string[]
  /** Words of the message that say which values are valid. */
  wants: string
  /** The default in local mode. */
  missing: (values: Values) => unknown
}

/** Tests each variable of a table. @param read returns the values of valid settings */
export function testVariables<Values>(
  read: (source: RawEnv) => Values,
  table: Record<string, VariableTest<Values>>,
): void {
  describe.each(Object.entries(table))('%s', (name, { good, bad, wants, missing }) => {
    const values = Object.entries(good)
    test.runIf(values.length > 0).each(values)('accepts %j', (value, isRead) => {
      expect(isRead(read({ [name]: value }))).toBe(true)
    })

    test.runIf(bad.length > 0).each(bad)('refuses %j and names the expected value', (value) => {
      const problems = problemsOf({ [name]: value }).filter((problem) => problem.startsWith(`${name} `))
      expect(problems).not.toEqual([])
      expect(problems[0]).toContain(wants)
    })

    test.each([undefined, '', '  '])('has its default if the value is %j', (value) => {
      expect(missing(read({ [name]: value }))).toBe(true)
    })
  })
}
