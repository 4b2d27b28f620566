import { textsOf, type Feature } from '#feature/feature.ts'
import type dashboardTexts from '#locales/en/dashboard.json'

/** The dashboard: figures for administrators. */
export const dashboard = {
  texts: { dashboard: textsOf<typeof dashboardTexts>() },
} as const satisfies Feature
