import { textsOf, type Feature } from '#feature/feature.ts'
import type activityReportTexts from '#locales/en/activity-report.json'

/** The form that users open from security notices to report "this was not me". */
export const activityReport = {
  texts: { 'activity-report': textsOf<typeof activityReportTexts>() },
  audit: ['not-me-reported'],
  notices: {
    'not-me-reported': { hasAdvice: true, toAdministrators: true },
  },
} as const satisfies Feature
