import { z } from 'zod'

/** Environment variables before they are parsed. */
export type Given = Partial<Record<string, string>>

/** A port or server that a setting refers to. `npm run doctor` checks that the port is free, or the server a standby. */
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

/** Removes variables with an empty value, which count as absent. */
export function withoutEmpty(source: Given): Given {
  return Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim()))
}

/** Reads the settings of one feature. @throws {z.ZodError}, which `readEnvironment` converts to sentences */
export function readSettings<Brought extends Settings>(source: Given, brought: Brought): ValuesOf<Brought> {
  const variables: Brought['variables'] = brought.variables
  return z.object(variables).parse(withoutEmpty(source))
}
