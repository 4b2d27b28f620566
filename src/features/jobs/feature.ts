import { appConfig } from '#app.config'
import { textsOf, type Feature } from '#feature/feature.ts'
import type bulkTexts from '#locales/en/bulk.json'

/** Bulk jobs, which change many rows: their pages, and undo. */
export const bulk = {
  texts: { bulk: textsOf<typeof bulkTexts>() },
  tables: {
    bulkJob: {
      owner: { system: 'work of administrators, which the others look after once one is gone' },
      limit: { most: appConfig.bulk.maxDrafts },
    },
    bulkJobRow: {
      owner: { with: 'bulkJob' },
      limit: 'the rows of a job: as many as a file may have, or as there are of what the job is about',
    },
  },
  // For API keys of administrators. Pages need the permission of the action itself.
  permissions: { job: { read: ['admin'], manage: ['admin'] } },
  forPrograms: { jobs: ['job:read', 'job:manage'] },
  audit: ['bulk-job-started', 'bulk-job-undone'],
  notices: {
    'job-done': { isNotMailed: true, shownInApp: 'done' },
    'job-incomplete': { isNotMailed: true, shownInApp: 'problem' },
  },
} as const satisfies Feature
