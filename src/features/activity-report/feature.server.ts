import type { ServerFeature } from '#feature/server-feature.ts'
import { samePage } from '#request/form-action.ts'

/** The form behind "this was not me" in security notices. */
export const activityReport: ServerFeature = {
  formActions: {
    'report-activity': {
      path: '/api/activity-report.reportActivity',
      next: (_fields, page) => samePage(page),
    },
  },
}
