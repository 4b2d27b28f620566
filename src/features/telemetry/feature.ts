import type { Feature } from '#feature/feature.ts'

/** Metrics, traces and error reports, for operators. */
export const telemetry = {
  isOptional: true,
} as const satisfies Feature
