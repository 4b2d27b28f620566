import { z } from 'zod'
import { problemOfDatabaseUrl } from './database-url.server.ts'

/** A text that must pass `isFine`. @param error the rule, to continue a sentence that begins with the variable's name */
export const textVariable = (isFine: (value: string) => boolean, error: string) =>
  z.string().refine(isFine, { error, abort: true })

/** A boolean, written as `true` or `false`. */
export const flagVariable = () =>
  z.enum(['true', 'false'], { error: 'must be true or false' }).transform((given) => given === 'true')

/** Texts separated by commas. */
export const listVariable = () =>
  z.string().transform((given) =>
    given
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  )

/** The URL of a PostgreSQL database. */
export const databaseUrlVariable = () =>
  z.string().check(({ value, issues }) => {
    const problem = problemOfDatabaseUrl(value)
    if (problem !== undefined) issues.push({ code: 'custom', message: problem, input: value })
  })

/** A port to listen on. */
export const portVariable = () =>
  textVariable(
    (given) => /^\d{1,5}$/.test(given) && Number(given) > 0 && Number(given) <= 65_535,
    'must be a port number, 1 to 65535',
  ).transform(Number)

/** A hostname or IP address to listen on; by default 127.0.0.1. */
export const hostVariable = () =>
  textVariable((name) => /^[\w.:-]+$/.test(name), 'must be a host name or an IP address').default('127.0.0.1')

/** A number of days. */
export const daysVariable = (fewest: number) =>
  textVariable(
    (count) => /^[1-9]\d{0,4}$/.test(count) && Number(count) >= fewest,
    `must be a number of days, ${fewest} to 99999`,
  ).transform(Number)
