import type { Settings } from '#env/settings.server.ts'
import type { StartFeature } from '#feature/start-feature.ts'
import { socialSignIn } from '#features/social-sign-in/feature.start.server.ts'
import { standbyReads } from '#features/standby-reads/feature.start.server.ts'
import { telemetry } from '#features/telemetry/feature.start.server.ts'

/** The features' parts at the start of a process, before the app is loaded. */
export const startFeatures: readonly StartFeature[] = [telemetry, standbyReads, socialSignIn]

/** The settings of all features. */
export const featureSettings: readonly Settings[] = startFeatures.flatMap(({ settings }) => settings ?? [])
