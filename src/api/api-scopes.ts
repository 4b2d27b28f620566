import { manifests, type CombinedField } from '#features.ts'
import type { Permission } from '#auth/permissions.ts'

type Scopes = CombinedField<'forPrograms'>

/** The permissions that an API key can have, grouped by subject. A key never has more permissions than its owner. */
export const API_SCOPES = Object.fromEntries(
  manifests.flatMap(({ forPrograms = {} }) => Object.entries(forPrograms)),
) as Scopes satisfies Record<string, readonly Permission[]>

/** A permission that an API key can have. */
export type ApiScope = Scopes[keyof Scopes][number]

/** All permissions that an API key can have. */
export const ALL_API_SCOPES: readonly ApiScope[] = Object.values<readonly ApiScope[]>(API_SCOPES).flat()
