import { EnvironmentError, readEnvironment } from './environment.server.ts'

/** The least that the real thing needs. */
export const REAL = {
  DATABASE_URL: 'postgres://app:secret@db.example.com:5432/latchkey',
  APP_URL: 'https://app.example.com',
  BETTER_AUTH_SECRET: 'dGhpcyBpcyBub3QgdGhlIGV4YW1wbGUhIQ==',
  SMTP_URL: 'smtp://mail.example.com:587',
  EMAIL_FROM: 'Latchkey <no-reply@example.com>',
}

/** Says what is wrong with these settings. */
export function problemsOf(source: Record<string, string>): string[] {
  try {
    readEnvironment(source)
    return []
  } catch (error) {
    if (error instanceof EnvironmentError) return error.problems
    throw error
  }
}
