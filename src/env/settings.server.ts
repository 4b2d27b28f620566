import { z } from 'zod'

/** Variables as they were given, before anything was read. */
export type Given = Partial<Record<string, string>>

/** A place that a setting leads to, which `npm run doctor` looks at: a port to be free, or a standby to be one. */
export type Destination = { variable: string } & ({ port: number; host: string } | { standbyUrl: string })

/** The variables of one feature: checked with those of the product, and read by the feature alone. */
export interface Settings<Variables extends z.ZodRawShape = z.ZodRawShape> {
  /** What each may hold, and what it is without. */
  variables: Variables
  /** What they have against each other and against others, in words that begin with one of their names. */
  contradictions?: (given: Given) => string[]
  destinations?: (given: Given) => Destination[]
}

/** The values of settings. */
export type ValuesOf<Brought extends Settings> = z.output<z.ZodObject<Brought['variables']>>

/** An empty value counts as absent. */
export function withoutEmpty(source: Given): Given {
  return Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim()))
}

/** Reads the settings of one feature. @throws {z.ZodError} where one is wrong: `readEnvironment` says so in plain words */
export function readSettings<Brought extends Settings>(source: Given, brought: Brought): ValuesOf<Brought> {
  const variables: Brought['variables'] = brought.variables
  return z.object(variables).parse(withoutEmpty(source))
}
