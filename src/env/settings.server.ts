import { z } from 'zod'

/** Environment variables before they are parsed. */
export type Given = Partial<Record<string, string>>

/** A place that a setting leads to, which `npm run doctor` looks at: a port to be free, or a standby to be one. */
export type Destination = { variable: string } & ({ port: number; host: string } | { standbyUrl: string })

/** The variables of a feature. They are checked together with those of the product, and only the feature reads them. */
export interface Settings<Variables extends z.ZodRawShape = z.ZodRawShape> {
  /** The schema of each variable, with its default. */
  variables: Variables
  /** Returns contradictions between variables. Each sentence begins with the name of a variable. */
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
