import type { Feature } from '#feature/feature.ts'

/** Reads lists and figures from a standby of the database. */
export const standbyReads = {
  isOptional: true,
} as const satisfies Feature
