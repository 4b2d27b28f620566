import { z } from 'zod'

/** Environment variables before they are parsed. */
export type RawEnv = Partial<Record<string, string>>

/** A port or server in a setting. `npm run doctor` checks that the port is free, or that the server is a standby. */
export type Destination = { variable: string } & ({ port: number; host: string } | { standbyUrl: string })

/** The variables of a feature. They are checked together with those of the product, and only the feature reads them. */
export interface Settings<Variables extends z.ZodRawShape = z.ZodRawShape> {
  /** The schema of each variable, with its default. */
  variables: Variables
  /** Returns contradictions between variables. Each sentence begins with the name of a variable. */
  contradictions?: (given: RawEnv) => string[]
  destinations?: (given: RawEnv) => Destination[]
}

/** The values of settings. */
export type SettingsValues<Declared extends Settings> = z.output<z.ZodObject<Declared['variables']>>

/** Removes variables with an empty value, which count as absent. */
export function withoutEmpty(source: RawEnv): RawEnv {
  return Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim()))
}

/** Reads the settings of one feature. @throws {z.ZodError}, which `readEnvironment` converts to sentences */
export function readSettings<Declared extends Settings>(source: RawEnv, declared: Declared): SettingsValues<Declared> {
  const variables: Declared['variables'] = declared.variables
  return z.object(variables).parse(withoutEmpty(source))
}
