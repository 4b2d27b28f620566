import type { ServerFeature } from '#feature/server-feature.ts'

/** The form that users open from security notices to report "this was not me". */
export const activityReport: ServerFeature = {
  formActions: {
    'report-activity': {
      path: '/api/activity-report.reportActivity',
      next: 'same-page',
    },
  },
}
