import type { Feature } from '#feature/feature.ts'

/** Metrics, traces and reports of errors, for operators. */
export const telemetry = {
  isOptional: true,
} as const satisfies Feature
